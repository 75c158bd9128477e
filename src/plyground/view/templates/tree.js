"use strict";
const stage = document.getElementById("stage"), svg = stage.querySelector("svg");
const whole = svg.viewBox.baseVal, all = { x: 0, y: 0, width: whole.width, height: whole.height };
const nodes = [...svg.querySelectorAll("[data-node]")];
const edges = new Map([...svg.querySelectorAll("[data-edge]")].map((edge) => [edge.dataset.edge, edge]));
const folded = new Set();
let view = { ...all };

function look(next) {
  view = next;
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// At first: the whole tree where its words can be read so, else its top.
function start() {
  const root = svg.querySelector("[data-node='0']").getBBox();
  const least = 0.75, scale = Math.min(stage.clientWidth / all.width, stage.clientHeight / all.height);
  if (scale >= least) return look({ ...all });
  const width = stage.clientWidth / least, height = stage.clientHeight / least;
  const middle = root.x + root.width / 2 + (all.width - svg.querySelector(".tree").getBBox().width) / 2;
  look({ x: Math.max(0, Math.min(middle - width / 2, all.width - width)), y: 0, width, height });
}

function zoom(factor, x = view.x + view.width / 2, y = view.y + view.height / 2) {
  const scale = Math.min(8, Math.max(0.02, (view.width * factor) / all.width)) * (all.width / view.width);
  look({ x: x - (x - view.x) * scale, y: y - (y - view.y) * scale, width: view.width * scale, height: view.height * scale });
}

function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

// Parents come before their children, so that one walk finds all that lies below a folded node.
function show() {
  const gone = new Set();
  for (const node of nodes) {
    const { node: number, parent } = node.dataset;
    const hidden = parent !== "-1" && (gone.has(parent) || folded.has(parent));
    if (hidden) gone.add(number);
    node.classList.toggle("gone", hidden);
    edges.get(number)?.classList.toggle("gone", hidden);
    node.style.opacity = folded.has(number) ? 0.55 : 1;
  }
}

function choose(node) {
  nodes.forEach((other) => other.classList.toggle("chosen", other === node));
  const detail = details[node.dataset.node];
  document.getElementById("line").textContent = detail.line || (node.classList.contains("more") ? "Left out" : "The root");
  document.getElementById("words").textContent = detail.words;
  document.getElementById("board").innerHTML = detail.board;
}

function fold(node) {
  const number = node.dataset.node;
  if (!folded.delete(number)) folded.add(number);
  show();
}

for (const node of nodes) {
  node.addEventListener("click", () => choose(node));
  node.addEventListener("dblclick", () => fold(node));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { choose(node); fold(node); }
  });
}
stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...at(event));
}, { passive: false });

let held = null;
stage.addEventListener("pointerdown", (event) => { held = at(event); });
addEventListener("pointermove", (event) => {
  if (!held) return;
  stage.classList.add("moving");
  const [x, y] = at(event);
  look({ ...view, x: view.x + held[0] - x, y: view.y + held[1] - y });
});
addEventListener("pointerup", () => { held = null; stage.classList.remove("moving"); });
document.getElementById("larger").onclick = () => zoom(1 / 1.4);
document.getElementById("smaller").onclick = () => zoom(1.4);
document.getElementById("fit").onclick = () => look({ ...all });
document.getElementById("levels").onchange = (event) => {
  folded.clear();
  for (const node of nodes) if (Number(node.dataset.level) >= Number(event.target.value)) folded.add(node.dataset.node);
  show();
};
// A frame further down a notebook has no size until it is scrolled into view: start when there is one.
const first = new ResizeObserver(() => {
  if (!stage.clientWidth) return;
  first.disconnect();
  start();
});
first.observe(stage);
