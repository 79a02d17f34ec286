/* Completion: what the program offers, and what real shells make of it. */
#include <string.h>

#include "support/command.h"
#include "support/support.h"

/* Tests of shells start the program many times, which takes long with sanitizers. */
#if IS_SANITIZED
#define IS_ABOUT_SHELLS() SKIPm("about shells: the release build has it")
#else
#define IS_ABOUT_SHELLS() (void)0
#endif

TEST the_last_word_is_completed_by_what_is_meant(void)
{
    static const struct {
        const char *line, *words; /* without what they are; joined by blanks */
    } cases[] = {
        {"re", "render reproduce"},
        {"--v", "--version"},
        {"eval radau", "radau-iia: radau-ia-2 :files .method"},
        {"eval theta:", "theta:1/2 theta:11/20 theta:3/4 theta:1"},
        {"eval spin:gauss:9", "spin:gauss:9"},
        {"eval rk4 --z 1 --mo", "--motion"},
        {"eval rk4 --motion sh", "shear"},
        {"eval rk4 --motion=sh", "--motion=shear"},
        {"eval -- --mo", ":files .method"},
        {"eval rk4 --json ''", "--z --w --motion --quiet --help"},
        {"render bdf:2,spin:gauss-", "bdf:2,spin:gauss-lobatto:"},
        {"render rk4 --with heun,kut", "heun,kutta3"},
        {"render rk4 --plane ''", "z zw"},
        {"render rk4 --problem example-10.1 --plane ''", "eta,h h,eta"},
        {"render rk4 --problem example-1.1 --plane delta", "delta,eta delta,h"},
        {"render rk4 --chart ''", "plain infinity log"},
        {"render rk4 --palette gr", "grey :files .palette"},
        {"render rk4 --format p", "png pdf"},
        {"render rk4 --evaluator s", "scalar simd"},
        {"render rk4 -o ''", ":files .png .svg .pdf .npy .csv"},
        {"render rk4 --spectrum ''", ":files"},
        {"render rk4 --w ''", ""},
        {"render rk4 --problem example-1", "example-1.1 example-10.1"},
        {"render rk4 --problem example-1.1 --param ''", "delta= eta="},
        {"render rk4 --problem example-1.1 --param delta=1,e", "delta=1,eta="},
        {"movie --ease p", "pingpong"},
        {"movie --quality ''", "draft good best"},
        {"movie --key a --key b --ke", "--key"},
        {"movie --join ''", ":folders"},
        {"validate --stepper ''", "batched plain"},
        {"largest-h rk4 --matrices ''", ":files .csv .csv"},
        {"largest-h rk4 --matrices a.csv ''", ":files .csv .csv"},
        {"largest-h rk4 --matrices a.csv b.csv --om", "--omega"},
        {"lab s", "stiffness slider-crank"},
        {"lab map ch", "chain"},
        {"lab map chain --show ''", "error drift energy"},
        {"lab chain --param ra", "ratio="},
        {"lab compare chain --formulations index-1,sta",
         "index-1,stabilised-index-2 index-1,state-space index-1,stabilised-ode"},
        {"lab map chain --formulation 'index-1;po'", "index-1;post-stabilised"},
        {"list p", "problems palettes"},
        {"reproduce dr", "drift"},
        {"completion ''", "bash zsh"},
        {"help method", "methods method-files"},
        {"nonsense ''", ""},
        {"list methods methods ''", "--json --quiet --help"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "completion words -- %s | cut -f1 | tr '\\n' ' '",
                 cases[i].line);
        result r = run_spinscope(arguments);
        size_t length = strlen(r.out);
        if (length > 0) {
            r.out[length - 1] = '\0';
        }
        ASSERTm(support_say("%s: %s%s", cases[i].line, r.out, r.err),
                strcmp(cases[i].words, r.out) == 0 && r.err[0] == '\0');
        result_clear(&r);
    }
    PASS();
}

TEST every_option_of_every_command_is_offered(void)
{
    IS_ABOUT_SHELLS();
    result r = run_in_folder(
        "spinscope completion words -- '' | cut -f1 | grep -v '^-' > names\n"
        "[ $(wc -l < names) -ge 15 ] || echo too few commands\n"
        "printf 'lab %s\\n' compare map stiffness >> names\n"
        "while read -r name; do\n"
        "  spinscope $name --help | sed '1,/^options:/d' | grep -o '^  -[^ ]*' | tr -d ' ' > told\n"
        "  spinscope completion words -- $name - | cut -f1 > offered\n"
        "  cmp told offered || echo $name\n"
        "done < names");
    ASSERT_STR_EQ("", r.err);
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    PASS();
}

/* As readline calls it: words are split at blanks, and : and = are words of their own. */
#define BASH                                                            \
    "PATH=${SPINSCOPE_PROGRAM%/*}:$PATH bash --norc --noprofile -c '\n" \
    "source <(spinscope completion bash)\n"                             \
    "COMP_LINE=$1 COMP_WORDS=()\n"                                      \
    "read -ra COMP_WORDS <<<\"$(sed \"s/[:=]/ & /g\" <<<\"$1\")\"\n"    \
    "[[ $1 == *[\" :=\"] ]] && COMP_WORDS+=(\"\")\n"                    \
    "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"                           \
    "_spinscope spinscope\n"                                            \
    "printf \"%%s|\" \"${COMPREPLY[@]}\"' bash '%s'"

TEST bash_gets_the_part_that_it_replaces(void)
{
    IS_ABOUT_SHELLS();
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"spinscope rend", "render|"},
        {"spinscope eval theta:", "1/2|11/20|3/4|1|"},
        {"spinscope eval spin:gauss:9", "9|"},
        {"spinscope render bdf:2,gauss-lob", "2,gauss-lobatto:|"},
        {"spinscope render bdf:2 --motion=rot", "rotation|"},
        {"spinscope render bdf:2 -o ", "a\\ b.png|figure.svg|sub/|"},
        {"spinscope render bdf:2 -o sub/", "sub/c.png|"},
        {"spinscope formula my", "my.method|"},
        {"spinscope lab pendulum --param v", "vx=|vy=|"},
        {"spinscope movie --join ", "sub/|"},
        {"spinscope render bdf:2 --w ", "|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[2000], format[] = "export SPINSCOPE_PROGRAM='" SPINSCOPE_PROGRAM "'\n"
                                       "mkdir sub; touch 'a b.png' figure.svg note.txt my.method "
                                       "sub/c.png sub/d.txt\n" BASH;
        snprintf(command, sizeof command, format, cases[i].line);
        result r = run_in_folder(command);
        ASSERTm(support_say("%s: %s%s", cases[i].line, r.out, r.err),
                strcmp(cases[i].words, r.out) == 0 && r.err[0] == '\0');
        result_clear(&r);
    }
    PASS();
}

/* Keys typed into a shell at a terminal: the completed command runs. */
static result type_into(const char *shell, const char *begin, const char *keys)
{
    char command[2000];
    snprintf(command, sizeof command,
             "export PATH='%.*s':$PATH\n"
             "printf '%%b\\n' '%s' '%s' exit | TERM=xterm timeout 60 script -qc '%s' /dev/null",
             (int)(strrchr(SPINSCOPE_PROGRAM, '/') - SPINSCOPE_PROGRAM), SPINSCOPE_PROGRAM, begin,
             keys, shell);
    return run_in_folder(command);
}

static const struct {
    const char *keys, *answer;
} typed[] = {
    {"spinscope eva\\tspin:radau-ii\\t2 --z -1 --mo\\tshe\\t", "spin:radau-iia:2 at z = -1, w = 0"},
    {"spinscope lab stif\\tascher-petzold-2 --param n\\t50 --js\\t", "{\"parameters\":{\"nu\":50}"},
};

TEST keys_at_a_terminal_complete_in_bash(void)
{
    IS_ABOUT_SHELLS();
    for (size_t i = 0; i < 2; i++) {
        result r = type_into("bash --norc --noprofile -i", "source <(spinscope completion bash)",
                             typed[i].keys);
        ASSERTm(r.out, strstr(r.out, typed[i].answer) != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST keys_at_a_terminal_complete_in_zsh(void)
{
    IS_ABOUT_SHELLS();
    for (size_t i = 0; i < 2; i++) {
        result r = type_into(
            "zsh -f -i", "autoload -U compinit; compinit -D; source <(spinscope completion zsh)",
            typed[i].keys);
        ASSERTm(r.out, strstr(r.out, typed[i].answer) != NULL);
        result_clear(&r);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_last_word_is_completed_by_what_is_meant);
    RUN_TEST(every_option_of_every_command_is_offered);
    RUN_TEST(bash_gets_the_part_that_it_replaces);
    RUN_TEST(keys_at_a_terminal_complete_in_bash);
    RUN_TEST(keys_at_a_terminal_complete_in_zsh);
    GREATEST_MAIN_END();
}
