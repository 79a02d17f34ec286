#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

/* The address sanitizer would end the program at an impossible size instead of returning NULL. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST memory_comes_zeroed(void)
{
    message why;
    for (int round = 0; round < 200; round++) {
        size_t count = (size_t)random_integer(1, 3000);
        double *block = NULL;
        ASSERT_OK(memory_allocate(&block, count, sizeof *block, &why), "doubles", why);
        for (size_t i = 0; i < count; i++) {
            ASSERTm(support_say("item %zu of %zu", i, count), block[i] == 0);
        }
        memset(block, 0xa5, count * sizeof *block); /* what the next round may be given again */
        free(block);
    }
    PASS();
}

TEST nothing_is_still_something_to_free(void)
{
    static const size_t sizes[][2] = {{0, 8}, {8, 0}, {0, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        message why;
        char *block = NULL;
        ASSERT_OK(memory_allocate(&block, sizes[i][0], sizes[i][1], &why), "empty", why);
        ASSERT(block != NULL);
        block[0] = 1; /* at least one byte, the header says */
        free(block);
    }
    PASS();
}

/* Modulo 2^64 each of these products is small. */
TEST an_overflowing_product_fails(void)
{
    static const size_t sizes[][2] = {
        {SIZE_MAX, 2},
        {2, SIZE_MAX},
        {SIZE_MAX / 2 + 1, 2},
        {SIZE_MAX / 16 + 2, 16},
        {(size_t)1 << 32, (size_t)1 << 32},
        {SIZE_MAX, SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        message why = {.text = ""};
        int here = 0;
        int *block = &here;
        status s = memory_allocate(&block, sizes[i][0], sizes[i][1], &why);
        ASSERTm(support_say("case %zu: status %d", i, (int)s), s == STATUS_FAILED);
        ASSERTm(support_say("case %zu: not NULL", i), block == NULL);
        ASSERTm(support_say("%s", why.text), strstr(why.text, "out of memory") != NULL);
    }
    PASS();
}

TEST the_message_tells_count_and_size(void)
{
    message why;
    void *block = NULL;
    ASSERT_EQ(STATUS_FAILED, memory_allocate(&block, SIZE_MAX, 24, &why));
    char count[32];
    snprintf(count, sizeof count, "%zu items", SIZE_MAX);
    ASSERTm(support_say("%s", why.text), strstr(why.text, count) != NULL);
    ASSERTm(support_say("%s", why.text), strstr(why.text, "24 bytes") != NULL);
    PASS();
}

TEST what_is_resized_keeps_its_beginning(void)
{
    message why;
    int *block = NULL;
    ASSERT_OK(memory_resize(&block, 3, sizeof *block, &why), "from nothing", why);
    for (int i = 0; i < 3; i++) {
        block[i] = i + 7;
    }
    ASSERT_OK(memory_resize(&block, 3000, sizeof *block, &why), "more", why);
    block[2999] = 1;
    int *before = block;
    ASSERT_EQ(STATUS_FAILED, memory_resize(&block, SIZE_MAX / 2, sizeof *block, &why));
    ASSERT_EQ(before, block);
    ASSERT_EQ(STATUS_FAILED, memory_resize(&block, SIZE_MAX / 4 + 2, sizeof *block, &why));
    for (int i = 0; i < 3; i++) {
        ASSERT_EQ_FMT(i + 7, block[i], "%d");
    }
    ASSERT_OK(memory_resize(&block, 0, sizeof *block, &why), "nothing", why);
    free(block);
    PASS();
}

TEST a_copy_is_another_string(void)
{
    message why;
    char *copy = NULL;
    const char *words = "words";
    ASSERT_OK(memory_copy(words, &copy, &why), "copy", why);
    ASSERT_STR_EQ("words", copy);
    ASSERT(copy != words);
    free(copy);
    ASSERT_OK(memory_copy("", &copy, &why), "copy", why);
    ASSERT_STR_EQ("", copy);
    free(copy);
    PASS();
}

TEST failures_are_counted(void)
{
    message why;
    void *block = NULL;
    long before = memory_failures();
    ASSERT_OK(memory_allocate(&block, 1, 1, &why), "one", why);
    ASSERT_EQ_FMT(before, memory_failures(), "%ld");
    ASSERT_EQ(STATUS_FAILED, memory_resize(&block, SIZE_MAX, 2, &why));
    free(block);
    ASSERT_EQ(STATUS_FAILED, memory_allocate(&block, SIZE_MAX, 2, &why));
    ASSERT_EQ_FMT(before + 2, memory_failures(), "%ld");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(memory_comes_zeroed);
    RUN_TEST(nothing_is_still_something_to_free);
    RUN_TEST(an_overflowing_product_fails);
    RUN_TEST(the_message_tells_count_and_size);
    RUN_TEST(what_is_resized_keeps_its_beginning);
    RUN_TEST(a_copy_is_another_string);
    RUN_TEST(failures_are_counted);
    GREATEST_MAIN_END();
}
