// For the self-check of symbols.py: calls of libm whose last bits differ between C libraries.
#include <math.h>

float turn(float x, float y) { return sinf(x) + cosf(x) + atan2f(y, x) + powf(x, y) + sqrtf(x); }
