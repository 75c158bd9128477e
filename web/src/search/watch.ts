// One search (or two, kept in step) on the server, as the page sees it.
import { batch, signal, type Signal } from "@preact/signals";
import { ask, on, onOpen, reason } from "../connection";
import { Newest } from "../newest";
import type { Children, Effort, FrameShown, NodeShown, SearchStarted } from "../protocol";
import type { Point } from "../charts/Curve";
import { scaled } from "../board/heat";

export interface Side {
  started: SearchStarted;
  frame: FrameShown | null;
  curve: readonly Point[];
}

export interface Order {
  game: string;
  position: string;
  agents: string[]; // one, or two to compare
  effort: Effort;
  pace: number | null;
  by: "simulations" | "seconds";
}

export class Watched {
  readonly sides: Signal<readonly Side[]> = signal([]);
  readonly sentence = signal(""); // where two searches disagree
  readonly agree = signal(true);
  readonly ended = signal("");
  readonly trouble = signal("");
  readonly note = signal(""); // what happened to the search while the connection was lost
  readonly selected = signal<string | null>(null);
  readonly node = signal<Children | null>(null);
  readonly order = signal<Order | null>(null);
  readonly unfolded = signal<ReadonlyMap<string, readonly NodeShown[]>>(new Map()); // children fetched on request
  readonly folded = signal<ReadonlySet<string>>(new Set());
  nodes = 160; // of the tree
  private search = "";
  private readonly starts = new Newest();
  private readonly release: (() => void)[] = [];

  constructor() {
    this.release.push(
      on("frame", (message) => message.search === this.search && this.take([message.frame])),
      on("comparison_frame", (message) => {
        if (message.search !== this.search) return;
        batch(() => {
          this.take(message.frames);
          this.sentence.value = message.sentence;
          this.agree.value = message.agree;
        });
      }),
      on("search_ended", (message) => {
        if (message.search === this.search) this.ended.value = message.sentence;
      }),
      onOpen(() => void this.comeBack()),
    );
  }

  dispose(): void {
    for (const release of this.release) release();
    this.close();
  }

  get state(): FrameShown["state"] | null {
    return this.sides.value[0]?.frame?.state ?? null;
  }

  async start(order: Order): Promise<void> {
    const isNewest = this.starts.ask();
    this.close();
    batch(() => {
      this.order.value = order;
      this.trouble.value = "";
      this.note.value = "";
      this.ended.value = "";
      this.sentence.value = "";
      this.selected.value = null;
      this.node.value = null;
      this.unfolded.value = new Map();
      this.folded.value = new Set();
    });
    const { game, position, agents, effort, pace, by } = order;
    try {
      let found: { search: string; sides: SearchStarted[] };
      if (agents.length === 2) found = await ask("start_comparison", { game, position, agents, effort, by, pace });
      else {
        const one = await ask("start_search", { game, position, agent: agents[0]!, effort, pace });
        found = { search: one.search, sides: [one] };
      }
      if (!isNewest()) {
        void ask("close_search", { search: found.search });
        return;
      }
      this.search = found.search;
      this.sides.value = found.sides.map((started) => ({ started, frame: null, curve: [] }));
      await this.look();
    } catch (error) {
      if (isNewest()) this.trouble.value = reason(error);
    }
  }

  /** After a lost connection: a restarted server has forgotten the search, so start the same one again. */
  private async comeBack(): Promise<void> {
    const order = this.order.value;
    if (!order) return;
    const isNewest = this.starts.ask();
    try {
      await this.look();
    } catch {
      if (!isNewest()) return;
      this.search = "";
      await this.start(order);
      this.note.value = "The server was started again, and this search with it.";
    }
  }

  private take(frames: readonly FrameShown[]): void {
    this.sides.value = this.sides.value.map((side, number) => {
      const frame = frames[number];
      if (!frame) return side;
      const added = frame.curve.map((point) => ({ x: point.simulations, y: scaled(point.value, side.started.value_range) }));
      return { started: side.started, frame: frame.tree ? frame : { ...frame, tree: side.frame?.tree ?? null }, curve: added.length ? thin([...side.curve, ...added]) : side.curve };
    });
    if (frames[0]?.state === "running") this.ended.value = "";
  }

  private async look(): Promise<void> {
    await ask("set_view", { search: this.search, nodes: this.nodes, pace: this.order.value?.pace ?? null });
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    this.trouble.value = "";
    try {
      await work();
    } catch (error) {
      this.trouble.value = reason(error);
    }
  }

  async pause(): Promise<void> {
    const paused = this.state === "paused";
    await this.attempt(() => (paused ? ask("resume_search", { search: this.search }) : ask("pause_search", { search: this.search })));
  }

  async stop(): Promise<void> {
    await this.attempt(() => ask("stop_search", { search: this.search }));
  }

  async setEffort(effort: Effort): Promise<void> {
    const order = this.order.value;
    if (!order) return;
    this.order.value = { ...order, effort };
    await this.attempt(async () => {
      await ask("set_effort", { search: this.search, effort });
      if (this.state === "ended") await ask("resume_search", { search: this.search });
    });
  }

  async setPace(pace: number | null): Promise<void> {
    const order = this.order.value;
    if (!order) return;
    this.order.value = { ...order, pace };
    await this.attempt(() => this.look());
  }

  async setNodes(nodes: number): Promise<void> {
    this.nodes = nodes;
    await this.attempt(() => this.look());
  }

  /** The nodes to draw: those of the frame, plus the unfolded ones, minus the folded ones. */
  nodesOf(side: Side | undefined): readonly NodeShown[] {
    const given = side?.frame?.tree?.nodes ?? [];
    const folded = this.folded.value;
    const unfolded = this.unfolded.value;
    if (!folded.size && !unfolded.size) return given;
    const kept = given.filter((node) => ![...folded].some((id) => isBelow(node, id)));
    const known = new Set(kept.map((node) => node.node));
    for (const [id, children] of unfolded) {
      if (!known.has(id) || folded.has(id)) continue;
      for (const child of children) {
        if (known.has(child.node)) continue;
        kept.push(child);
        known.add(child.node);
      }
    }
    return kept
      .filter((node) => !(node.note && unfolded.has(node.parent)))
      .map((node) => {
        if (folded.has(node.node)) return { ...node, more: given.filter((other) => isBelow(other, node.node) && !other.note).length };
        return unfolded.has(node.node) ? { ...node, more: 0 } : node;
      });
  }

  /** Select a node and show its hidden children; picking it again folds the nodes below it. */
  async pick(id: string): Promise<void> {
    const nodes = this.nodesOf(this.sides.value[0]);
    const node = nodes.find((each) => each.node === id);
    if (!node) return;
    const again = this.selected.value === id;
    const open = nodes.some((each) => each.parent === id && each.level > 0 && !each.note);
    const hidden = node.more > 0 || nodes.some((each) => each.note && each.parent === id);
    this.selected.value = id;
    if (this.folded.value.has(id)) this.folded.value = new Set([...this.folded.value].filter((each) => each !== id));
    else if (again && open) this.folded.value = new Set([...this.folded.value, id]);
    await this.attempt(async () => {
      const found = await ask("unfold", { search: this.search, node: id });
      this.node.value = found;
      if (hidden && !again) this.unfolded.value = new Map(this.unfolded.value).set(id, found.children.filter((child) => !child.note));
    });
  }

  close(): void {
    if (this.search) void ask("close_search", { search: this.search }).catch(() => undefined);
    this.search = "";
  }
}

function isBelow(node: NodeShown, id: string): boolean {
  return id === "" ? node.level > 0 : node.node.startsWith(`${id}/`);
}

/** Keep a few hundred points: drop every second one of the older half. */
function thin(points: Point[]): Point[] {
  if (points.length < 600) return points;
  return [...points.slice(0, 300).filter((_, i) => i % 2 === 0), ...points.slice(300)];
}

/** The moves from the root to a node. */
export function lineTo(nodes: readonly NodeShown[], id: string): string[] {
  const byId = new Map(nodes.filter((node) => !node.note).map((node) => [node.node, node]));
  const names: string[] = [];
  for (let at = byId.get(id); at && at.level > 0; at = byId.get(at.parent)) names.unshift(at.name);
  return names;
}
