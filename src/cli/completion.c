/* Completion in shells. The scripts are short and ask `spinscope completion words`, so that there
 * is one place that knows, and it is never out of date. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "words.h"

/* The words of a command line after the command; the last one is being typed. */
typedef struct line {
    char **words;
    int count;
    const command *command;
} line;

static const option *find_option(const options *o, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < o->count; i++) {
        if (strlen(o->table[i].name) == length && memcmp(o->table[i].name, word, length) == 0) {
            return &o->table[i];
        }
    }
    return NULL;
}

/* What is at the end of a line: the value of `option`, or the operand of this number. */
typedef struct place {
    const option *option;
    int operand;
    bool only_operands;
    const char *owner; /* the first operand, or the value of --problem */
} place;

static place find_place(const options *o, const line *l)
{
    place p = {.option = NULL};
    for (int i = 0; i + 1 < l->count; i++) {
        const char *word = l->words[i];
        if (p.only_operands || word[0] != '-' || word[1] == '\0' || word[1] == ',') {
            p.owner = p.operand++ == 0 && p.owner == NULL ? word : p.owner;
            continue;
        }
        p.only_operands = strcmp(word, "--") == 0;
        const option *given = find_option(o, word);
        if (given == NULL || given->flag != NULL || given->stands_for != NULL ||
            strchr(word, '=') != NULL) {
            continue;
        }
        int values = given->pair ? 2 : 1;
        if (i + values + 1 >= l->count) {
            p.option = given;
            return p;
        }
        p.owner = strcmp(given->name, "--problem") == 0 ? l->words[i + 1] : p.owner;
        i += values;
    }
    return p;
}

static void offer_options(const options *o, const line *l, const char *typed)
{
    const wanted w = {.typed = typed, .before = ""};
    for (int i = 0; i < o->count; i++) {
        bool is_given = false;
        for (int k = 0; k + 1 < l->count; k++) {
            is_given = is_given || find_option(o, l->words[k]) == &o->table[i];
        }
        bool adds = o->table[i].property != NULL && o->table[i].property->adds;
        if (!is_given || o->table[i].times != NULL || adds) {
            words_print_one(&w, o->table[i].name, o->table[i].help);
        }
    }
    words_print_one(&w, "--help", "tells more");
}

static void offer_value(const option *o, const char *typed, const char *before, const char *owner)
{
    words_print(&(wanted){.hint = o->hint,
                          .words = o->words,
                          .choice = o->property == NULL                     ? o->choice
                                    : o->property->kind == &property_choice ? o->property->choice
                                                                            : NULL,
                          .help = o->help,
                          .typed = typed,
                          .before = before,
                          .owner = owner});
}

static void offer_operand(const options *o, const line *l, const char *typed, int number)
{
    const wanted part = {.typed = typed, .before = ""};
    for (int i = 0; l->count == 1 && l->command->parts != NULL && l->command->parts[i] != NULL;
         i++) {
        const command *c = l->command->parts[i];
        words_print_one(&part, command_word(c), c->summary);
    }
    if (number < o->operands_most) {
        words_print(&(wanted){.hint = o->operand != NULL ? o->operand : "FILE",
                              .words = o->operand_words,
                              .typed = typed,
                              .before = ""});
    } else if (typed[0] == '\0') {
        offer_options(o, l, typed);
    }
}

static void offer(void *context, const options *o, const command *self)
{
    const line *l = context;
    const char *typed = l->words[l->count - 1];
    const char *equals = strchr(typed, '=');
    place p = find_place(o, l);
    (void)self;
    if (p.option != NULL) {
        offer_value(p.option, typed, "", p.owner);
    } else if (p.only_operands || typed[0] != '-') {
        offer_operand(o, l, typed, p.operand);
    } else if (equals == NULL) {
        offer_options(o, l, typed);
    } else if (find_option(o, typed) != NULL && find_option(o, typed)->flag == NULL) {
        char before[80];
        snprintf(before, sizeof before, "%.*s", (int)(equals + 1 - typed), typed);
        offer_value(find_option(o, typed), equals + 1, before, p.owner);
    }
}

static void offer_commands(const char *typed)
{
    const wanted w = {.typed = typed, .before = ""};
    for (int i = 0; i < commands_count(); i++) {
        words_print_one(&w, commands_at(i)->name, commands_at(i)->summary);
    }
    words_print_one(&w, "--help", "all commands");
    words_print_one(&w, "--version", "prints the version");
}

static void print_words(int count, char **words)
{
    const command *c = count > 1 ? commands_find(words[0]) : NULL;
    line l = {.words = words + 1, .count = count - 1, .command = c};
    if (count <= 1) {
        offer_commands(count == 1 ? words[0] : "");
    }
    if (c == NULL) {
        return;
    }
    const command *part = l.count > 1 ? command_part(c, l.words[0]) : NULL;
    if (part != NULL) {
        l = (line){.words = l.words + 1, .count = l.count - 1, .command = part};
    }
    options_visit(l.command, offer, &l);
}

/* Bash splits words at : and = as well; what is not separated by blanks is joined again, and what
 * stands before the last : or = is not part of the word that is replaced. */
static const char bash_script[] =
    "# Completion of spinscope in bash: source it, or install it as\n"
    "# PREFIX/share/bash-completion/completions/spinscope.\n"
    "_spinscope_files() {\n"
    "    local file\n"
    "    while IFS= read -r file; do\n"
    "        [[ -d $file ]] && file+=/\n"
    "        printf -v file %q \"$file\"\n"
    "        COMPREPLY+=(\"${file/#\\\\~/\\~}\")\n"
    "    done < <(compgen \"$@\" | sort -u)\n"
    "}\n"
    "\n"
    "_spinscope() {\n"
    "    local line=$COMP_LINE word words=() typed kept='' i ending\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then\n"
    "            words+=(\"$word\")\n"
    "        else\n"
    "            words[${#words[@]} - 1]+=$word\n"
    "        fi\n"
    "        line=${line#*\"$word\"}\n"
    "    done\n"
    "    typed=${words[${#words[@]} - 1]}\n"
    "    [[ $COMP_WORDBREAKS == *[:=]* ]] && kept=${typed%\"${typed##*[:=]}\"}\n"
    "    typed=${typed#\"$kept\"}\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word _; do\n"
    "        case $word in\n"
    "        :folders) _spinscope_files -d -- \"$typed\" ;;\n"
    "        :files) _spinscope_files -f -- \"$typed\" ;;\n"
    "        :files*)\n"
    "            for ending in ${word#:files}; do\n"
    "                _spinscope_files -f -X \"!*$ending\" -- \"$typed\"\n"
    "            done\n"
    "            _spinscope_files -d -- \"$typed\"\n"
    "            ;;\n"
    "        *) COMPREPLY+=(\"${word#\"$kept\"}\") ;;\n"
    "        esac\n"
    "    done < <(\"$1\" completion words -- \"${words[@]:1}\" 2>/dev/null)\n"
    "    [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY == *[:=/] ]] && compopt -o nospace 2>/dev/null\n"
    "    return 0\n"
    "}\n"
    "\n"
    "complete -F _spinscope spinscope\n";

static const char zsh_script[] =
    "#compdef spinscope\n"
    "# Completion of spinscope in zsh: put it into a folder of $fpath as _spinscope, or source it\n"
    "# after compinit.\n"
    "_spinscope() {\n"
    "    local line word about\n"
    "    local -a whole whole_shown begun begun_shown endings\n"
    "    local files='' folders=''\n"
    "    while IFS= read -r line; do\n"
    "        word=${line%%$'\\t'*}\n"
    "        about=$word\n"
    "        [[ $line == *$'\\t'* ]] && about=\"${(r:22:)word} -- ${line#*$'\\t'}\"\n"
    "        case $word in\n"
    "        (:folders) folders=1 ;;\n"
    "        (:files*) files=1; endings=(${=word#:files}) ;;\n"
    "        (*[:=]) begun+=(\"$word\"); begun_shown+=(\"$about\") ;;\n"
    "        (*) whole+=(\"$word\"); whole_shown+=(\"$about\") ;;\n"
    "        esac\n"
    "    done < <(\"${words[1]}\" completion words -- \"${(@Q)words[2,CURRENT-1]}\" \\\n"
    "        \"${(Q)PREFIX}\" 2>/dev/null)\n"
    "    compadd -l -d whole_shown -a whole\n"
    "    compadd -l -S '' -d begun_shown -a begun\n"
    "    if [[ -n $files || -n $folders ]]; then\n"
    "        compset -P '*='\n"
    "    fi\n"
    "    [[ -n $folders ]] && _files -/\n"
    "    if [[ -n $files ]]; then\n"
    "        if (( $#endings )); then _files -g \"*(${(j:|:)endings})\"; else _files; fi\n"
    "    fi\n"
    "}\n"
    "\n"
    "if [[ $funcstack[1] == _spinscope ]]; then\n"
    "    _spinscope \"$@\"\n"
    "else\n"
    "    compdef _spinscope spinscope\n"
    "fi\n";

static const struct {
    const char *shell, *script;
} scripts[] = {{"bash", bash_script}, {"zsh", zsh_script}};

static const char *const shells[] = {"bash", "zsh", NULL};

static status print_script(const char *shell, message *why)
{
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        if (strcmp(scripts[i].shell, shell) == 0) {
            fputs(scripts[i].script, stdout);
            return STATUS_OK;
        }
    }
    return refuse(why, "there is no completion for '%.60s'; accepted: bash, zsh", shell);
}

static int run(const command *self, int count, char **arguments)
{
    const char *shell = NULL;
    bool helped = false;
    const options o = {.operands_least = 1,
                       .operands_most = 1,
                       .operands = &shell,
                       .operand = "SHELL",
                       .operand_words = shells};
    if (count >= 2 && strcmp(arguments[0], "words") == 0 && strcmp(arguments[1], "--") == 0) {
        print_words(count - 2, arguments + 2);
        return 0;
    }
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        s = print_script(shell, &why);
    }
    return finish(self, s, &why);
}

const command completion_command = {
    .name = "completion",
    .summary = "Prints the script that completes commands, options and names in a shell",
    .usage = "bash|zsh",
    .details =
        "For the shell that is running:\n\n"
        "  source <(spinscope completion bash)\n"
        "  source <(spinscope completion zsh)\n\n"
        "The scripts ask 'spinscope completion words -- WORD...' what the last word of a\n"
        "command line can become: a line each, with a tab and what it is; ':files .png' and\n"
        "':folders' stand for files and folders.\n",
    .run = run,
};
