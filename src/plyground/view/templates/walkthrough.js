"use strict";
const byId = (id) => document.getElementById(id);
const sections = [...document.querySelectorAll("#words>section")], strip = [...byId("strip").children];
const slots = new Map(), edges = new Map();
for (const node of document.querySelectorAll("[data-node]")) slots.set(node.dataset.node, node);
for (const edge of document.querySelectorAll("[data-edge]")) edges.set(edge.dataset.edge, edge);
byId("words").classList.add("live");
byId("slider").max = story.steps.length - 1;
let now = 0;

const frame = byId("tree"), tree = frame.querySelector("svg"), origin = tree.querySelector(".tree").transform.baseVal[0].matrix;
const drawn = tree.viewBox.baseVal, everything = { x: 0, y: 0, width: drawn.width, height: drawn.height };
const margin = 12, least = 0.6, most = 1.25; // around nodes; the scales at which words can be read, and grow no more

// Replace the picture of a node or an edge.
function put(places, number, picture) {
  if (!picture) return;
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
  holder.innerHTML = picture;
  const fresh = holder.firstElementChild;
  places.get(number).replaceWith(fresh);
  places.set(number, fresh);
}

// The pictures of the tree after all simulations before this one, with the changes of this phase.
function looks(step) {
  const found = new Map([["0", story.root]]);
  const take = (some) => Object.entries(some).forEach(([number, look]) => found.set(number, look));
  for (let i = 0; i < step.simulation; i++) take(story.simulations[i].after);
  if (step.phase >= 1) take(story.simulations[step.simulation].new);
  if (step.phase === 3) take(story.simulations[step.simulation].after);
  return found;
}

// The rectangle around these nodes.
function around(numbers) {
  const boxes = [...numbers].map((number) => slots.get(number).getBBox());
  const x = Math.min(...boxes.map((box) => box.x)) - margin, y = Math.min(...boxes.map((box) => box.y)) - margin;
  const right = Math.max(...boxes.map((box) => box.x + box.width)), bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: x + origin.e, y: y + origin.f, width: right - x + margin, height: bottom - y + margin };
}

// Show the whole tree if its words can be read then; else all nodes so far; else the root and the nodes of this step.
function lookAt(present, lit) {
  const { clientWidth, clientHeight } = frame;
  if (!clientWidth) return;
  const scaleOf = (box) => Math.min(clientWidth / box.width, clientHeight / box.height);
  const fitting = [everything, around(present)].find((each) => scaleOf(each) >= least), box = fitting ?? around(lit);
  const scale = Math.min(fitting ? most : least, scaleOf(box)), width = clientWidth / scale, height = clientHeight / scale;
  const within = (at, end) => Math.max(0, Math.min(at, end)); // no empty margin while there is more to show
  const x = box.x + (box.width - width) / 2;
  tree.setAttribute("viewBox", `${width < everything.width ? within(x, everything.width - width) : x} ${fitting ? box.y : 0} ${width} ${height}`);
}

function show(next) {
  now = Math.min(story.steps.length - 1, Math.max(0, next));
  const step = story.steps[now], found = looks(step), lit = new Set(step.lit.map(String));
  for (const [number, look] of found) { put(slots, number, look[0]); put(edges, number, look[1]); }
  for (const [number, slot] of slots) {
    const on = lit.has(number);
    slot.classList.toggle("gone", !found.has(number));
    slot.classList.toggle("lit", on);
    edges.get(number)?.classList.toggle("gone", !found.has(number));
    edges.get(number)?.classList.toggle("lit", on);
  }
  lookAt(found.keys(), ["0", ...lit]);
  sections.forEach((section, i) => section.classList.toggle("on", i === now));
  strip.forEach((button, i) => {
    button.classList.toggle("on", i === step.phase);
    button.disabled = !story.steps.some((other) => other.simulation === step.simulation && other.phase === i);
  });
  byId("board").innerHTML = step.board === null ? "" : story.boards[step.board];
  byId("note").textContent = step.note;
  byId("where").textContent = step.phase < 0 ? "introduction" : `simulation ${step.simulation + 1}`;
  byId("slider").value = now;
  byId("back").disabled = now === 0;
  byId("on").disabled = now === story.steps.length - 1;
  if (window === window.top) history.replaceState(null, "", `#${now}`);
}

function whole(direction) {
  const { simulation, phase } = story.steps[now];
  const target = phase < 0 ? (direction > 0 ? 0 : -1) : simulation + direction;
  const found = story.steps.findIndex((step) => step.phase === 0 && step.simulation === target);
  show(found < 0 ? (direction > 0 ? story.steps.length - 1 : 0) : found);
}

byId("back").onclick = () => show(now - 1);
byId("on").onclick = () => show(now + 1);
byId("slider").oninput = (event) => show(Number(event.target.value));
strip.forEach((button, i) => {
  button.onclick = () => show(story.steps.findIndex((s) => s.simulation === story.steps[now].simulation && s.phase === i));
});
addEventListener("keydown", (event) => {
  const act = { ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1), ArrowDown: () => whole(1), ArrowUp: () => whole(-1) }[event.key];
  if (act && event.target !== byId("slider")) { event.preventDefault(); act(); }
});
new ResizeObserver(() => show(now)).observe(frame);
show(Number(location.hash.slice(1)) || 0);
