#include "report.h"

#include "tools/common/output.h"

static void write_heading(FILE *file, const sc_report *report)
{
    const sc_run_options *options = report->options;
    const scree_counters *counters = &report->outcome.counters;
    fprintf(file, "%s: %d bodies (%d dynamic), %d shapes, size %d", options->scene->name,
            counters->bodies, counters->dynamic_bodies, counters->shapes, report->state->size);
    if (counters->particles > 0)
        fprintf(file, ", %d particles", counters->particles);
    if (options->scene->random)
        fprintf(file, ", seed %llu", (unsigned long long)report->state->seed);
    if (options->scene->choice_count > 0)
    {
        char variant[128];
        scree_scene_variant_text(options->scene, report->state->variant, variant, sizeof variant);
        fprintf(file, ", %s", variant);
    }
    if (report->measurements->before > 0)
    {
        fprintf(file, "\nresumed after step %d; times and judgements cover the steps since then",
                report->measurements->before);
    }
    fprintf(file, "\n%d steps of %.6g s with %d substeps, %s, %d thread%s",
            report->measurements->steps, options->dt, options->substeps,
            scree_simd_name(report->simd), report->threads, report->threads == 1 ? "" : "s");
    if (report->threads < options->threads)
        fprintf(file, " for %d workers", options->threads);
    if (report->sleeps)
        fputs(", sleeping on", file);
    fputc('\n', file);
    if (options->solver != SCREE_SOLVER_SOFT_STEP)
    {
        fprintf(file, "solver %s, %d iterations%s\n", scree_solver_name(options->solver),
                report->iterations, options->cold ? ", no warm starting" : "");
    }
    fputc('\n', file);
}

static void write_stages(FILE *file, const sc_report *report, double step_ms)
{
    fprintf(file, "%-22s %10s %7s\n", "stage", "ms", "share");
    double sum = 0.0;
    for (int i = 0; i < scree_stage_count(); ++i)
    {
        double ms = sc_measurements_stage(report->measurements, i);
        sum += ms;
        if (report->options->all || 100.0 * ms / step_ms >= SC_SHARE_SHOWN)
            fprintf(file, "%-22s %10.4f %6.1f%%\n", scree_stage_name(i), ms, 100.0 * ms / step_ms);
    }
    fprintf(file, "%-22s %10.4f %6.1f%%\n", "between stages", step_ms - sum,
            100.0 * (step_ms - sum) / step_ms);
    fprintf(file, "%-22s %10.4f\n\n", "step", step_ms);
}

static void write_times(FILE *file, const sc_report *report)
{
    sc_statistics times = sc_measurements_times(report->measurements);
    if (times.count > 0 && times.mean > 0.0)
    {
        write_stages(file, report, times.mean);
        fprintf(file, "step ms: mean %.4f, median %.4f, p99 %.4f, max %.4f; the first %.4f\n",
                times.mean, times.median, times.p99, times.max, report->measurements->ms[0]);
        fprintf(file, "speed: %.2f times real time\n", 1e3 * report->options->dt / times.mean);
    }
    else if (report->measurements->steps > 0)
    {
        fprintf(file, "step ms: %.4f\n", report->measurements->ms[0]);
    }
}

static void write_counts(FILE *file, const sc_report *report)
{
    const scree_counters *counters = &report->outcome.counters;
    fprintf(file,
            "last step: %d pairs (%d new), %d contacts, %d points, %d colours, lanes %.1f%% full\n",
            counters->pairs, counters->new_pairs, counters->contacts, counters->points,
            counters->colours, 100.0 * (double)counters->lane_fill);
    if (report->sleeps)
    {
        fprintf(file, "asleep: %d of %d dynamic bodies\n", counters->asleep_bodies,
                counters->dynamic_bodies);
    }
    if (counters->soft_bodies > 0)
    {
        fprintf(file, "soft: %d bodies, %d vertices, %d edges, %d contacts in the last substep\n",
                counters->soft_bodies, counters->soft_vertices, counters->soft_edges,
                counters->soft_contacts);
    }
    if (counters->particles > 0)
    {
        fprintf(file, "particles: %d pairs near each other, %d near shapes\n",
                counters->particle_pairs, counters->particle_shape_pairs);
    }
    fprintf(file, "memory: %.1f MB", 1e-6 * (double)counters->bytes);
    int bodies = counters->bodies + counters->soft_bodies;
    if (bodies > 0)
        fprintf(file, ", %.0f bytes per body all in", (double)counters->bytes / bodies);
    if (counters->contacts > 0)
    {
        fprintf(file, ", %.0f in the contact store per contact",
                (double)counters->contact_bytes / counters->contacts);
    }
    if (report->outcome.peak_bytes > 0.0)
        fprintf(file, "; the program's peak %.1f MB", 1e-6 * report->outcome.peak_bytes);
    fputc('\n', file);
}

static void write_quality(FILE *file, const sc_report *report)
{
    const sc_outcome *outcome = &report->outcome;
    if (outcome->has_penetration)
    {
        fprintf(file, "overlap mm: mean %.3f, p99 %.3f, max %.3f\n",
                1e3 * outcome->penetration.mean, 1e3 * outcome->penetration.p99,
                1e3 * outcome->penetration.max);
    }
    if (report->options->residual)
    {
        fprintf(file, "residual m/s: rms %.3g, max %.3g\n", (double)report->residual.rms,
                (double)report->residual.max);
    }
    fprintf(file, "kinetic energy: %.6g J; escaped: %d", outcome->quality.kinetic_energy,
            outcome->quality.escaped);
    int gone = outcome->counters.disabled_bodies + outcome->counters.stopped_particles;
    if (gone > 0)
        fprintf(file, "; non-finite or out of bounds: %d", gone);
    fputc('\n', file);
    const sc_energy_gains *gains = &report->motion.gains;
    if (gains->judged > 0)
    {
        fprintf(file,
                "mechanisms: %d, of which made energy %d (most: height of %.3g m), past %.0f m/s "
                "%d; fastest %.3g m/s\n",
                gains->judged, gains->gained, gains->max_gain, SC_ENERGY_FAST, gains->fast,
                gains->max_speed);
    }
    const sc_impact_errors *impacts = &report->motion.impacts;
    if (impacts->judged > 0)
    {
        fprintf(file,
                "impacts: %d; worst error along the floor %.3f %%, of the rebound %.3f %%, lost in "
                "sliding %.3f %%\n",
                impacts->judged, 1e2 * impacts->along, 1e2 * impacts->rebound, 1e2 * impacts->lost);
    }
    if (report->options->scene->standing)
    {
        fprintf(file, "stack drift: down %.4f m, sideways %.4f m\n", outcome->quality.top_drop,
                outcome->quality.side_drift);
    }
}

void sc_report_write_text(FILE *file, const sc_report *report)
{
    write_heading(file, report);
    write_times(file, report);
    write_counts(file, report);
    write_quality(file, report);
}
