/* For kernels that gcc vectorises, private to this program: functions marked VECTOR_CLONES are
 * compiled twice, and the one for CPUs with AVX2 and FMA is chosen when the program starts. */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(__clang__) || \
    !defined(__x86_64__)
#define VECTOR_CLONES /* the resolver runs before a sanitizer is ready */
#else
#define VECTOR_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
