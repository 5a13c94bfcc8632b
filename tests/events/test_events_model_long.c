/// 60,000 random calls on crowds, against a model of the expected events.
#include "tests/events/event_world.h"

TEST(begins_and_ends_pair_up_whatever_is_called_for_long)
{
    event_totals totals = event_worlds_run(1, 24, 2500);
    assert_true(totals.seen_begins > 3000 && totals.seen_ends > 3000);
    assert_true(totals.begins > 6000 && totals.ends > 6000 && totals.hits > 600 &&
                totals.asleep > 600);
}
