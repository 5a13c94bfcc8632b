// Runs the scripts of a page that `scree` wrote, on a stand-in for the few things of a browser that they use, and
// prints what stands on the page as JSON: title, ids, rows (texts of their cells), stacked (title and text of cells
// that narrow windows show below each other), texts (of paragraphs and items) and charts (what Chart.js was given, by
// the id of the canvas).
//
// Usage: node draw_page.js PAGE

"use strict";

const fs = require("fs");
const vm = require("vm");

class Element {
    constructor(tag) {
        Object.assign(this, {tagName: tag.toUpperCase(), children: [], style: {}, dataset: {}, id: "", className: ""});
        this.classList = {toggle() {}};
    }

    append(...nodes) {
        for (const node of nodes) {
            if (node === null || node === undefined || typeof node === "function")
                throw new Error(`<${this.tagName}> gets ${node}`);
            this.children.push(node instanceof Element ? node : String(node));
        }
    }

    replaceChildren(...nodes) {
        this.children = [];
        this.append(...nodes);
    }

    get textContent() {
        return this.children.map((child) => child instanceof Element ? child.textContent : child).join("");
    }

    find(...tags) {
        const own = this.children.filter((child) => child instanceof Element);
        const isWanted = (child) => tags.length === 0 || tags.includes(child.tagName);
        return own.flatMap((child) => [...(isWanted(child) ? [child] : []), ...child.find(...tags)]);
    }
}

const text = fs.readFileSync(process.argv[2], "utf-8");
const scripts = [...text.matchAll(/<script( type="application\/json" id="data")?>(.*?)<\/script>/gs)];
const data = new Element("script");
data.append(scripts.find(([, isData]) => isData)[2]);
const main = new Element("main");
const charts = {};

class Chart {
    static defaults = {font: {}};

    constructor(canvas, configuration) {
        charts[canvas.id] = configuration;
    }
}

const page = {
    console,
    document: {
        body: new Element("body"),
        documentElement: new Element("html"),
        createElement: (tag) => new Element(tag),
        getElementById: (id) => id === "data" ? data : main.find().find((element) => element.id === id) ?? null,
        querySelector: (tag) => tag === "main" ? main : null,
    },
    addEventListener() {},
    matchMedia: () => ({addEventListener() {}}),
    getComputedStyle: () => ({getPropertyValue: (name) => name}),
};
page.window = page;
vm.createContext(page);
for (const [, isData, script] of scripts) {
    // Chart.js needs a real canvas.
    if (script.includes("Chart.js v"))
        page.Chart = Chart;
    else if (!isData)
        vm.runInContext(script, page);
}

const all = main.find();
console.log(JSON.stringify({
    title: page.document.title,
    ids: all.map((element) => element.id).filter((id) => id !== ""),
    rows: main.find("TR").map((row) => row.children.map((cell) => cell.textContent)),
    stacked: main.find("TABLE").filter((table) => table.className === "stacked")
        .flatMap((table) => table.find("TD").map((cell) => [String(cell.dataset.title), cell.textContent])),
    texts: main.find("P", "LI").map((element) => element.textContent),
    marked: main.find("TD", "SPAN").filter((element) => ["worse", "poor", "good"].includes(element.className))
        .map((element) => [element.className, element.textContent]),
    charts,
}));
