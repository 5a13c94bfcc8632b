/// Records the data for the bound on the energy of joints: in each substep the velocities at its
/// beginning, the changes of velocity by contacts and the poses before their correction; from step
/// to step the energy debt of an island.
#include "dynamics/solver/joints/joint_energy.h"

#include <float.h>

sc_island_list sc_islands_in(const sc_substeps *substeps)
{
    const sc_joint_group *group = sc_joints_of(substeps);
    if (group == NULL || group->islands.count == 0)
    {
        return (sc_island_list){NULL, NULL};
    }
    sc_joint_island *islands = substeps->step->constraints->joints.islands.islands;
    sc_joint_island *begin = islands + group->islands.first;
    return (sc_island_list){begin, begin + group->islands.count};
}

sc_part_list sc_parts_in(const sc_substeps *substeps, const sc_joint_island *island)
{
    sc_joint_part *parts = substeps->step->constraints->joints.islands.parts;
    return (sc_part_list){parts + island->first_part, parts + island->part_end};
}

/// Whether the group has contacts. If not, passes over contacts change no velocity.
static bool has_contacts(const sc_substeps *substeps) { return substeps->group->block_count > 0; }

void sc_before_contacts(const sc_substeps *substeps, sc_contact_pass pass)
{
    const sc_step *step = substeps->step;
    if (!has_contacts(substeps) && pass != SC_PASS_SOLVE)
    {
        return;
    }
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        const sc_part_list parts = sc_parts_in(substeps, island);
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            if (pass == SC_PASS_PREPARE)
            {
                const sc_warm_start *warm = &step->rows.warm_starts[part->row];
                part->seen[0] = (double)warm->vx;
                part->seen[1] = (double)warm->vy;
                part->seen[2] = (double)warm->w;
                continue;
            }
            sc_copy_velocity(part->seen, &step->rows.velocities[part->row]);
            if (pass == SC_PASS_SOLVE)
            {
                sc_copy_velocity(part->moved, &step->rows.velocities[part->row]);
            }
        }
    }
}

void sc_after_contacts(const sc_substeps *substeps, sc_contact_pass pass)
{
    const sc_step *step = substeps->step;
    if (!has_contacts(substeps) && pass != SC_PASS_PREPARE)
    {
        return;
    }
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        const sc_part_list parts = sc_parts_in(substeps, island);
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            const sc_velocity *v = &step->rows.velocities[part->row];
            const sc_warm_start *warm = &step->rows.warm_starts[part->row];
            const bool prepares = pass == SC_PASS_PREPARE;
            if (!has_contacts(substeps))
            {
                part->by_contacts[0] = part->by_contacts[1] = part->by_contacts[2] = 0.0;
                continue;
            }
            const double now[3] = {(double)(prepares ? warm->vx : v->vx),
                                   (double)(prepares ? warm->vy : v->vy),
                                   (double)(prepares ? warm->w : v->w)};
            for (int i = 0; i < 3; ++i)
            {
                part->by_contacts[i] =
                    (prepares ? 0.0 : part->by_contacts[i]) + now[i] - part->seen[i];
            }
        }
    }
}

void sc_begin_substep_energy(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        const sc_part_list parts = sc_parts_in(substeps, island);
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            const sc_warm_start *v = &step->rows.warm_starts[part->row];
            const sc_velocity_update *a = &step->rows.increment[part->row];
            part->begin[0] = (double)v->vx - (double)a->x;
            part->begin[1] = (double)v->vy - (double)a->y;
            part->begin[2] = (double)v->w - (double)a->w;
        }
    }
}

void sc_before_projection(const sc_substeps *substeps)
{
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        const sc_part_list parts = sc_parts_in(substeps, island);
        for (sc_joint_part *part = parts.begin; part != parts.end; ++part)
        {
            part->unprojected = substeps->step->rows.deltas[part->row];
        }
    }
}

void sc_end_joint_energy(const sc_substeps *substeps)
{
    const sc_joint_place *places = substeps->step->constraints->joints.islands.places;
    sc_joint_state *states = substeps->step->joints->state;
    const sc_island_list islands = sc_islands_in(substeps);
    for (sc_joint_island *island = islands.begin; island != islands.end; ++island)
    {
        // Springs get their full stiffness back in the next step.
        island->surplus.total += (1.0 / island->stiffness - 1.0) * island->stored.total;
        for (int i = island->first_place; i < island->place_end; ++i)
        {
            // Store the debt in the first joint of the island. A debt that overflows becomes 0.
            const double debt = island->surplus.total;
            const bool holds =
                i == island->first_place && debt > -(double)FLT_MAX && debt < (double)FLT_MAX;
            states[places[i].slot].surplus = holds ? (float)debt : 0.0f;
        }
    }
}
