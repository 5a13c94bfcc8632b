/// Debug drawing of joints.
#include "dynamics/joints/joint_type.h"

void sc_draw_joints(const sc_drawing *d)
{
    const sc_joints *joints = &d->world->joints;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (sc_joint_is_live(joints, slot) && sc_joint_types[joints->type[slot]]->draw != NULL)
        {
            const sc_posed_joint p =
                sc_pose_joint_at(d->world, slot, sc_drawn_pose(d, sc_joint_row(d->world, slot, 0)),
                                 sc_drawn_pose(d, sc_joint_row(d->world, slot, 1)));
            sc_joint_types[joints->type[slot]]->draw(
                d, &p,
                (scree_draw_item){.color = SCREE_COLOR_JOINT,
                                  .state = SCREE_DRAW_AWAKE,
                                  .joint = {sc_ids_value(&joints->ids, slot)}});
        }
    }
}
