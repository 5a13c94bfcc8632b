"use strict";

// The charts of a comparison. page.data: subject, engines (name and colour), stages (names), summary and scenes, as
// tools/compare_charts.c writes them.
(() => {
    const {data, colour, chart, short, axis, logAxis, linearAxis, lineOptions} = page;
    const engineName = (index) => data.engines[index].name;
    const engineColour = (index) => colour("engine-" + data.engines[index].colour);
    const faded = (index) => engineColour(index) + "33";
    const atStep = (x) => `step ${Math.round(x)}`;

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
                    const range = dataset.ranges[place];
                    if (!range)
                        return;
                    const [low, high] = range.map((value) => scales.x.getPixelForValue(value));
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
        const others = data.summary.engines;
        const rows = data.summary.scenes.length * Math.max(others.length, 1);
        document.getElementById("summary").parentElement.style.height = `${90 + 15 * rows}px`;
        const all = others.flatMap((other) => other.ratios).filter((ratio) => ratio !== null).flat();
        const reach = {suggestedMin: Math.min(0.9, ...all) / 1.1, suggestedMax: Math.max(1.1, ...all) * 1.1};
        return {
            type: "bar",
            data: {
                labels: data.summary.scenes,
                datasets: others.map((other) => ({
                    label: engineName(other.engine),
                    backgroundColor: engineColour(other.engine),
                    base: 1,
                    categoryPercentage: 0.78,
                    barPercentage: 0.9,
                    data: other.ratios.map((ratio) => ratio && ratio[0]),
                    ranges: other.ratios.map((ratio) => ratio && ratio.slice(1)),
                })),
            },
            options: {
                indexAxis: "y",
                scales: {
                    x: logAxis(`time per step over that of ${data.subject}; right of 1: ${data.subject} is faster`,
                        reach),
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

    const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

    function timeChart(scene) {
        const sets = [];
        for (const row of scene.rows) {
            const points = (values) => values.map((y, i) => ({x: row.at[i], y}));
            const hidden = {band: true, borderWidth: 0, backgroundColor: faded(row.engine)};
            sets.push({...hidden, data: points(row.low)}, {...hidden, data: points(row.high), fill: "-1"});
            sets.push({
                label: engineName(row.engine), data: points(row.ms), at: atStep,
                borderColor: engineColour(row.engine), backgroundColor: engineColour(row.engine),
            });
        }
        const middles = scene.rows.map((row) => middle(row.ms));
        const isWide = Math.max(...middles) > 4 * Math.min(...middles) && Math.min(...middles) > 0;
        const y = isWide ? logAxis("ms per step") : linearAxis("ms per step", {beginAtZero: true});
        return {type: "line", data: {datasets: sets}, options: lineOptions(linearAxis("step"), y)};
    }

    function energyChart(scene) {
        const largest = Math.max(...scene.rows.flatMap((row) => row.energy));
        const floor = largest > 0 ? 1e-9 * largest : 1e-12;
        const sets = scene.rows.map((row) => ({
            label: engineName(row.engine), at: atStep,
            data: row.energy.map((value, i) => ({x: row.sampled[i], y: Math.max(value, floor)})),
            borderColor: engineColour(row.engine), backgroundColor: engineColour(row.engine),
        }));
        return {
            type: "line",
            data: {datasets: sets},
            options: lineOptions(linearAxis("step"), logAxis("kinetic energy, J")),
        };
    }

    function bars(labels, sets, horizontal, title) {
        const value = linearAxis(title, {beginAtZero: true});
        const names = axis("", {grid: {display: false}, ticks: {autoSkip: false}});
        return {
            type: "bar",
            data: {labels, datasets: sets},
            options: {
                indexAxis: horizontal ? "y" : "x",
                scales: horizontal ? {x: value, y: names} : {x: names, y: value},
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
        ({label: engineName(row.engine), data: values, backgroundColor: engineColour(row.engine)});

    const overlapChart = (scene) => bars(["mean", "99th percentile", "largest"],
        scene.rows.map((row) => engineBars(row, row.overlaps)), false, "overlap at the end, mm");

    const stageChart = (scene) => bars(data.stages,
        scene.rows.filter((row) => row.stages).map((row) => engineBars(row, row.stages)), true, "ms per step");

    chart("summary", summaryChart);
    data.scenes.forEach((scene) => {
        chart("time-" + scene.name, () => timeChart(scene));
        chart("energy-" + scene.name, () => energyChart(scene));
        chart("overlap-" + scene.name, () => overlapChart(scene));
        chart("stages-" + scene.name, () => stageChart(scene));
    });
    page.redraw();
})();
