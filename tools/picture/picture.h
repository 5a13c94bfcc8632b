/// Pictures of a world, as PNG or SVG.
#ifndef SCREE_TOOLS_PICTURE_H
#define SCREE_TOOLS_PICTURE_H

#include <scree/scree.h>

#include <stdbool.h>
#include <stdio.h>

typedef enum sc_picture_color
{
    SC_PICTURE_COLOR_SPEED = 0,
    SC_PICTURE_COLOR_MATERIAL
} sc_picture_color;

typedef enum sc_picture_format
{
    SC_PICTURE_PNG = 0,
    SC_PICTURE_SVG
} sc_picture_format;

typedef struct sc_picture_style
{
    sc_picture_color color;
    bool contacts;  // points and normals
} sc_picture_style;

/// The contents of a picture. All pictures of a run have one view, so that they fit on each other.
typedef struct sc_picture_subject
{
    const char *name;  ///< of the scene
    scree_world *world;
    scree_aabb view;  ///< m
    double time;      ///< simulated, s
    int step;
} sc_picture_subject;

/// False if memory ran out or a write failed; the file's error flag tells which.
bool sc_picture_write(FILE *file, sc_picture_format format, const sc_picture_subject *subject,
                      const sc_picture_style *style);

#endif
