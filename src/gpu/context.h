/* An OpenGL 3.3 core context without a window, by EGL. */
#ifndef GPU_CONTEXT_H
#define GPU_CONTEXT_H

#include <stdbool.h>

#include "base/status.h"

typedef struct gl_context gl_context;

/* What was current before, so that it can be again. */
typedef struct context_before {
    void *display, *draw, *read, *context;
    bool same;
} context_before;

/* Not current on return. */
status context_create(gl_context **out, message *why) MUST_CHECK;
void context_destroy(gl_context *c);

/* Makes it current on this thread; after success, leave. */
status context_enter(const gl_context *c, context_before *before, message *why) MUST_CHECK;
void context_leave(const gl_context *c, const context_before *before);

#endif
