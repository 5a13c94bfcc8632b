#include "colour.h"

#include <math.h>

static double clamp01(double value) { return value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value; }

static double encode_srgb(double linear)
{
    double value = clamp01(linear);
    return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1.0 / 2.4) - 0.055;
}

sc_colour sc_colour_from_lch(double lightness, double chroma, double hue)
{
    double angle = hue * 0.017453292519943295;
    double a = chroma * cos(angle), b = chroma * sin(angle);
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (sc_colour){
        encode_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        encode_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        encode_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
    };
}

sc_colour sc_colour_of_fraction(double fraction, double shade)
{
    double t = clamp01(fraction);
    return sc_colour_from_lch(0.85 - 0.37 * t + shade, 0.05 + 0.15 * t, 240.0 + 145.0 * t);
}

double sc_colour_fraction_of_speed(double speed)
{
    const double knee = 0.05, fastest = 20.0;
    return clamp01(log1p(speed / knee) / log1p(fastest / knee));
}
