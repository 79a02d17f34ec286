/* What figures say, as markup of the picture folder. */
#ifndef PICTURE_LABELS_H
#define PICTURE_LABELS_H

#include <stddef.h>

#include "field/view.h"
#include "method/method.h"
#include "method/motion.h"

/* Plain text that shows as it is. */
void label_plain(const char *plain, char *out, size_t size);

/* "Gauss, s = 3, keeps u": the parameter is in italics; what makes variants differ is said. */
void label_method(const method_info *info, char *out, size_t size);

/* How the kernel moves, where that is not the usual way; else "". */
const char *label_motion(motion moves);

/* What is measured along an axis of the view. */
const char *label_axis(const view *v, bool upward);

/* The name of a parameter as a letter: delta is an italic δ. */
void label_parameter(const char *name, char *out, size_t size);

#endif
