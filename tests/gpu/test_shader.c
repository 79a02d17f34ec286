#include "gpu/shader.h"

#include <stdio.h>
#include <string.h>

#include "support/support.h"

#define SHADERS SPINSCOPE_ASSETS "/../shaders"

static message why;

/* Text without what belongs together: braces and parentheses pair up, no request is left, nothing
 * but sweeps is a loop. */
TEST every_degree_gives_whole_text(void)
{
    shader_files files;
    ASSERT_OK(shader_files_read(SHADERS, &files, &why), "shaders", why);
    for (int degree = 1; degree <= 12; degree++) {
        for (int k = 0; k < 16; k++) {
            shader_kind kind = {.degree = degree, .degree_z = k / 2, .plane = (plane)(k % 2)};
            shader_file which = degree == 1   ? SHADER_ONE_STEP
                                : degree == 2 ? SHADER_QUADRATIC
                                              : (k / 2 % 2 == 0 ? SHADER_REFINE : SHADER_START);
            text source = {0};
            ASSERT_OK(shader_write(&files, which, &kind, &source, &why), "text", why);
            int braces = 0;
            int parentheses = 0;
            for (const char *c = source.data; *c != '\0'; c++) {
                braces += (*c == '{') - (*c == '}');
                parentheses += (*c == '(') - (*c == ')');
            }
            ASSERT_EQ_FMT(0, braces, "%d");
            ASSERT_EQ_FMT(0, parentheses, "%d");
            ASSERT(strncmp(source.data, "#version 330 core\n", 18) == 0);
            ASSERT(strstr(source.data, "//@") == NULL);
            ASSERT((strstr(source.data, "texelFetch(rows") != NULL) == (kind.plane == PLANE_ZW));
            ASSERT_EQ((degree + 1) * (kind.degree_z + 1), shader_number_count(&kind));
            ASSERT(2 * shader_start_count(&kind) >= (degree > 2 ? degree : 0));
            text_clear(&source);
        }
    }
    shader_files_clear(&files);
    PASS();
}

TEST a_missing_folder_is_named(void)
{
    shader_files files;
    ASSERT_EQ(STATUS_FAILED, shader_files_read("/nowhere", &files, &why));
    ASSERTm(why.text, strstr(why.text, "/nowhere/field.vert") != NULL);
    shader_files_clear(&files);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_degree_gives_whole_text);
    RUN_TEST(a_missing_folder_is_named);
    GREATEST_MAIN_END();
}
