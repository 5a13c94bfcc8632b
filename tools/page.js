"use strict";

// What the scripts of all pages share: the page's data, colours of the style sheet, and charts that are drawn again
// when the colours change.
const page = (() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const makers = [];
    let charts = [];

    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

    function redraw() {
        charts.forEach((chart) => chart.destroy());
        Chart.defaults.color = colour("soft");
        Chart.defaults.borderColor = colour("grid");
        Chart.defaults.animation = false;
        Chart.defaults.responsive = true;
        Chart.defaults.maintainAspectRatio = false;
        Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
        charts = makers.map((make) => make());
    }

    // Registers the chart of the canvas `id`: `configure` returns what Chart.js wants, with the colours of the moment.
    function chart(id, configure) {
        const canvas = document.getElementById(id);
        if (canvas !== null)
            makers.push(() => new Chart(canvas, configure()));
    }

    // Three figures, without an exponent where the number is short without one.
    function short(value) {
        if (value === 0)
            return "0";
        const size = Math.abs(value);
        if (size >= 1e5 || size < 1e-4)
            return value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
        return String(Number(value.toPrecision(3)));
    }

    function axis(title, more) {
        return {title: {display: title !== "", text: title}, grid: {color: colour("grid")}, ...more};
    }

    // Ticks at 1, 2, 5 of each decade, or at the decades alone where there are many.
    function logAxis(title, more) {
        const callback = function (value) {
            const decades = Math.log10(this.max / this.min);
            const lead = Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
            const shown = decades > 3 ? lead === 1 : lead === 1 || lead === 2 || lead === 5;
            return shown ? short(value) : "";
        };
        return axis(title, {type: "logarithmic", ticks: {callback, autoSkipPadding: 12, maxRotation: 0}, ...more});
    }

    function linearAxis(title, more) {
        return axis(title, {type: "linear", ticks: {callback: short, maxRotation: 0}, ...more});
    }

    // Lines of a band have no place in legends and tooltips.
    const isNamed = (item, chartData) => !chartData.datasets[item.datasetIndex].band;

    function lineOptions(x, y) {
        return {
            parsing: false,
            interaction: {mode: "nearest", axis: "x", intersect: false},
            elements: {point: {radius: 0, hitRadius: 8}, line: {borderWidth: 1.6}},
            scales: {x, y},
            plugins: {
                legend: {labels: {boxWidth: 12, boxHeight: 2, filter: isNamed}},
                tooltip: {
                    filter: (item) => !item.dataset.band,
                    callbacks: {
                        title: (items) => items.length > 0 ? items[0].dataset.at(items[0].parsed.x) : "",
                        label: (item) => `${item.dataset.label}: ${short(item.parsed.y)}`,
                    },
                },
            },
        };
    }

    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    for (const [event, paper] of [["beforeprint", true], ["afterprint", false]]) {
        window.addEventListener(event, () => {
            document.documentElement.classList.toggle("on-paper", paper);
            redraw();
        });
    }
    document.documentElement.classList.add("scripted");

    return {data, colour, chart, redraw, short, axis, logAxis, linearAxis, lineOptions};
})();
