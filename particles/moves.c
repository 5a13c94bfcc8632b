#include "particles/moves.h"

#include "particles/circles.h"
#include "particles/soft_bodies.h"
#include "solver/stages.h"

bool sc_finish_bodies(sc_step *step)
{
    sc_commit_particles(step);
    sc_commit_soft_bodies(step);
    sc_store_bodies(step);
    return true;
}

void sc_rollback_moves(sc_step *step)
{
    sc_rollback_particles(step);
    sc_rollback_soft_bodies(step);
}
