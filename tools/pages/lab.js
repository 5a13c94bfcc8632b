// The report of `scree lab`.
page.reports.lab = (data) => {
    const {element, list, section, table, td, rowTitle, wideCell, short, colour, figure, figures} = page;
    const {logAxis, linearAxis, lineOptions, thinned} = page;
    const {scene, cases} = data;
    const values = data.sweeps[data.axis];
    const solvers = Object.keys(data.cheapest);
    const isWatched = data.bound !== null;
    const bound = 1e3 * data.bound;
    const colours = {soft_step: 0, "box2d-3": 1, pgs: 2, pgs_split: 3, projection: 4};
    const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3]];
    const solverTitle = (solver) => rowTitle(solver, colours[solver]);
    const axisTitle = data.axis === "iterations" && solvers.includes("soft_step") ?
        "iterations (soft_step: substeps)" : data.axis;

    // The figures of a case: what a page shows for one unit, title in the table of all, name of the axis, and what is
    // drawn there if it is less: a logarithm has no zero.
    const measures = {
        residual_rms: [1e3, "residual, mm/s", "residual, mm/s", 1e-4],
        residual_max: [1e3, "largest, mm/s", "residual, mm/s", 1e-4],
        overlap_mean: [1e3, "overlap, mm", "overlap, mm", 1e-3],
        overlap_max: [1e3, "largest, mm", "overlap, mm", 1e-3],
        drop: [1e3, "drift down, mm", "drift down, mm", 1e-2],
        side: [1e3, "sideways, mm", "drift sideways, mm", 1e-2],
        energy: [1, "energy, J", "kinetic energy, J", 1e-9],
        ...(scene.joints > 0 ? {
            joint_error_rms: [1e3, "joint error, mm", "joint error, mm", 1e-4],
            joint_error_max: [1e3, "largest, mm", "joint error, mm", 1e-4],
        } : {}),
        ...(scene.mechanisms ? {
            energy_gained: [1, "made energy", "mechanisms", 0.1],
            past_100_m_s: [1, "past 100 m/s", "mechanisms", 0.1],
            max_speed: [1, "fastest, m/s", "fastest, m/s", 1e-3],
        } : {}),
    };
    const msMeasure = [1, "ms per step", "ms per step", 1e-5];
    const measureOf = (measure) => measures[measure] ?? msMeasure;

    // A figure in the unit of the page, or null.
    function figureOf(one, measure) {
        const value = measure === "ms" ? one.ms.median : one[measure];
        return value === null ? null : measureOf(measure)[0] * value;
    }

    // Three digits, and an exponent only where the number would be long without.
    function figureText(one, measure) {
        const value = figureOf(one, measure);
        if (value === null)
            return "-";
        const size = Math.abs(value);
        if (size >= 1e5 || (size > 0 && size < 1e-3))
            return value.toExponential(1).replace("e+", "e");
        return size >= 1e3 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
    }

    // Cases of one series differ by the axis only. The last series of a solver, with the largest values (warm, not
    // cold), is drawn through.
    const series = [];
    for (const one of cases) {
        if (series.at(-1)?.name !== one.series)
            series.push({name: one.series, solver: one.solver, cases: []});
        series.at(-1).cases.push(one);
    }
    const dashOf = (own) => dashes[
        series.slice(series.indexOf(own) + 1).filter((other) => other.solver === own.solver).length % dashes.length];
    const seriesColour = ({solver}) => colour("engine-" + colours[solver]);

    const timeCells = ({ms}) => ms.median === null ? ["–", "–"] :
        [ms.median.toFixed(4), td(`${ms.min.toFixed(4)} to ${ms.max.toFixed(4)}`, "range")];

    function cheapestSection() {
        const title = "Cheapest setting that keeps it standing";
        if (!isWatched) {
            return section("cheapest", title,
                element("p", "", "The scene has no tops to watch: whether it stands is not asked."));
        }
        const rows = solvers.map((solver) => {
            const place = data.cheapest[solver];
            if (place === null)
                return [solverTitle(solver), wideCell(7, "none of those tried")];
            const one = cases[place];
            const best = place === data.best ? [" ", element("strong", "good", "best")] : [];
            return [solverTitle(solver), td([one.label, ...best], "label"), ...timeCells(one),
                ...["drop", "side", "overlap_max", "energy"].map((measure) => figureText(one, measure))];
        });
        return section("cheapest", title,
            element("p", "", `It stands if in no sample any watched top is ${bound.toFixed(0)} mm or more below its ` +
                "place or beside it (half of its own size, or a twentieth of its height if that is less), and " +
                "nothing has escaped."),
            table([["solver"], ["setting"], "ms per step", "lowest to highest", "drift down, mm", "drift sideways, mm",
                "largest overlap, mm", "kinetic energy, J"], rows));
    }

    const warmSection = () => section("warm", "Warm starting",
        list("", data.warm_starting.map((entry) => entry.sentence)),
        element("p", "soft", "Of the numbers that were tried; the residual is the root of the mean square."));

    function standsCell({stands, failed}) {
        const [text, className] = stands === null ? ["-", ""] : stands ? ["yes", "good"] : ["no", "poor"];
        return td(failed ? "not finite" : text, className);
    }

    function allSection() {
        const rows = cases.map((one) => [
            solverTitle(one.solver), td(one.label, "label"),
            standsCell(one),
            ...timeCells(one), ...Object.keys(measures).map((measure) => figureText(one, measure)),
            one.escaped, one.contacts.toFixed(0),
        ]);
        return section("all", "All figures", table([["solver"], ["setting"], "stands", "ms per step",
            "lowest to highest", ...Object.values(measures).map(([, title]) => title), "escaped", "contacts"], rows));
    }

    const method = () => [
        `${cases.length} settings. Each is judged in one run and timed in ${data.rounds} more, in which nothing else ` +
            "is measured; the timed runs of all settings take turns, forwards and backwards. A time per step is the " +
            "middle one, over these rounds, of the median time of the steps after the first.",
        "soft_step has no iterations: where iterations are swept, it is run with that many substeps. The others take " +
            "1 substep a step unless substeps are swept.",
        "Residual: how far the velocities at the end of a step are from solving its contacts, over all contact " +
            "points; the same measure for every solver. It does not count friction.",
        "Overlap, drift, energy and escapes are computed from positions and shapes alone, every " +
            `${data.sample_every} steps.`,
        "Residual, overlap and energy are of the second half of the run; falls and ways sideways are the furthest of " +
            "the whole run." + (scene.joints > 0 ? " The error of joints is how far apart they hold what they " +
            "should hold together: root of the mean square over joints and the second half of the run, and largest." :
            " The scene has no joints, so there is no error of joints."),
        ...(scene.mechanisms ? ["A mechanism made energy if at the end of some step it had more than at the start, by " +
            "what lifts it by 0.1 m; what motors can have done is taken off."] : []),
    ];

    const isWide = (numbers) => Math.min(...numbers) > 0 && Math.max(...numbers) > 4 * Math.min(...numbers);

    // The axis with ticks where `places` wants them.
    const withTicks = (axis, places) => ({
        ...axis,
        ticks: {...axis.ticks, callback: short, autoSkip: false},
        afterBuildTicks: (scale) => {
            scale.ticks = places(scale).map((value) => ({value}));
        },
    });

    function valueAxis() {
        const axis = isWide(values) ? logAxis(axisTitle, {min: values[0], max: values.at(-1)}) : linearAxis(axisTitle);
        return values.length <= 8 ? withTicks(axis, () => values) : axis;
    }

    // 1, 2, 5 of each decade, or some of the decades alone where there are many.
    function decadePlaces({min, max}) {
        const decades = Math.log10(max / min);
        const leads = decades > 2.5 ? [1] : [1, 2, 5];
        const stride = Math.ceil(decades / 8);
        const places = [];
        for (let decade = Math.floor(Math.log10(min)); 10 ** decade <= max; ++decade) {
            if (decade % stride === 0)
                places.push(...leads.map((lead) => Number(`${lead}e${decade}`)));
        }
        return places.filter((place) => place >= min && place <= max);
    }

    const figureAxis = (measure) => withTicks(logAxis(measureOf(measure)[2]), decadePlaces);

    // A little wider than the times.
    function timeAxis(times) {
        const span = {min: 0.9 * Math.min(...times), max: 1.1 * Math.max(...times)};
        return isWide(times) ? withTicks(logAxis("ms per step", span), () => decadePlaces(span)) :
            linearAxis("ms per step", span);
    }

    function line(own, points, labels) {
        return {
            label: own.name,
            data: points,
            labels,
            at: (x) => `${axisTitle} ${x}`,
            borderColor: seriesColour(own),
            backgroundColor: seriesColour(own),
            borderDash: dashOf(own),
        };
    }

    const drawn = (one, measure) => Math.max(figureOf(one, measure), measureOf(measure)[3]);

    // Against the axis. What does not depend on it is drawn all along.
    function alongAxis(own, measure) {
        const shown = own.cases.filter((one) => figureOf(one, measure) !== null);
        return line(own, shown.flatMap((one) => (one.x !== null ? [one.x] : [values[0], values.at(-1)])
            .map((x) => ({x, y: drawn(one, measure)}))), null);
    }

    // Against time, in the order of the axis.
    function alongTime(own, measure) {
        const shown = own.cases.filter((one) => figureOf(one, measure) !== null && one.ms.median !== null);
        return line(own, shown.map((one) => ({x: one.ms.median, y: drawn(one, measure)})),
            shown.map((one) => one.label));
    }

    // Where a fall begins to count as one.
    function boundLine(xs) {
        return {
            band: true, data: [Math.min(...xs), Math.max(...xs)].map((x) => ({x, y: bound})), pointRadius: 0,
            borderWidth: 1, borderColor: colour("poor"), borderDash: [4, 4],
        };
    }

    function measureChart(measure, overTime) {
        const sets = series.map((own) => (overTime ? alongTime : alongAxis)(own, measure))
            .filter((set) => set.data.length > 0);
        const xs = sets.flatMap((set) => set.data.map((point) => point.x));
        const options = lineOptions(overTime ? timeAxis(xs) : valueAxis(), figureAxis(measure));
        options.elements.point.radius = 3;
        if (overTime) {
            // The point, not the time, says which setting it is.
            options.interaction = {mode: "nearest", intersect: false};
            options.plugins.tooltip.callbacks.title = (items) =>
                items.length > 0 ? items[0].dataset.labels[items[0].dataIndex] : "";
        }
        if ((measure === "drop" || measure === "side") && isWatched && xs.length > 0)
            sets.push(boundLine(xs));
        return {type: "line", data: {datasets: sets}, options};
    }

    // One line for each case of the series: pale ones did little, strong ones much.
    function energyOverTime(own) {
        const count = own.cases.length;
        const shade = (index) => {
            const strength = count > 1 ? 0.25 + 0.75 * index / (count - 1) : 1;
            return seriesColour(own) + Math.round(255 * strength).toString(16).padStart(2, "0");
        };
        const sets = own.cases.map((one, index) => {
            const energies = thinned(one.samples.kinetic_energy, 120);
            return {
                label: one.label.split(",")[0],
                data: thinned(one.samples.step, 120).map((x, i) => ({x, y: Math.max(energies[i], measures.energy[3])})),
                at: (x) => `step ${x}`,
                borderColor: shade(index),
                backgroundColor: shade(index),
            };
        });
        return {
            type: "line",
            data: {datasets: sets},
            options: lineOptions(linearAxis("step"), figureAxis("energy")),
        };
    }

    // A measure against the axis and against time.
    const pair = (measure, caption) => [
        figure(measure + "-x", `${caption}, against ${data.axis}`, () => measureChart(measure, false)),
        figure(measure + "-ms", `${caption}, against time per step`, () => measureChart(measure, true)),
    ];

    const figureSections = () => [
        section("residual", "Residual", figures(
            ...pair("residual_rms", "Root mean square over points and samples"),
            ...pair("residual_max", "Worst point of all samples"))),
        section("overlap", "Penetration", figures(
            ...pair("overlap_mean", "Mean overlap of touching shapes"),
            ...pair("overlap_max", "Deepest overlap of all samples"))),
        isWatched ? section("drift", "Drift", figures(
            ...pair("drop", "Deepest fall of a top; dashed: where it has fallen"),
            ...pair("side", "Furthest way of a top sideways; dashed: where it has fallen"))) : null,
        scene.joints > 0 ? section("joints", "Joints", figures(
            ...pair("joint_error_rms", "Joint error, root mean square"),
            ...pair("joint_error_max", "Largest joint error of all samples"))) : null,
        scene.mechanisms ? section("mechanisms", "Mechanisms", figures(
            ...pair("energy_gained", "Mechanisms that made energy"),
            ...pair("max_speed", "Fastest body of the run"))) : null,
        section("energy", "Energy", figures(
            ...pair("energy", "Mean kinetic energy"),
            ...series.map((own, index) => figure(`time-${index}`, `${own.name}: kinetic energy over the run`,
                () => energyOverTime(own))))),
        section("time", "Time", figures(figure("ms-x", "Median time per step", () => measureChart("ms", false)))),
    ];

    const title = `Solvers on ${scene.name}`;
    return {title, content: [
        element("h1", "", title),
        element("p", "lead", "What each solver costs on one scene, and what it is worth: residual, penetration, " +
            "drift and energy against the number of its passes and against the time that they take."),
        element("p", "", `${page.sceneText(scene, data.steps, data.dt)}` +
            `${data.shortened ? ", fewer than the scene's own" : ""}.`),
        cheapestSection(),
        data.warm_starting.length > 0 ? warmSection() : null,
        ...(page.hasCharts ? figureSections() : []),
        allSection(),
        section("method", "Method", element("h3", "", "How this was measured"), list("", method()),
            element("h3", "", "Machine and build"), page.facts(data.context)),
    ]};
};
