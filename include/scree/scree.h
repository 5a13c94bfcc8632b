/// scree: a 2D rigid-body physics engine. This header includes all the others.
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include "base.h"
#include "body.h"
#include "box_tree.h"
#include "clock.h"
#include "collision.h"
#include "events.h"
#include "draw.h"
#include "forces.h"
#include "geometry.h"
#include "id.h"
#include "image.h"
#include "joint.h"
#include "mover.h"
#include "origin.h"
#include "particle.h"
#include "player.h"
#include "profile.h"
#include "query.h"
#include "recording.h"
#include "shape.h"
#include "snapshot.h"
#include "soft_body.h"
#include "vector.h"
#include "world.h"

#endif
