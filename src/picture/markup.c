#include "picture/markup.h"

#include <string.h>

/* The bytes of a character that starts with this one. */
static int character_size(unsigned char first)
{
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Is there a sign of the markup at c, in text of this height? A script in a script replaces it. */
static bool is_sign(const char *c, markup_height height)
{
    bool script = (c[0] == '^' || c[0] == '_') && c[1] == '{';
    return (c[0] == '/' && c[1] != '/') || script || (c[0] == '}' && height != MARKUP_LINE);
}

/* Steps over it. */
static void take_sign(markup *m)
{
    if (m->at[0] == '/') {
        m->next_italic = !m->next_italic;
    } else if (m->at[0] == '}') {
        m->next_height = MARKUP_LINE;
    } else {
        m->next_height = m->at[0] == '^' ? MARKUP_RAISED : MARKUP_LOWERED;
        m->at++;
    }
    m->at++;
}

bool markup_next(markup *m)
{
    while (*m->at != '\0' && is_sign(m->at, m->next_height)) {
        take_sign(m);
    }
    int length = 0;
    m->italic = m->next_italic;
    m->height = m->next_height;
    while (*m->at != '\0' && !is_sign(m->at, m->height)) {
        int size = character_size((unsigned char)*m->at);
        if (length + size >= MARKUP_RUN_SIZE) {
            break;
        }
        m->at += m->at[0] == '/'; /* of two slashes the first one is dropped */
        for (int i = 0; i < size && *m->at != '\0'; i++) {
            m->run[length++] = *m->at++;
        }
    }
    m->run[length] = '\0';
    return length > 0;
}

void markup_quote(text *out, const char *words)
{
    for (const char *c = words; *c != '\0'; c++) {
        text_add(out, *c == '/' ? "//" : "%c", *c);
    }
}

/* Can a script of these letters stand without parentheses? */
static bool is_short(const char *script)
{
    static const char *const minus = "−";
    size_t signs = strncmp(script, minus, strlen(minus)) == 0 ? strlen(minus) : script[0] == '-';
    for (const char *c = script + signs; *c != '\0'; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        bool greek = (unsigned char)*c >= 0x80 && (unsigned char)*c < 0xe0; /* or accented */
        if (!letter && !greek && !(*c >= '0' && *c <= '9')) {
            return false;
        }
    }
    return true;
}

/* Runs of the same height are one script: ^{2/p/}. */
void markup_plain(text *out, const char *words)
{
    static const char *const signs[] = {[MARKUP_RAISED] = "^", [MARKUP_LOWERED] = "_"};
    markup m = {.at = words};
    text script = {0};
    markup_height now = MARKUP_LINE;
    for (bool more = true; more;) {
        more = markup_next(&m);
        if (now != MARKUP_LINE && (!more || m.height != now) && script.data != NULL) {
            text_add(out, is_short(script.data) ? "%s%s" : "%s(%s)", signs[now], script.data);
            text_clear(&script);
        }
        if (more) {
            now = m.height;
            text_add(now == MARKUP_LINE ? out : &script, "%s", m.run);
        }
    }
    out->broken = out->broken || script.broken;
    text_clear(&script);
}
