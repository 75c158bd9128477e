// Draws a search tree into an SVG element and keeps it up to date: nodes glide to new places, new ones fade in.
// It writes to the document itself, because some hundred nodes change ten times a second.
import { scaled, valueClass, valueOpacity } from "../board/heat";
import { signed, whole } from "../format";
import type { NodeShown } from "../protocol";
import { calm } from "../theme";
import { firstAction, type Layout, layOut, LEVEL, type Placed } from "./layout";

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 220; // ms
const SLOW = 45; // ms between two animation frames, above which nodes jump instead of gliding
const CROWD = 12; // up to this many children of the root all have names
const PAD = 22;

interface Drawn {
  group: SVGGElement;
  edge: SVGPathElement | null;
  back: SVGElement;
  disc: SVGElement;
  name: SVGTextElement;
  more: SVGTextElement;
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  place: Placed;
}

export interface TreeEvents {
  pick: (node: string) => void;
  hover: (node: string | null) => void;
}

function make<K extends keyof SVGElementTagNameMap>(name: K, parent: Element, className = ""): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  if (className) element.setAttribute("class", className);
  parent.append(element);
  return element;
}

function set(element: Element, values: Record<string, string | number>): void {
  for (const [key, value] of Object.entries(values)) {
    const text = typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
    if (element.getAttribute(key) !== text) element.setAttribute(key, text);
  }
}

export class TreePicture {
  private layout: Layout = layOut([]);
  private readonly drawn = new Map<string, Drawn>();
  private readonly edges: SVGGElement;
  private readonly nodes: SVGGElement;
  private range: readonly [number, number] = [-1, 1];
  private width = 600;
  private height = 360;
  private zoom = 1; // relative to the zoom that fits the tree
  private panX = 0;
  private panY = 0;
  private started = 0;
  private cost = 16; // ms between two animation frames, averaged
  private running = 0;
  private selected: string | null = null;
  private hot: number | null = null;
  private lit: ReadonlySet<string> = new Set();
  private dimmed = false;
  private focused = "";

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly events: TreeEvents,
  ) {
    this.edges = make("g", svg, "edges");
    this.nodes = make("g", svg, "nodes");
    this.nodes.addEventListener("click", (event) => {
      const node = this.nodeOf(event.target);
      if (node !== null) this.events.pick(node);
    });
    this.nodes.addEventListener("pointerover", (event) => this.events.hover(this.nodeOf(event.target)));
    this.nodes.addEventListener("pointerleave", () => this.events.hover(null));
    this.nodes.addEventListener("focusin", (event) => this.events.hover(this.nodeOf(event.target)));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  dispose(): void {
    cancelAnimationFrame(this.running);
  }

  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.jump();
  }

  show(nodes: readonly NodeShown[], range: readonly [number, number]): void {
    this.range = range;
    this.layout = layOut(nodes);
    const known = this.drawn.size > 0;
    for (const [id, drawn] of this.drawn) {
      if (!this.layout.places.has(id)) {
        drawn.group.remove();
        drawn.edge?.remove();
        this.drawn.delete(id);
      }
    }
    for (const [id, place] of this.layout.places) {
      let drawn = this.drawn.get(id);
      if (!drawn) {
        drawn = this.add(id, place, known);
        this.drawn.set(id, drawn);
      }
      drawn.place = place;
      this.dress(drawn);
    }
    if (!this.drawn.has(this.focused)) this.focused = "";
    this.drawn.get(this.focused)?.group.setAttribute("tabindex", "0");
    this.restyle();
    this.glide();
  }

  select(node: string | null): void {
    this.selected = node;
    this.restyle();
  }

  /** Milliseconds to wait between two pictures, so that the page stays quick. */
  get patience(): number {
    return this.cost > SLOW ? 8 * this.cost : 0;
  }

  /** Highlight the subtree of one move of the root; dim the rest. */
  heat(action: number | null): void {
    this.hot = action;
    this.restyle();
  }

  /** Light some nodes, such as the path of a simulation; dim the rest. */
  light(nodes: readonly string[], dim: boolean): void {
    this.lit = new Set(nodes);
    this.dimmed = dim;
    this.restyle();
  }

  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const zoom = Math.max(0.5, Math.min(12, this.zoom * factor));
    const real = zoom / this.zoom;
    this.panX = x - (x - this.panX) * real;
    this.panY = y - (y - this.panY) * real;
    this.zoom = zoom;
    this.jump();
  }

  panBy(dx: number, dy: number): void {
    this.panX += dx;
    this.panY += dy;
    this.jump();
  }

  fit(): void {
    [this.zoom, this.panX, this.panY] = [1, 0, 0];
    this.glide();
  }

  private nodeOf(target: EventTarget | null): string | null {
    const group = (target as Element | null)?.closest<SVGGElement>("[data-node]");
    return group ? (group.dataset["node"] ?? null) : null;
  }

  private key(event: KeyboardEvent): void {
    const node = this.nodeOf(event.target);
    const place = node === null ? undefined : this.layout.places.get(node);
    if (event.key === "+" || event.key === "=") this.zoomBy(1.25);
    else if (event.key === "-") this.zoomBy(0.8);
    else if (event.key === "0") this.fit();
    else if (!place) return;
    else if (event.key === "Enter" || event.key === " ") this.events.pick(place.node.node);
    else if (event.key === "ArrowUp") this.focus(place.parent);
    else if (event.key === "ArrowDown") this.focus(this.most(place.children));
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const siblings = place.parent === null ? [] : this.layout.places.get(place.parent)!.children;
      const at = siblings.indexOf(place.node.node) + (event.key === "ArrowLeft" ? -1 : 1);
      this.focus(siblings[at] ?? null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private most(nodes: readonly string[]): string | null {
    let best: Placed | undefined;
    for (const id of nodes) {
      const place = this.layout.places.get(id)!;
      if (!best || place.node.visits > best.node.visits) best = place;
    }
    return best?.node.node ?? null;
  }

  private focus(node: string | null): void {
    if (node === null) return;
    this.drawn.get(this.focused)?.group.setAttribute("tabindex", "-1");
    this.focused = node;
    const group = this.drawn.get(node)?.group;
    group?.setAttribute("tabindex", "0");
    group?.focus();
  }

  private add(id: string, place: Placed, fade: boolean): Drawn {
    const group = make("g", this.nodes, fade ? "node new" : "node");
    set(group, { "data-node": id, role: "button", tabindex: -1 });
    const shape = place.node.player === -2 ? "rect" : place.node.player === -1 ? "path" : "circle";
    const back = make(shape, group, "back");
    const disc = make(shape, group, "disc");
    const name = make("text", group, "name");
    const more = make("text", group, "more");
    const edge = place.parent === null ? null : make("path", this.edges, fade ? "edge new" : "edge");
    // A new node starts at the place of its parent.
    const parent = place.parent === null ? undefined : this.drawn.get(place.parent);
    const [x, y] = parent ? [parent.x, parent.y] : this.at(place);
    return { group, edge, back, disc, name, more, x, y, fromX: x, fromY: y, place };
  }

  private dress(drawn: Drawn): void {
    const { node, radius, share } = drawn.place;
    const value = scaled(node.exact ?? node.value, this.range);
    const hidden = drawn.place.more;
    for (const shape of [drawn.back, drawn.disc]) {
      if (shape.tagName === "circle") set(shape, { r: radius });
      else if (shape.tagName === "rect") set(shape, { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, rx: 2 });
      else set(shape, { d: `M0 ${-radius * 1.2}L${radius * 1.2} 0L0 ${radius * 1.2}L${-radius * 1.2} 0Z` });
    }
    set(drawn.disc, { class: `disc ${valueClass(value)}`, "fill-opacity": valueOpacity(value) });
    set(drawn.back, { class: node.exact === null ? "back" : "back proven" });
    const siblings = drawn.place.parent === null ? 1 : (this.layout.places.get(drawn.place.parent)?.children.length ?? 1);
    const named = share > 0.06 || (node.level === 1 && siblings <= CROWD);
    drawn.name.textContent = named ? node.name : "";
    set(drawn.name, { y: -radius - 4 });
    drawn.more.textContent = hidden && radius > 4.2 ? `+${hidden}` : "";
    set(drawn.more, { y: radius + 9 });
    const exact = node.exact === null ? "" : ", proven";
    set(drawn.group, {
      "aria-label": `${node.name || "root"}: ${whole(node.visits)} visits, value ${signed(node.value)}${exact}${hidden ? `, ${hidden} children folded` : ""}`,
    });
    if (drawn.edge) {
      set(drawn.edge, { "stroke-width": 0.7 + 6 * Math.sqrt(share) });
      drawn.edge.style.setProperty("--tint", `${Math.round(100 * Math.min(1, Math.abs(value)) ** 0.7)}%`);
      drawn.edge.style.setProperty("--hue", value >= 0 ? "var(--good)" : "var(--bad)");
    }
  }

  private restyle(): void {
    for (const [id, drawn] of this.drawn) {
      const hot = this.hot !== null && firstAction(id) === this.hot;
      const lit = this.lit.has(id);
      const dim = this.dimmed ? !lit : this.hot !== null && id !== "" && !hot;
      for (const element of [drawn.group, drawn.edge]) {
        if (!element) continue;
        element.classList.toggle("dim", dim);
        element.classList.toggle("lit", lit);
        element.classList.toggle("selected", id === this.selected);
      }
    }
  }

  /** The place on the screen: fitted, then zoomed and panned. */
  private at(place: Placed): [number, number] {
    const { left, right, bottom } = this.layout;
    const spread = Math.min((this.width - 2 * PAD) / Math.max(right - left, 1), 2.4);
    const rise = Math.min((this.height - 2 * PAD) / Math.max(bottom, LEVEL), 2.2);
    const x = this.width / 2 + (place.x - (left + right) / 2) * spread;
    const y = PAD + place.y * rise;
    return [x * this.zoom + this.panX, y * this.zoom + this.panY];
  }

  private jump(): void {
    for (const drawn of this.drawn.values()) [drawn.x, drawn.y] = this.at(drawn.place);
    this.write();
  }

  private glide(): void {
    cancelAnimationFrame(this.running);
    if (calm.matches || document.hidden || this.cost > SLOW) {
      this.jump();
      this.cost *= 0.9; // try again later
      return;
    }
    for (const drawn of this.drawn.values()) [drawn.fromX, drawn.fromY] = [drawn.x, drawn.y];
    this.started = performance.now();
    let before = this.started;
    const frame = (now: number): void => {
      this.cost = 0.7 * this.cost + 0.3 * Math.max(0, now - before);
      before = now;
      const t = this.cost > SLOW ? 1 : Math.max(0, Math.min(1, (now - this.started) / GLIDE));
      const ease = 1 - (1 - t) ** 3;
      for (const drawn of this.drawn.values()) {
        const [x, y] = this.at(drawn.place);
        drawn.x = drawn.fromX + (x - drawn.fromX) * ease;
        drawn.y = drawn.fromY + (y - drawn.fromY) * ease;
      }
      this.write();
      if (t < 1) this.running = requestAnimationFrame(frame);
    };
    this.running = requestAnimationFrame(frame);
  }

  private write(): void {
    for (const drawn of this.drawn.values()) {
      const { x, y } = drawn;
      drawn.group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      const parent = drawn.place.parent === null ? undefined : this.drawn.get(drawn.place.parent);
      if (drawn.edge && parent) {
        const bend = ((parent.y + y) / 2).toFixed(1);
        drawn.edge.setAttribute("d", `M${parent.x.toFixed(1)} ${parent.y.toFixed(1)}C${parent.x.toFixed(1)} ${bend} ${x.toFixed(1)} ${bend} ${x.toFixed(1)} ${y.toFixed(1)}`);
      }
    }
  }
}
