/// The state that decides how a world continues, for its hash and for comparing worlds.
#ifndef SC_STATE_FIELDS_H
#define SC_STATE_FIELDS_H

#include "world/world_state.h"

/// Whether a field is state that decides how a world continues. Derived data and the program's own
/// data (user data) are left out. Flags of shapes are left out because they also record where the
/// last step ran out of memory.
bool sc_is_state(const sc_field *field);

/// A setting, or a counter outside the stores.
typedef struct sc_state_setting
{
    const char *name;
    float value;    ///< 0 for an integer
    uint32_t word;  ///< 0 for a float
} sc_state_setting;

enum
{
    SC_STATE_SETTINGS = 27
};

void sc_state_settings_of(const scree_world *world, sc_state_setting settings[SC_STATE_SETTINGS]);

enum
{
    SC_STATE_PARTICLE_NUMBERS = 7
};

/// The settings of particles that are floats.
void sc_state_particle_numbers(const scree_particle_settings *settings,
                               sc_state_setting numbers[SC_STATE_PARTICLE_NUMBERS]);

/// A hash of the table of pair materials. It does not depend on the places of pairs in the table,
/// which depend on the order of calls.
uint64_t sc_state_pairs(const sc_mixing *mixing);

#endif
