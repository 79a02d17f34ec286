/* Status codes and messages.
 *
 * A function that can fail returns a status and explains itself in a message that the caller
 * provides. Nothing below src/cli prints or exits. The values are also the exit codes of the
 * program. "There is no such value" (a pole, say) is an answer, not a status.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

/* How something ended. */
typedef enum status {
    STATUS_OK = 0,
    STATUS_NO = 1,        /* the question was answered with "no" */
    STATUS_BAD_INPUT = 2, /* the caller's data cannot be accepted; the message says what can */
    STATUS_FAILED = 3     /* it could not be done: I/O, memory, accuracy */
} status;

/* One line of words for a person, set when the status is not STATUS_OK. */
typedef struct message {
    char text[512];
} message;

#define MUST_CHECK __attribute__((warn_unused_result))

/* Errors leave the straight line at once. TRY ends the function with the status of a step that
 * failed; it is for functions that have nothing to free. TRY_OR_END goes to the one label `end:`,
 * where things are freed and the variable `status s` of the function is returned. */
#define TRY(step)                      \
    do {                               \
        status try_status = (step);    \
        if (try_status != STATUS_OK) { \
            return try_status;         \
        }                              \
    } while (0)
#define TRY_OR_END(step)      \
    do {                      \
        s = (step);           \
        if (s != STATUS_OK) { \
            goto end;         \
        }                     \
    } while (0)

/* Both write the message (cut to its size, control characters replaced) and return their status. */
status refuse(message *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
status fail(message *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
