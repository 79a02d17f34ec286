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

/* One number by itself, six digits, set the same way. */
void ticks_number(double value, char out[TICK_TEXT_SIZE]);

#endif
