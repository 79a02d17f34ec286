#include "picture/markup.h"

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
