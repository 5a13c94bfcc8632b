#include "simd/joint_lines.h"

int sc_joint_lines(sc_joint_kind kind) { return sc_joint_line_count(kind); }
