# Sourced by tools/check and tools/demo: finds what a build needs and installs it on Debian and Ubuntu.
# shellcheck shell=bash

# missing_packages: the packages whose programs or files are missing here, one per line.
missing_packages()
{
    local pair
    for pair in cmake:cmake ninja:ninja-build gcc:gcc g++:g++ clang:clang pkg-config:pkg-config git:git \
        objdump:binutils python3:python3; do
        command -v "${pair%%:*}" > /dev/null || echo "${pair##*:}"
    done
    pkg_config_has cmocka || echo libcmocka-dev
    pkg_config_has libcjson || echo libcjson-dev
    pkg_config_has cairo || echo libcairo2-dev
    compiles c '#include <simde/x86/sse2.h>' || echo libsimde-dev
    compiles c++ '#include <benchmark/benchmark.h>' || echo libbenchmark-dev
}

# Things that are good to have: a check is skipped, and says so, where they cannot be had.
missing_extras()
{
    # Engines to compare with.
    compiles c++ '#include <box2d/b2_body.h>' || echo libbox2d-dev
    compiles c '#include <chipmunk/chipmunk.h>' || echo libchipmunk-dev
    # Maps of Tiled in XML, and their compressed layers.
    pkg_config_has expat || echo libexpat1-dev
    pkg_config_has zlib || echo zlib1g-dev
    # Frames of runs as HDF5, and what reads them in tests.
    pkg_config_has hdf5 || echo libhdf5-dev
    /usr/bin/python3 -c 'import h5py' 2> /dev/null || echo python3-h5py
    # Charts in reports, and what runs the scripts of reports in tests.
    [ -e /usr/share/javascript/chart.js/chart.min.js ] || echo libjs-chart.js
    command -v node > /dev/null || command -v nodejs > /dev/null || echo nodejs
    command -v clang-format > /dev/null || echo clang-format
    # The reference and the pages of the manual.
    command -v doxygen > /dev/null || echo doxygen
    command -v help2man > /dev/null || echo help2man
    if command -v clang > /dev/null && ! sanitizer_links clang address; then
        local major
        major=$(clang -dumpversion | cut -d. -f1)
        # Before release 14 the runtimes came with clang's own packages.
        if [ "$major" -ge 14 ]; then
            echo "libclang-rt-$major-dev"
        fi
    fi
}

pkg_config_has()
{
    command -v pkg-config > /dev/null && pkg-config --exists "$1"
}

compiles()
{
    command -v g++ > /dev/null && echo "$2" | g++ -x "$1" -fsyntax-only - 2> /dev/null
}

# sanitizer_links COMPILER SANITIZERS : whether a program can be linked with them and runs here.
sanitizer_links()
{
    local program status=0
    program=$(mktemp)
    { echo 'int main(void) { return 0; }' | "$1" -x c - "-fsanitize=$2" -o "$program" && "$program"; } \
        > /dev/null 2>&1 || status=1
    rm -f "$program"
    return $status
}

# install_packages: brings in what is missing, or says what to install and ends.
install_packages()
{
    local needed extras package as_root=""
    needed=$(missing_packages | sort -u | tr '\n' ' ')
    if [ -n "$needed" ] && ! command -v apt-get > /dev/null; then
        echo "Missing here, by their Debian names: $needed"
        echo "Install them with this system's package manager and run this again."
        exit 1
    fi
    extras=$(missing_extras | tr '\n' ' ')
    if ! command -v apt-get > /dev/null || [ -z "$needed$extras" ]; then
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo > /dev/null; then
            echo "Missing, and no sudo to install them: $needed$extras"
            if [ -n "$needed" ]; then
                exit 1
            fi
            return
        fi
        as_root=sudo
    fi
    echo "Installing: $needed$extras"
    $as_root apt-get update -qq
    if [ -n "$needed" ]; then
        # shellcheck disable=SC2086  # a list of words
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            $needed > /dev/null
    fi
    # Asked again: clang may have come only now, and its runtime with it.
    for package in $(missing_extras); do
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            "$package" > /dev/null || echo "Not to be had here: $package"
    done
}

processors()
{
    nproc 2> /dev/null || getconf _NPROCESSORS_ONLN
}

# use_ccache: compiles through ccache where it is installed and the caller has not set a launcher.
use_ccache()
{
    if command -v ccache > /dev/null; then
        export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
        export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
    fi
}

# has_instructions NAME... : whether the processor has all of them, by their names in Linux.
has_instructions()
{
    local flags name
    flags=" $(sed -n 's/^flags[[:space:]]*: //p' /proc/cpuinfo 2> /dev/null | head -n 1) "
    for name in "$@"; do
        case "$flags" in *" $name "*) ;; *) return 1 ;; esac
    done
}

# widest_set: the widest set of kernels that runs here, as SCREE_SIMD_SETS names it.
widest_set()
{
    if [ "$(uname -m)" = aarch64 ]; then
        echo neon
    elif has_instructions avx512f avx512dq avx512bw avx512vl; then
        echo avx512
    elif has_instructions avx2; then
        echo avx2
    else
        echo sse2
    fi
}
