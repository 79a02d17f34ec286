#include "gpu/context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdlib.h>

#include "base/memory.h"

struct gl_context {
    EGLDisplay display;
    EGLContext context;
    EGLSurface surface; /* EGL_NO_SURFACE where a context can do without */
};

static const char *error_name(void)
{
    static const struct {
        EGLint code;
        const char *name;
    } rows[] = {
        {.code = EGL_SUCCESS, .name = "no error was reported"},
        {.code = EGL_NOT_INITIALIZED, .name = "EGL_NOT_INITIALIZED"},
        {.code = EGL_BAD_ALLOC, .name = "EGL_BAD_ALLOC"},
        {.code = EGL_BAD_ACCESS, .name = "EGL_BAD_ACCESS: current on another thread"},
        {.code = EGL_BAD_MATCH, .name = "EGL_BAD_MATCH"},
        {.code = EGL_CONTEXT_LOST, .name = "EGL_CONTEXT_LOST"},
    };
    EGLint code = eglGetError();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].code == code) {
            return rows[i].name;
        }
    }
    return "an EGL error";
}

/* libepoxy aborts when a library is missing: look first. */
static status find_libraries(message *why)
{
    static const char *const names[][2] = {{"libEGL.so.1", NULL}, {"libOpenGL.so.0", "libGL.so.1"}};
    for (int i = 0; i < 2; i++) {
        void *library = NULL;
        for (int k = 0; k < 2 && library == NULL && names[i][k] != NULL; k++) {
            library = dlopen(names[i][k], RTLD_LAZY | RTLD_LOCAL);
        }
        if (library == NULL) {
            return fail(why, "there is no OpenGL here: %s is not installed", names[i][0]);
        }
        dlclose(library);
    }
    return STATUS_OK;
}

/* A display that needs no window system where there is one of that kind. It is the process's, and
 * may be in use elsewhere: it is never terminated. */
static status open_display(gl_context *c, message *why)
{
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
        c->display =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
        if (c->display != EGL_NO_DISPLAY && eglInitialize(c->display, NULL, NULL)) {
            return STATUS_OK;
        }
    }
    c->display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (c->display == EGL_NO_DISPLAY || !eglInitialize(c->display, NULL, NULL)) {
        return fail(why, "there is no OpenGL here: EGL has no display (%s)", error_name());
    }
    return STATUS_OK;
}

static status make_context(gl_context *c, message *why)
{
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_BIT, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                     EGL_NONE};
    static const EGLint tiny[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    EGLenum before = eglQueryAPI();
    if (!eglBindAPI(EGL_OPENGL_API)) {
        return fail(why, "there is no OpenGL here: EGL offers other interfaces only");
    }
    if (eglChooseConfig(c->display, wanted, &config, 1, &count) && count > 0) {
        c->context = eglCreateContext(c->display, config, EGL_NO_CONTEXT, version);
    }
    status s = STATUS_OK;
    if (c->context == EGL_NO_CONTEXT) {
        s = fail(why, "OpenGL 3.3 is not available (%s)", error_name());
    } else if (!epoxy_has_egl_extension(c->display, "EGL_KHR_surfaceless_context")) {
        c->surface = eglCreatePbufferSurface(c->display, config, tiny);
        if (c->surface == EGL_NO_SURFACE) {
            s = fail(why, "OpenGL has no surface without a window (%s)", error_name());
        }
    }
    if (before != EGL_NONE) {
        eglBindAPI(before);
    }
    return s;
}

status context_create(gl_context **out, message *why)
{
    *out = NULL;
    gl_context *c = NULL;
    TRY(find_libraries(why));
    TRY(memory_allocate(&c, 1, sizeof *c, why));
    *c = (gl_context){
        .display = EGL_NO_DISPLAY, .context = EGL_NO_CONTEXT, .surface = EGL_NO_SURFACE};
    status s = STATUS_OK;
    TRY_OR_END(open_display(c, why));
    TRY_OR_END(make_context(c, why));
    *out = c;
    c = NULL;
end:
    context_destroy(c);
    return s;
}

void context_destroy(gl_context *c)
{
    if (c == NULL) {
        return;
    }
    if (c->surface != EGL_NO_SURFACE) {
        eglDestroySurface(c->display, c->surface);
    }
    if (c->context != EGL_NO_CONTEXT) {
        eglDestroyContext(c->display, c->context);
    }
    free(c);
}

status context_enter(const gl_context *c, context_before *before, message *why)
{
    eglBindAPI(EGL_OPENGL_API);
    *before = (context_before){.display = eglGetCurrentDisplay(),
                               .draw = eglGetCurrentSurface(EGL_DRAW),
                               .read = eglGetCurrentSurface(EGL_READ),
                               .context = eglGetCurrentContext()};
    before->same = before->context == c->context;
    if (!before->same && !eglMakeCurrent(c->display, c->surface, c->surface, c->context)) {
        return fail(why, "the OpenGL context cannot be used (%s)", error_name());
    }
    return STATUS_OK;
}

void context_leave(const gl_context *c, const context_before *before)
{
    if (before->same) {
        return;
    }
    if (before->context == EGL_NO_CONTEXT) {
        eglMakeCurrent(c->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    } else {
        eglMakeCurrent(before->display, before->draw, before->read, before->context);
    }
}
