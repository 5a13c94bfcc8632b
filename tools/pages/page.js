"use strict";

// What all reports share: elements, tables, numbers as texts, and charts that are drawn again when the colours change.
// A report is a function in page.reports that gets the page's JSON, which says in `report` which one it is for, and
// returns what stands on the page.
const page = (() => {
    const hasCharts = typeof Chart !== "undefined";
    const makers = [];
    let charts = [];

    // An element with its class. Texts among the children stay texts, whatever they hold; nulls are left out.
    function element(tag, className, ...children) {
        const made = document.createElement(tag);
        if (className)
            made.className = className;
        made.append(...children.flat().filter((child) => child !== null));
        return made;
    }

    const list = (className, items) => element("ul", className, items.map((item) => element("li", "", item)));

    function section(id, title, ...children) {
        const made = element("section", "", element("h2", "", title), ...children);
        made.id = id;
        return made;
    }

    // Columns are titles, those of texts as ["title"]. Rows are lists of elements and of contents for td. Narrow windows show the
    // cells of tables of the class "stacked" below each other, each with the title of its column.
    function table(columns, rows, className) {
        const titles = columns.map((title) => {
            const made = element("th", Array.isArray(title) ? "text" : "", title);
            made.scope = "col";
            return made;
        });
        const isCell = (cell) => ["TD", "TH"].includes(cell?.tagName);
        const titled = (cell, index) => {
            const made = isCell(cell) ? cell : td(cell);
            made.dataset.title = columns[index];
            return made;
        };
        const lines = rows.map((cells) => element("tr", "", cells.map(titled)));
        return element("div", "wide", element("table", className,
            element("thead", "", element("tr", "", titles)), element("tbody", "", lines)));
    }

    const td = (content, className = "") => element("td", className, content);

    // The cell that a row begins with, behind a square in the colour of a line, if it has one.
    function rowTitle(name, colourNumber) {
        const key = colourNumber === undefined ? null : element("span", `key key-${colourNumber}`);
        const made = element("th", "", key, name);
        made.scope = "row";
        return made;
    }

    const range = (low, high) => element("span", "range", `${low} to ${high}`);

    // One cell for a whole row of `columns` cells.
    function wideCell(columns, text) {
        const made = td(text, "text");
        made.colSpan = columns;
        return made;
    }

    // The machine and the build that results come from.
    function facts(context) {
        const rows = Object.entries({
            "Date": context.date,
            "Processor": `${context.cpu}, ${context.processors} online`,
            "System": context.system,
            "scree, commit": context.commit,
            "Compiler": `${context.compiler}, ${context.build_type}`,
            "Flags": context.flags,
        });
        return element("table", "facts", element("tbody", "",
            rows.map(([name, value]) => element("tr", "", rowTitle(name), td(value)))));
    }

    // What is run, for people: "Two boxes. Size 2 (boxes): ...".
    function sceneText(scene, steps, dt) {
        const {description} = scene;
        return `${description[0].toUpperCase()}${description.slice(1)}. Size ${scene.size} (${scene.size_meaning}): ` +
            `${scene.bodies} bodies, of which ${scene.dynamic_bodies} move freely, and ${scene.shapes} shapes; ` +
            `${steps} steps of 1/${Math.round(1 / dt)} s`;
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

    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

    function redraw() {
        if (!hasCharts)
            return;
        charts.forEach((chart) => chart.destroy());
        Chart.defaults.color = colour("soft");
        Chart.defaults.borderColor = colour("grid");
        Chart.defaults.animation = false;
        Chart.defaults.responsive = true;
        Chart.defaults.maintainAspectRatio = false;
        Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
        charts = makers.map((make) => make());
    }

    // A chart with a caption: `configure` returns what Chart.js wants, with the colours of the moment. Null without
    // Chart.js.
    function figure(id, caption, configure, height) {
        if (!hasCharts)
            return null;
        const canvas = element("canvas");
        canvas.id = id;
        const frame = element("div", "chart", canvas);
        if (height !== undefined)
            frame.style.height = `${height}px`;
        makers.push(() => new Chart(canvas, configure()));
        return element("figure", "", frame, element("figcaption", "", caption));
    }

    const figures = (...all) => element("div", "figures", ...all);

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

    // Every so many of the values that about `count` are left.
    const thinned = (values, count) => values.filter((_, i) => i % (1 + Math.floor(values.length / count)) === 0);

    function draw() {
        const data = JSON.parse(document.getElementById("data").textContent);
        const {title, content} = page.reports[data.report](data);
        document.title = title;
        const hint = hasCharts ? null : element("p", "soft", "The command that wrote this page was built without " +
            "Chart.js (Debian, Ubuntu: libjs-chart.js), so there are no charts.");
        content.splice(1, 0, hint);  // after the heading
        document.querySelector("main").replaceChildren(...content.filter((child) => child !== null));
        window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
        for (const [event, paper] of [["beforeprint", true], ["afterprint", false]]) {
            window.addEventListener(event, () => {
                document.documentElement.classList.toggle("on-paper", paper);
                redraw();
            });
        }
        redraw();
    }

    return {reports: {}, hasCharts, element, list, section, table, td, rowTitle, range, wideCell, facts, sceneText,
        short, colour, figure, figures, axis, logAxis, linearAxis, lineOptions, thinned, draw};
})();
