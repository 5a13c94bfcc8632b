#include "particles/moves.h"

#include "particles/circles.h"
#include "particles/soft_bodies.h"
#include "solver/stages.h"

bool sc_finish_bodies(sc_step *step)
{
    sc_keep_particles(step);
    sc_keep_soft_bodies(step);
    sc_store_bodies(step);
    return true;
}

void sc_take_back_moves(sc_step *step)
{
    sc_take_back_particles(step);
    sc_take_back_soft_bodies(step);
}
