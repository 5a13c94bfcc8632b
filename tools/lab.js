"use strict";

// The charts of the solver lab. page.data: axis (its name), values (on it), bound (mm, of falls) and series with their
// cases, as tools/lab_charts.c writes them.
(() => {
    const {data, colour, chart, short, logAxis, linearAxis, lineOptions} = page;
    const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3]];
    const seriesColour = (series) => colour("engine-" + series.colour);

    // Name of the axis, and what is drawn there if it is less: a logarithm has no zero.
    const measures = {
        residual_rms: ["residual, mm/s", 1e-4],
        residual_max: ["residual, mm/s", 1e-4],
        overlap_mean: ["overlap, mm", 1e-3],
        overlap_max: ["overlap, mm", 1e-3],
        drop: ["tops down, mm", 1e-2],
        side: ["tops sideways, mm", 1e-2],
        energy: ["kinetic energy, J", 1e-9],
        ms: ["ms per step", 1e-5],
    };

    const isWide = (values) => Math.min(...values) > 0 && Math.max(...values) > 4 * Math.min(...values);

    // The axis with ticks where `places` wants them.
    const withTicks = (axis, places) => ({
        ...axis,
        ticks: {...axis.ticks, callback: short, autoSkip: false},
        afterBuildTicks: (scale) => {
            scale.ticks = places.map((value) => ({value}));
        },
    });

    function valueAxis() {
        const {values} = data;
        const axis = isWide(values) ? logAxis(data.axis, {min: values[0], max: values.at(-1)}) : linearAxis(data.axis);
        return values.length <= 8 ? withTicks(axis, values) : axis;
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

    function figureAxis(title) {
        const axis = withTicks(logAxis(title), []);
        axis.afterBuildTicks = (scale) => {
            scale.ticks = decadePlaces(scale).map((value) => ({value}));
        };
        return axis;
    }

    // A little wider than the times.
    function timeAxis(times) {
        const span = {min: 0.9 * Math.min(...times), max: 1.1 * Math.max(...times)};
        const title = "ms per step";
        if (!isWide(times))
            return linearAxis(title, span);
        return withTicks(logAxis(title, span), decadePlaces(span));
    }

    function line(series, points, words) {
        return {
            label: series.name,
            data: points,
            words,
            at: (x) => `${data.axis} ${x}`,
            borderColor: seriesColour(series),
            backgroundColor: seriesColour(series),
            borderDash: dashes[series.dash % dashes.length],
        };
    }

    // Against the axis. What does not depend on it is drawn all along.
    function alongAxis(series, measure, floor) {
        const points = [];
        for (const one of series.cases.filter((one) => one[measure] !== null)) {
            const y = Math.max(one[measure], floor);
            if (one.x !== null)
                points.push({x: one.x, y});
            else
                points.push({x: data.values[0], y}, {x: data.values.at(-1), y});
        }
        return line(series, points, null);
    }

    // Against time, in the order of the axis.
    function alongTime(series, measure, floor) {
        const cases = series.cases.filter((one) => one[measure] !== null && one.ms !== null);
        const points = cases.map((one) => ({x: one.ms, y: Math.max(one[measure], floor)}));
        return line(series, points, cases.map((one) => one.words));
    }

    // Where a fall begins to count as one.
    function boundLine(sets) {
        const xs = sets.flatMap((set) => set.data.map((point) => point.x));
        const ends = [Math.min(...xs), Math.max(...xs)];
        return {
            band: true, data: ends.map((x) => ({x, y: data.bound})), pointRadius: 0, borderWidth: 1,
            borderColor: colour("bad"), borderDash: [4, 4],
        };
    }

    function configure(measure, overTime) {
        const [title, floor] = measures[measure];
        const sets = data.series.map((series) => (overTime ? alongTime : alongAxis)(series, measure, floor))
            .filter((set) => set.data.length > 0);
        const times = sets.flatMap((set) => set.data.map((point) => point.x));
        const x = overTime ? timeAxis(times) : valueAxis();
        const isFall = measure === "drop" || measure === "side";
        const options = lineOptions(x, figureAxis(title));
        options.elements.point.radius = 3;
        if (overTime) {
            // The point, not the time, says which setting it is.
            options.interaction = {mode: "nearest", intersect: false};
            options.plugins.tooltip.callbacks.title = (items) =>
                items.length > 0 ? items[0].dataset.words[items[0].dataIndex] : "";
        }
        if (isFall && data.bound !== null && times.length > 0)
            sets.push(boundLine(sets));
        return {type: "line", data: {datasets: sets}, options};
    }

    // One line for each case of the series: pale ones did little, strong ones much.
    function energyOverTime(series) {
        const count = series.cases.length;
        const shade = (index) => {
            const share = count > 1 ? 0.25 + 0.75 * index / (count - 1) : 1;
            return seriesColour(series) + Math.round(255 * share).toString(16).padStart(2, "0");
        };
        const floor = measures.energy[1];
        const sets = series.cases.map((one, index) => ({
            label: one.words.split(",")[0],
            data: one.steps.map((step, i) => ({x: step, y: Math.max(one.over_time[i], floor)})),
            at: (x) => `step ${x}`,
            borderColor: shade(index),
            backgroundColor: shade(index),
        }));
        return {
            type: "line",
            data: {datasets: sets},
            options: lineOptions(linearAxis("step"), figureAxis(measures.energy[0])),
        };
    }

    for (const measure of Object.keys(measures)) {
        chart(measure + "-x", () => configure(measure, false));
        chart(measure + "-ms", () => configure(measure, true));
    }
    data.series.forEach((series, index) => chart("time-" + index, () => energyOverTime(series)));
    page.redraw();
})();
