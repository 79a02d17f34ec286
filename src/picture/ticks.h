/* Good numbers for an axis. */
#ifndef PICTURE_TICKS_H
#define PICTURE_TICKS_H

enum { TICKS_MOST = 24, TICK_TEXT_SIZE = 40 };

typedef struct ticks {
    int count;
    double value[TICKS_MOST];
    char text[TICKS_MOST][TICK_TEXT_SIZE]; /* with a real minus sign, ready for type.h */
    double step;
} ticks;

/* Multiples of 1, 2 or 5 times a power of ten in [low, high], at most `most` of them. */
void ticks_choose(double low, double high, int most, ticks *out);

/* For a logarithmic axis, 0 < low < high: powers of ten, thinned out to at most `most` of them; on
 * less than two decades multiples by 1, 2 and 5 as well; where those are too few, as ticks_choose.
 * The step is the number of decades from tick to tick, 0 where it is not whole. */
void ticks_choose_log(double low, double high, int most, ticks *out);

/* Small ticks between those of a logarithmic axis: at most `most` values, written to out. Their
 * number. */
int ticks_between_log(double low, double high, const ticks *main, double *out, int most);

/* One number by itself, six digits, set the same way. */
void ticks_number(double value, char out[TICK_TEXT_SIZE]);

#endif
