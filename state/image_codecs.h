/// Encodings for fields that an image holds in fewer bytes than their elements have.
#ifndef SC_IMAGE_CODECS_H
#define SC_IMAGE_CODECS_H

#include "core/stores/store_image.h"

/// Bodies: origin and rotation are computed from the pose of the centre of mass.
extern const sc_field_codec sc_body_codecs[];
/// Shapes: poses and AABBs of shapes on moving bodies are left out, because the next step computes
/// them before anything reads them.
extern const sc_field_codec sc_shape_codecs[];
/// Contacts: manifolds, which have no points in compact images.
extern const sc_field_codec sc_contact_codecs[];

#endif
