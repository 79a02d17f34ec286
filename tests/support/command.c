#include "support/command.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void scratch_path(char *out, size_t size, const char *name)
{
    const char *base = getenv("TMPDIR");
    char folder[512];
    snprintf(folder, sizeof folder, "%s/spinscope-test-%ld", base != NULL ? base : "/tmp",
             (long)getpid());
    mkdir(folder, 0700);
    snprintf(out, size, "%s/%s", folder, name);
}

static pid_t scratch_owner;

static void remove_scratch(void)
{
    if (getpid() != scratch_owner) {
        return; /* a child that was forked and ends by itself */
    }
    char command[600];
    char folder[560];
    scratch_path(folder, sizeof folder, "");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) {
        fprintf(stderr, "could not remove %s\n", folder);
    }
}

const char *scratch_file(const char *name, const char *data, unsigned long length)
{
    static char path[600];
    static bool registered;
    if (!registered) {
        registered = true;
        scratch_owner = getpid();
        atexit(remove_scratch);
    }
    scratch_path(path, sizeof path, name);
    FILE *stream = fopen(path, "wb");
    if (stream != NULL) {
        fwrite(data, 1, length, stream);
        fclose(stream);
    }
    return path;
}

static char *slurp(const char *path)
{
    FILE *stream = fopen(path, "rb");
    size_t capacity = 1 << 20;
    char *data = calloc(capacity + 1, 1);
    if (stream != NULL && data != NULL) {
        size_t length = fread(data, 1, capacity, stream);
        data[length] = '\0';
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return data;
}

result run_shell(const char *command)
{
    char out[600];
    char err[600];
    snprintf(out, sizeof out, "%s", scratch_file("stdout", "", 0));
    snprintf(err, sizeof err, "%s", scratch_file("stderr", "", 0));
    size_t size = strlen(command) + sizeof out + sizeof err + 16;
    char *line = malloc(size);
    snprintf(line, size, "{ %s\n} >'%s' 2>'%s'", command, out, err);
    int code = system(line);
    free(line);
    return (result){.code = WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code),
                    .out = slurp(out),
                    .err = slurp(err)};
}

result run_spinscope(const char *arguments)
{
    size_t size = strlen(arguments) + strlen(SPINSCOPE_PROGRAM) + 8;
    char *line = malloc(size);
    snprintf(line, size, "'%s' %s", SPINSCOPE_PROGRAM, arguments);
    result r = run_shell(line);
    free(line);
    return r;
}

result run_in_folder(const char *command)
{
    static const char before[] =
        "d=$(mktemp -d) && cd \"$d\" && spinscope() { '" SPINSCOPE_PROGRAM "' \"$@\"; } && { ";
    static const char after[] = "\n}; code=$?; cd / && rm -rf \"$d\"; exit $code";
    size_t size = sizeof before + strlen(command) + sizeof after;
    char *line = malloc(size);
    snprintf(line, size, "%s%s%s", before, command, after);
    result r = run_shell(line);
    free(line);
    return r;
}

void result_clear(result *r)
{
    free(r->out);
    free(r->err);
    *r = (result){0};
}

bool is_one_line(const char *words)
{
    const char *newline = strchr(words, '\n');
    return newline != NULL && newline != words && newline[1] == '\0';
}

void allow_unjoined_threads(void)
{
    char words[4096];
    const char *before = getenv("TSAN_OPTIONS");
    snprintf(words, sizeof words, "%s:report_thread_leaks=0", before != NULL ? before : "");
    setenv("TSAN_OPTIONS", words, 1);
}

const char *german_locale(void)
{
    static char folder[700];
    char command[1000], number[20] = "";
    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "%s", scratch_file("unused", "", 0));
        *strrchr(folder, '/') = '\0';
        snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8'", folder);
        result r = run_shell(command);
        result_clear(&r);
    }
    setenv("LOCPATH", folder, 1);
    setlocale(LC_ALL, "de_DE.UTF-8");
    snprintf(number, sizeof number, "%.1f", 1.5);
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    return strcmp(number, "1,5") == 0 ? folder : NULL;
}
