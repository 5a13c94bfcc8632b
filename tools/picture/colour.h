/// Colours of pictures, made in OKLab (B. Ottosson, "A perceptual color space for image
/// processing", 2020), where equal steps look equal.
#ifndef SCREE_TOOLS_COLOUR_H
#define SCREE_TOOLS_COLOUR_H

/// sRGB, 0 to 1.
typedef struct sc_colour
{
    double red, green, blue;
} sc_colour;

/// Lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. Out of gamut is clipped.
sc_colour sc_colour_from_lch(double lightness, double chroma, double hue);

/// The colour map of speeds: pale blue at 0, through violet to a deep red at 1; `shade` (around 0)
/// makes it a little lighter or darker.
sc_colour sc_colour_of_fraction(double fraction, double shade);

/// Where a speed in m/s stands on that map, 0 to 1: linear up to 0.05 m/s, then logarithmic, so
/// that creeping and flying both show; 20 m/s and more is 1.
double sc_colour_fraction_of_speed(double speed);

#endif
