"use strict";
const stage = document.getElementById("stage"), svg = stage.querySelector("svg");
const drawing = svg.viewBox.baseVal, all = { x: 0, y: 0, width: drawing.width, height: drawing.height };
const whole = { ...all };
const least = 0.75; // the scale at which the words can be read
const nodes = [...svg.querySelectorAll("[data-node]")];
const edges = new Map([...svg.querySelectorAll("[data-edge]")].map((edge) => [edge.dataset.edge, edge]));
const folded = new Set(), unfolded = new Set(); // nodes whose subtrees are hidden; nodes whose held children are shown
const holders = new Set(nodes.map((node) => node.dataset.held).filter(Boolean));
let view = { ...all };

function look(next) {
  view = next;
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// All that is shown, at the top of the window and never much larger than drawn.
function fit() {
  const scale = Math.min(1.25, stage.clientWidth / all.width, stage.clientHeight / all.height);
  const width = stage.clientWidth / scale, height = stage.clientHeight / scale;
  look({ x: (all.width - width) / 2, y: 0, width, height });
}

// The nodes with the most visits are unfolded, as long as all that is shown fits with readable words.
function unfoldWhatFits() {
  const parents = new Set(nodes.filter((node) => !node.dataset.held).map((node) => node.dataset.parent));
  const order = nodes.map((node) => node.dataset.node).filter((number) => number !== "0" && parents.has(number));
  order.forEach((number) => folded.add(number));
  for (const number of order.sort((a, b) => details[b].visits - details[a].visits)) {
    folded.delete(number);
    arrange("0");
    if (all.width * least <= stage.clientWidth && all.height * least <= stage.clientHeight) continue;
    folded.add(number);
    break;
  }
  arrange("0");
  fit();
}

function zoom(factor, x = view.x + view.width / 2, y = view.y + view.height / 2) {
  const scale = Math.min(8, Math.max(0.02, (view.width * factor) / all.width)) * (all.width / view.width);
  look({ x: x - (x - view.x) * scale, y: y - (y - view.y) * scale, width: view.width * scale, height: view.height * scale });
}

function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

// Parents come before their children, so that one pass finds all nodes below a folded one. A note disappears when the
// children that it counts are unfolded.
function show() {
  const gone = new Set();
  for (const node of nodes) {
    const { node: number, parent, held } = node.dataset;
    const replaced = unfolded.has(number) && node.classList.contains("more");
    const hidden = replaced || (held && !unfolded.has(held)) || gone.has(parent) || folded.has(parent);
    if (hidden) gone.add(number);
    node.classList.toggle("gone", Boolean(hidden));
    edges.get(number)?.classList.toggle("gone", Boolean(hidden));
    node.classList.toggle("folded", folded.has(number));
    node.classList.toggle("unfolded", unfolded.has(number));
  }
}

// The place at which every node was drawn, and the numbers in the path of its edge, of which `arrange` changes four.
const drawn = new Map(nodes.map((node) => [node.dataset.node, middle(node)]));
const curves = new Map([...edges].map(([number, edge]) => [number, edge.getAttribute("d").match(/-?[\d.]+/g).map(Number)]));
const legend = svg.querySelector(".legend"), paper = svg.querySelector("rect"), legendAt = legend.transform.baseVal[0].matrix.f;
const levels = () => Math.max(...nodes.filter((node) => !node.classList.contains("gone")).map((node) => Number(node.dataset.level)));
let place = new Map(drawn), deepest = 0;

function middle(node) {
  const words = node.querySelector("text");
  return Number(words.getAttribute("x"));
}

// The places of the nodes that are shown, by Reingold and Tilford: subtrees side by side, as close as their outlines
// allow, and a parent above the middle of its children.
function layout() {
  const shown = nodes.filter((node) => !node.classList.contains("gone")).map((node) => node.dataset);
  const below = new Map(shown.map((one) => [one.node, []]));
  shown.forEach((one) => below.get(one.parent)?.push(one.node));
  const offset = new Map([["0", 0]]), outlines = new Map();
  for (const { node } of [...shown].reverse()) {
    const left = [], right = [], children = below.get(node);
    for (const child of children) {
      const outline = outlines.get(child);
      const shift = left.length ? Math.max(...outline.left.slice(0, right.length).map((x, i) => right[i] + gap - x)) : 0;
      offset.set(child, shift);
      outline.right.forEach((x, i) => { right[i] = x + shift; left[i] ??= outline.left[i] + shift; });
    }
    const centre = children.length ? (offset.get(children[0]) + offset.get(children.at(-1))) / 2 : 0;
    children.forEach((child) => offset.set(child, offset.get(child) - centre));
    const half = details[node].width / 2;
    outlines.set(node, { left: [-half, ...left.map((x) => x - centre)], right: [half, ...right.map((x) => x - centre)] });
  }
  const x = new Map();
  for (const { node, parent } of shown) x.set(node, offset.get(node) + (x.get(parent) ?? 0));
  const { left, right } = outlines.get("0"), least = Math.min(...left);
  return { x: new Map([...x].map(([node, at]) => [node, at - least])), width: Math.max(...right) - least };
}

// Fold or unfold, and move all nodes to their new places; the one that was clicked stays where it is on the screen.
function arrange(fixed) {
  show();
  const next = layout(), before = place.get(fixed);
  place = next.x;
  for (const node of nodes) {
    const { node: number, parent } = node.dataset;
    if (!place.has(number)) continue;
    node.setAttribute("transform", `translate(${place.get(number) - drawn.get(number)} 0)`);
    if (parent === "-1") continue;
    const curve = [...curves.get(number)], from = place.get(parent), to = place.get(number);
    [curve[0], curve[2], curve[4], curve[6]] = [from, from, to, to];
    edges.get(number).setAttribute("d", `M${curve[0]} ${curve[1]}C${curve.slice(2).join(" ")}`);
  }
  const lower = (levels() - deepest) * pitch;
  legend.setAttribute("transform", `translate(${legend.transform.baseVal[0].matrix.e} ${legendAt + lower})`);
  const left = svg.querySelector(".tree").transform.baseVal[0].matrix.e;
  all.width = Math.max(next.width, legend.getBBox().width) + 2 * left;
  all.height = whole.height + lower;
  paper.setAttribute("width", all.width);
  paper.setAttribute("height", all.height);
  if (before !== undefined && place.has(fixed)) look({ ...view, x: view.x + place.get(fixed) - before });
}

function choose(node) {
  nodes.forEach((other) => other.classList.toggle("chosen", other === node));
  const detail = details[node.dataset.node];
  document.getElementById("line").textContent = detail.line || (node.classList.contains("more") ? "Left out" : "The root");
  document.getElementById("words").textContent = detail.words;
  document.getElementById("board").innerHTML = detail.board;
}

function fold(node) {
  const number = node.dataset.node, leaf = !nodes.some((other) => other.dataset.parent === number && !other.dataset.held);
  if (leaf && !holders.has(number)) return;
  const which = leaf && holders.has(number) && !folded.has(number) ? unfolded : folded;
  if (!which.delete(number)) which.add(number);
  arrange(number);
}

function unfold(note) {
  if (!holders.has(note.dataset.node)) return;
  unfolded.add(note.dataset.node);
  arrange(note.dataset.parent);
}

for (const node of nodes) {
  const note = node.classList.contains("more");
  node.addEventListener("click", () => { choose(node); if (note) unfold(node); });
  node.addEventListener("dblclick", () => { if (!note) fold(node); });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    choose(node);
    if (note) unfold(node); else fold(node);
  });
}
show();
deepest = levels();
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
document.getElementById("fit").onclick = fit;
document.getElementById("levels").onchange = (event) => {
  folded.clear();
  if (event.target.value === "fit") return unfoldWhatFits();
  for (const node of nodes) if (Number(node.dataset.level) >= Number(event.target.value)) folded.add(node.dataset.node);
  arrange("0");
  fit();
};
// The tree follows the size of the window until the reader takes over. A frame further down a notebook has no size
// until it is scrolled into view.
const size = new ResizeObserver(() => stage.clientWidth && unfoldWhatFits());
size.observe(stage);
for (const event of ["pointerdown", "wheel", "keydown", "change"]) addEventListener(event, () => size.disconnect(), { capture: true, passive: true });
