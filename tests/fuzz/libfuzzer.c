/// The same calls from the inputs of libFuzzer (https://llvm.org/docs/LibFuzzer.html).
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz state;  // large
    static fuzz_totals totals;
    static const fuzz_options options = {.solver = -1, .fail_at = -1};
    fuzz_run_worlds(&state, &options, fuzz_stream_of_bytes(data, size), &totals);
    if (state.found[0] != 0)
    {
        fprintf(stderr, "scree_libfuzzer: at call %lld: %s\n", (long long)state.call_index,
                state.found);
        abort();
    }
    return 0;
}
