/// Fields that an image holds in fewer bytes than their elements have.
#ifndef SC_IMAGE_CODECS_H
#define SC_IMAGE_CODECS_H

#include "core/stores/store_image.h"

/// Origin and rotation follow from the pose of the centre of mass.
extern const sc_field_codec sc_body_codecs[];
/// The next step computes poses and AABBs of shapes on moving bodies before anything reads them.
extern const sc_field_codec sc_shape_codecs[];
/// Manifolds; without points in compact images.
extern const sc_field_codec sc_contact_codecs[];

#endif
