// The report of `scree compare`.
page.reports.compare = (data) => {
    const {element, list, section, table, td, rowTitle, range, wideCell, short, colour, figure, figures} = page;
    const {axis, logAxis, linearAxis, lineOptions, thinned} = page;
    const {subject, engines, scenes} = data;
    const names = engines.map((engine) => engine.name);
    const others = names.filter((name) => name !== subject);
    const hasMany = scenes.length + data.left_out.length > 1;
    const subjectRow = (scene) => scene.engines.find((row) => row.engine === subject);
    const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

    // Each engine keeps its colour from report to report; further ones of scree get their own.
    const colours = names.map((name, index) => {
        const base = name.split(":")[0];
        const known = ["scree", "reference", "box2d-2.4", "box2d-3", "chipmunk"];
        const earlier = names.slice(0, index).filter((other) => other.split(":")[0] === base).length;
        return earlier === 0 && known.includes(base) ? known.indexOf(base) : known.length + (earlier + 2) % 3;
    });
    const colourNumber = (name) => colours[names.indexOf(name)];
    const engineColour = (name) => colour("engine-" + colourNumber(name));
    const engineTitle = (name) => rowTitle(name, colourNumber(name));

    const ratioText = (ratio) => ratio.toFixed(ratio < 1 ? 3 : ratio < 10 ? 2 : ratio < 100 ? 1 : 0);

    // The middle ratio with its range, in the colour of the verdict.
    function ratioCell(ratio, verdict) {
        if (!ratio || ratio.median === null)
            return "–";
        const className = {faster: "good", slower: "poor"}[verdict] ?? "";
        return [element("span", className, ratioText(ratio.median)), element("br"),
            range(ratioText(ratio.min), ratioText(ratio.max))];
    }

    const ms = (value, digits = 4) => value === null ? "–" : value.toFixed(digits);
    const spreadCell = (spread) => spread.median === null ? "–" :
        [ms(spread.median), element("br"), range(ms(spread.min), ms(spread.max))];

    function leadItems() {
        return data.summary.filter((row) => row.scenes > 0).map((row) =>
            `${row.engine} takes ${ratioText(row.geometric_mean_ratio)} times as long as ${subject} in geometric ` +
            `mean over ${plural(row.scenes, "scene")} (${ratioText(row.lowest_ratio)} to ` +
            `${ratioText(row.highest_ratio)}). ${subject} is faster in ${row.subject_faster}, slower in ` +
            `${row.subject_slower}; in ${row.no_verdict} the spread allows no verdict.`);
    }

    function engineTable() {
        const rows = engines.map((engine) => [
            engineTitle(engine.name),
            td(`${engine.version}; ${engine.build}${engine.simd === null ? "" : `; runs on ${engine.simd}`}`, "text"),
            engine.threads,
            td(engine.notes.split("`").map((part, index) => index % 2 ? element("code", "", part) : part), "text"),
        ]);
        return table([["engine"], ["version and build"], "threads", ["how the scene's settings are mapped"]],
            rows, "stacked");
    }

    const sleeping = scenes.filter((scene) => scene.sleep).length;
    const sleep = sleeping === 0 ? "Sleeping is off everywhere." :
        `Bodies may fall asleep, by each engine's own rules${sleeping < scenes.length ? ", in scenes that say so" : ""}.`;

    const method = () => [
        "Every engine gets the same bodies, shapes, densities, surfaces and time step, and the same substeps if it " +
            `has any; the table above lists the other differences. ${sleep} Only the call that steps the world ` +
            `is timed, ${data.threads > 1 ? "by the clock, which includes other work of the machine." :
                "by the processor time of its thread, which excludes waiting."}`,
        `${plural(data.rounds, "round")}, all in one process: each round runs every engine once, in another order. ` +
            "The times exclude the first step, which finds all contacts; it has a column of its own.",
        `A ratio is the mean step time of an engine over that of ${subject} in the same round. The tables show the ` +
            `median of the rounds with the lowest and the highest. Above 1, ${subject} is faster.`,
        `A verdict needs at least ${data.verdict_min_rounds} rounds of runs of the same length. The range of the ` +
            "ratios, widened by half its width to each side, must lie more than " +
            `${(100 * data.verdict_margin).toFixed(0)}% away from 1, and the ratios of the median step times must ` +
            "agree with it.",
        "Overlap, drift, energy and escapes are computed from positions and shapes alone, by the same code for every " +
            `engine, at the end of the first round. A marked figure of ${subject} is more than a tenth (and 0.05 mm, ` +
            "1 mm of drift, 0.001 J) worse than that of another engine whose stacks did not fall.",
    ];

    function summarySection() {
        const rows = scenes.map((scene) => {
            const own = subjectRow(scene);
            const link = element("a", "", scene.scene);
            link.href = "#" + scene.scene;
            return [rowTitle(link), scene.bodies, own.runs[0].counts.contacts, ms(own.mean_ms.median),
                ...scene.engines.filter((row) => row !== own).map((row) =>
                    ratioCell(row.against_subject.ratio, row.against_subject.subject_is))];
        });
        const means = data.summary.map((row) => row.scenes === 0 ? "–" :
            [`${ratioText(row.geometric_mean_ratio)} `, element("span", "range", `of ${row.scenes}`)]);
        rows.push([rowTitle("geometric mean"), "", "", "", ...means]);
        const columns = [["scene"], "bodies", "contacts", `${subject}, ms per step`];
        return section("all-scenes", "All scenes",
            table([...columns, ...others.map((name) => `${name} / ${subject}`)], rows),
            element("p", "soft", `Time per step over that of ${subject}, with the lowest and highest round. Green: a ` +
                `verdict that ${subject} is faster; red: slower; no colour: no verdict. Contacts are those of ` +
                `${subject} after the last step.`),
            others.length === 0 ? null : figure("summary",
                "Ratio of each scene, on a logarithmic axis; the black line spans the rounds", summaryChart,
                90 + 15 * scenes.length * others.length));
    }

    // The lowest and the highest round, drawn over each bar.
    const whiskers = {
        id: "whiskers",
        afterDatasetsDraw(drawn) {
            const {ctx, scales} = drawn;
            drawn.data.datasets.forEach((dataset, index) => {
                if (!dataset.ranges || !drawn.isDatasetVisible(index))
                    return;
                ctx.save();
                ctx.strokeStyle = colour("ink");
                ctx.lineWidth = 1.2;
                ctx.beginPath();
                drawn.getDatasetMeta(index).data.forEach((bar, place) => {
                    const ends = dataset.ranges[place];
                    if (!ends)
                        return;
                    const [low, high] = ends.map((value) => scales.x.getPixelForValue(value));
                    ctx.moveTo(low, bar.y);
                    ctx.lineTo(high, bar.y);
                    for (const end of [low, high]) {
                        ctx.moveTo(end, bar.y - 3);
                        ctx.lineTo(end, bar.y + 3);
                    }
                });
                ctx.stroke();
                ctx.restore();
            });
        },
    };

    function summaryChart() {
        const ratios = (name) => scenes.map((scene) => {
            const {ratio} = scene.engines.find((row) => row.engine === name).against_subject;
            return ratio.median === null ? null : ratio;
        });
        const all = others.flatMap(ratios).filter((ratio) => ratio !== null)
            .flatMap((ratio) => [ratio.median, ratio.min, ratio.max]);
        const reach = {suggestedMin: Math.min(0.9, ...all) / 1.1, suggestedMax: Math.max(1.1, ...all) * 1.1};
        return {
            type: "bar",
            data: {
                labels: scenes.map((scene) => scene.scene),
                datasets: others.map((name) => ({
                    label: name,
                    backgroundColor: engineColour(name),
                    base: 1,
                    categoryPercentage: 0.78,
                    barPercentage: 0.9,
                    data: ratios(name).map((ratio) => ratio && ratio.median),
                    ranges: ratios(name).map((ratio) => ratio && [ratio.min, ratio.max]),
                })),
            },
            options: {
                indexAxis: "y",
                scales: {
                    x: logAxis(`time per step over that of ${subject}; right of 1: ${subject} is faster`, reach),
                    y: axis("", {grid: {display: false}, ticks: {autoSkip: false}}),
                },
                plugins: {
                    legend: {labels: {boxWidth: 12, boxHeight: 12}},
                    tooltip: {callbacks: {label: (item) => {
                        const [low, high] = item.dataset.ranges[item.dataIndex];
                        return `${item.dataset.label}: ${short(item.parsed.x)} (${short(low)} to ${short(high)})`;
                    }}},
                },
            },
            plugins: [whiskers],
        };
    }

    const middle = (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        return 0.5 * (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]);
    };
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const didRun = (row, steps) => row.runs.length > 0 && row.runs[0].steps >= steps;
    const atStep = (x) => `step ${Math.round(x)}`;

    // The run's steps after the first in bins: over the rounds the middle, lowest and highest mean of each bin.
    function timesInBins(row) {
        const {steps} = row.runs[0];
        const runs = row.runs.filter((run) => run.steps === steps);
        const count = Math.min(steps - 1, 200);
        return Array.from({length: count}, (_, bin) => {
            const edge = (index) => 1 + Math.floor((steps - 1) * index / count);
            const means = runs.map((run) => mean(run.ms.slice(edge(bin), edge(bin + 1))));
            const x = 0.5 * (edge(bin) + edge(bin + 1) + 1);
            return {x, low: Math.min(...means), middle: middle(means), high: Math.max(...means)};
        });
    }

    function timeChart(rows) {
        const sets = [];
        const middles = [];
        for (const row of rows) {
            const bins = timesInBins(row);
            const points = (which) => bins.map((bin) => ({x: bin.x, y: bin[which]}));
            const band = {band: true, borderWidth: 0, backgroundColor: engineColour(row.engine) + "33"};
            sets.push({...band, data: points("low")}, {...band, data: points("high"), fill: "-1"});
            sets.push({
                label: row.engine, data: points("middle"), at: atStep,
                borderColor: engineColour(row.engine), backgroundColor: engineColour(row.engine),
            });
            middles.push(middle(bins.map((bin) => bin.middle)));
        }
        const isWide = Math.max(...middles) > 4 * Math.min(...middles) && Math.min(...middles) > 0;
        const y = isWide ? logAxis("ms per step") : linearAxis("ms per step", {beginAtZero: true});
        return {type: "line", data: {datasets: sets}, options: lineOptions(linearAxis("step"), y)};
    }

    function energyChart(rows) {
        const energies = rows.map((row) => row.runs[0].quality.kinetic_energy);
        const largest = Math.max(...energies.flat());
        const floor = largest > 0 ? 1e-9 * largest : 1e-12;
        const sets = rows.map((row, index) => {
            const steps = thinned(row.runs[0].quality.sample_steps, 200);
            const values = thinned(energies[index], 200);
            return {
                label: row.engine, at: atStep,
                data: steps.map((x, i) => ({x, y: Math.max(values[i], floor)})),
                borderColor: engineColour(row.engine), backgroundColor: engineColour(row.engine),
            };
        });
        return {
            type: "line",
            data: {datasets: sets},
            options: lineOptions(linearAxis("step"), logAxis("kinetic energy, J")),
        };
    }

    function bars(labels, sets, horizontal, title) {
        const value = linearAxis(title, {beginAtZero: true});
        const labelled = axis("", {grid: {display: false}, ticks: {autoSkip: false}});
        return {
            type: "bar",
            data: {labels, datasets: sets},
            options: {
                indexAxis: horizontal ? "y" : "x",
                scales: horizontal ? {x: value, y: labelled} : {x: labelled, y: value},
                plugins: {
                    legend: {labels: {boxWidth: 12, boxHeight: 12}},
                    tooltip: {callbacks: {label: (item) => {
                        const number = horizontal ? item.parsed.x : item.parsed.y;
                        return `${item.dataset.label}: ${short(number)}`;
                    }}},
                },
            },
        };
    }

    const engineBars = (row, values) =>
        ({label: row.engine, data: values, backgroundColor: engineColour(row.engine)});

    const overlapChart = (rows) => bars(["mean", "99th percentile", "largest"],
        rows.map(({engine, quality}) => engineBars({engine},
            [quality.overlap_mean, quality.overlap_p99, quality.overlap_max].map((value) => value && 1e3 * value))),
        false, "overlap at the end, mm");

    const stageChart = (rows) => bars(Object.keys(rows[0].stages_ms),
        rows.map((row) => engineBars(row, Object.values(row.stages_ms))), true, "ms per step");

    function sceneFigures(scene) {
        const rows = scene.engines.filter((row) => didRun(row, 2));
        const staged = rows.filter((row) => Object.keys(row.stages_ms).length > 0);
        const id = (kind) => `${kind}-${scene.scene}`;
        return rows.length === 0 ? null : figures(
            figure(id("time"), "Time per step over the run, without the first step: line, the middle round; band, " +
                "lowest to highest round", () => timeChart(rows)),
            figure(id("energy"), "Kinetic energy over the run; values below a billionth of the largest are drawn there",
                () => energyChart(rows)),
            staged.length === 0 ? null : figure(id("stages"),
                "Stages of a step of scree, mean; other engines have times of whole steps only", () => stageChart(staged),
                20 * Object.keys(staged[0].stages_ms).length),
            figure(id("overlap"), "How deep touching shapes lie in each other", () => overlapChart(rows)));
    }

    // A table with a row of `cells` for each engine that took a step.
    function engineRows(scene, columns, cells) {
        return table([["engine"], ...columns], scene.engines.map((row) => [engineTitle(row.engine),
            ...(didRun(row, 1) ? cells(row) : [wideCell(columns.length, "did not run")])]));
    }

    function timeTable(scene) {
        const columns = ["mean, ms", "median, ms", "p99, ms", "largest, ms", "first step, ms", "building, ms",
            "ratio of means", "ratio of medians"];
        return engineRows(scene, columns, (row) => [
            spreadCell(row.mean_ms), spreadCell(row.median_ms), ms(row.p99_ms.median), ms(row.max_ms.median),
            ms(row.first_ms.median, 3), ms(row.build_ms.median, 2),
            ratioCell(row.against_subject?.ratio, row.against_subject?.subject_is),
            ratioCell(row.against_subject?.median_ratio),
        ]);
    }

    // Title of each figure of quality, and how it is shown.
    const inMillimetres = (value) => (1e3 * value).toFixed(3);
    const qualityColumns = {
        overlap_mean: ["overlap mean, mm", inMillimetres],
        overlap_p99: ["overlap p99, mm", inMillimetres],
        overlap_max: ["overlap max, mm", inMillimetres],
        top_drop: ["drift down, mm", inMillimetres],
        side_drift: ["drift sideways, mm", inMillimetres],
        kinetic_energy: ["energy at end, J", short],
        escaped: ["escaped", String],
        joint_error_rms: ["joint error rms, mm", inMillimetres],
        joint_error_max: ["joint error max, mm", inMillimetres],
    };
    const mechanismColumns = {
        energy_gained: ["made energy", String],
        past_100_m_s: ["past 100 m/s", String],
        max_energy_gain: ["energy made, as a height, m", short],
        max_speed: ["fastest, m/s", short],
    };
    const inPercent = (value) => short(100 * value);
    const impactColumns = {
        along_error: ["error along the floor, %", inPercent],
        rebound_error: ["error of the rebound, %", inPercent],
        slide_loss: ["lost in sliding, %", inPercent],
    };

    function qualityTable(scene) {
        const worse = new Set(scene.engines.flatMap((row) => row.against_subject?.subject_is_worse_in ?? []));
        const isOfTops = (figureName) => figureName === "top_drop" || figureName === "side_drift";
        const isOfJoints = (figureName) => figureName.startsWith("joint_error");
        const shown = {...qualityColumns, ...(scene.mechanisms ? mechanismColumns : {}),
            ...(scene.impacts ? impactColumns : {})};
        const cell = (row, figureName) => {
            const value = row.quality[figureName];
            if ((isOfTops(figureName) && !scene.standing) || (isOfJoints(figureName) && scene.joints === 0))
                return td("-");
            return td(value === null ? "no number" : shown[figureName][1](value),
                row.engine === subject && worse.has(figureName) ? "worse" : "");
        };
        const columns = Object.values(shown).map(([title]) => title);
        return engineRows(scene, columns, (row) => Object.keys(shown).map((name) => cell(row, name)));
    }

    function workTable(scene) {
        const columns = ["bodies", "shapes", "mass, kg", "pairs", "contacts", "contacts, mean of run", "touching pairs",
            "asleep", "steps taken", "rounds agree"];
        return engineRows(scene, columns, (row) => {
            const {counts, steps} = row.runs[0];
            return [counts.bodies, counts.shapes, Number(counts.mass.toPrecision(6)), counts.pairs ?? "–",
                counts.contacts, counts.mean_contacts.toFixed(0), counts.touching, counts.asleep ?? "–", steps,
                row.same_end_in_every_round ? "yes" : "no"];
        });
    }

    function verdicts(scene) {
        return list("", scene.engines.filter((row) => row.engine !== subject).map(({against_subject: against}) => {
            const quality = against.quality_sentence === null ? [] :
                [" ", element("span", against.fell_unlike_subject ? "" : "poor", `${against.quality_sentence}.`)];
            return [`${against.sentence}.`, ...quality];
        }));
    }

    const sceneSection = (scene) => section(scene.scene, scene.scene,
        element("p", "", `${page.sceneText(scene, scene.steps, scene.dt)} with ${scene.substeps} substeps${scene.sleep ? ", sleeping on" : ""}.`),
        others.length > 0 ? verdicts(scene) : null,
        sceneFigures(scene),
        element("h3", "", "Time per step"), timeTable(scene),
        element("h3", "", "Quality"), qualityTable(scene),
        element("h3", "", "Work"), workTable(scene),
        element("p", "soft", "Bodies, shapes, mass of moving bodies, pairs and contacts (with at least one point) are " +
            "each engine's own count after the last step; touching pairs are counted by the judge from positions. " +
            "Rounds agree: they ended in the same positions, bit for bit."));

    return {title: "scree compared with other engines", content: [
        element("h1", "", "One scene, several physics engines"),
        element("p", "lead", `The time per step of ${subject} beside that of other 2D engines on the same scenes, on ` +
            "the same machine, in the same run, with the quality of each result beside its time."),
        hasMany ? list("lead", leadItems()) : null,
        element("h3", "", "Machine and build"), page.facts(data.context),
        element("h3", "", "Engines"), engineTable(),
        element("h3", "", "How this was measured"), list("", method()),
        ...data.left_out.map((one) => element("p", "soft", `Left out: ${one.scene}, ${one.reason}.`)),
        hasMany ? summarySection() : null,
        ...scenes.map(sceneSection),
    ]};
};
