# Completion of scree for bash, made by tools/docs/completion.py.
_scree_scenes="pile uniform powerlaw dust dust_and_planet sleepers large_pyramid many_pyramids washer compounds junkyard smash joint_grid tumbler spinner rain stack tower_50 mass_ratio card_house arch platform heavy ramp bouncers dominoes impacts seams joint_types mechanisms machines bridge chain_mace newton_cradle vehicles ragdoll_pit verlet_bodies rope_bridge cloth verlet_circles chain_ground bullets"
_scree()
{
    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [ "$word" = = ]; then word=; fi
    if [ "$last" = = ]; then last=${COMP_WORDS[COMP_CWORD-2]}; fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "run scenes cpu profile floor verify compare engines lab convert replay --help --version" -- "$word"))
        return
    fi
    case "$command $last" in
    "run --dt" | \
        "run --iterations" | \
        "run --param" | \
        "run --seed" | \
        "run --size" | \
        "run --steps" | \
        "run --substeps" | \
        "run --threads" | \
        "run --variant" | \
        "run --checkpoint-every" | \
        "run --every" | \
        "run --fields" | \
        "run --record-hash" | \
        "profile --param" | \
        "profile --repeat" | \
        "profile --size" | \
        "profile --steps" | \
        "profile --threads" | \
        "profile --warmup" | \
        "profile --trace-steps" | \
        "floor --counted" | \
        "floor --param" | \
        "floor --repeat" | \
        "floor --size" | \
        "floor --steps" | \
        "floor --warmup" | \
        "verify --size" | \
        "verify --steps" | \
        "verify --threads" | \
        "verify --variant" | \
        "verify --param" | \
        "compare --engines" | \
        "compare --limit" | \
        "compare --param" | \
        "compare --repeat" | \
        "compare --seed" | \
        "compare --steps" | \
        "compare --threads" | \
        "compare --variant" | \
        "lab --param" | \
        "lab --repeat" | \
        "lab --seed" | \
        "lab --size" | \
        "lab --steps" | \
        "lab --sweep" | \
        "lab --variant" | \
        "convert --seed" | \
        "convert --size" | \
        "convert --variant" | \
        "convert --param" | \
        "replay --keyframes" | \
        "replay --seek" | \
        "replay --threads" | \
        "replay --until" | \
        "replay --every" | \
        "replay --view") COMPREPLY=(); return ;;
    "run --simd" | \
        "profile --simd" | \
        "floor --simd" | \
        "lab --simd" | \
        "replay --simd") COMPREPLY=($(compgen -W "auto scalar sse2 avx2 avx512 avx2-emulated avx512-emulated" -- "$word")); return ;;
    "run --solver" | \
        "profile --solver" | \
        "verify --solver") COMPREPLY=($(compgen -W "soft_step pgs pgs_split projection" -- "$word")); return ;;
    "run --checkpoint" | \
        "run --csv" | \
        "run --frames" | \
        "run --json" | \
        "run --png" | \
        "run --record" | \
        "run --resume" | \
        "run --svg" | \
        "run --trace" | \
        "profile --from" | \
        "profile --baseline" | \
        "profile --json" | \
        "profile --trace" | \
        "floor --json" | \
        "compare --engine-plugin" | \
        "compare --html" | \
        "compare --json" | \
        "engines --engine-plugin" | \
        "lab --html" | \
        "lab --json" | \
        "convert --output" | \
        "replay --png" | \
        "replay --svg" | \
        "replay --trace") COMPREPLY=($(compgen -f -- "$word")); return ;;
    "run --color" | \
        "replay --color") COMPREPLY=($(compgen -W "speed material" -- "$word")); return ;;
    "compare --size") COMPREPLY=($(compgen -W "N small" -- "$word")); return ;;
    "lab --solvers") COMPREPLY=($(compgen -W "all A,B,.." -- "$word")); return ;;
    esac
    case "$command" in
    run) COMPREPLY=($(compgen -W "--cold --dt --iterations --param --seed --simd --size --sleep --solver --steps --substeps --threads --variant --all --checkpoint --checkpoint-every --color --contacts --csv --every --fields --frames --hash --json --png --quiet --record --record-hash --residual --resume --svg --trace --help --usage --version $_scree_scenes" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    scenes) COMPREPLY=($(compgen -W "--help --usage --version" -- "$word")) ;;
    cpu) COMPREPLY=($(compgen -W "--help --usage --version" -- "$word")) ;;
    profile) COMPREPLY=($(compgen -W "--from --param --repeat --scaling --simd --size --sleep --solver --steps --threads --warmup --all --baseline --json --quiet --trace --trace-steps --help --usage --version $_scree_scenes" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    floor) COMPREPLY=($(compgen -W "--brief --counted --param --repeat --simd --size --steps --warmup --json --quiet --help --usage --version $_scree_scenes" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    verify) COMPREPLY=($(compgen -W "--size --sleep --solver --steps --threads --variant --param --help --usage --version $_scree_scenes all" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    compare) COMPREPLY=($(compgen -W "--engine-plugin --engines --limit --param --repeat --seed --size --sleep --stages --steps --threads --variant --html --json --quiet --help --usage --version $_scree_scenes all" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    engines) COMPREPLY=($(compgen -W "--engine-plugin --help --usage --version" -- "$word")) ;;
    lab) COMPREPLY=($(compgen -W "--param --repeat --seed --simd --size --solvers --steps --sweep --variant --html --json --quiet --help --usage --version $_scree_scenes" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    convert) COMPREPLY=($(compgen -W "--output --schema --seed --size --variant --param --help --usage --version $_scree_scenes" -- "$word") $(compgen -f -X '!*.json' -- "$word") $(compgen -f -X '!*.tmx' -- "$word")) ;;
    replay) COMPREPLY=($(compgen -W "--keyframes --seek --simd --threads --until --color --contacts --every --png --quiet --svg --trace --view --help --usage --version" -- "$word")) ;;
    esac
}
complete -F _scree scree
