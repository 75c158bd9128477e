// Places for the nodes of a search tree: the tidy layout of Reingold and Tilford, children in the order of their moves,
// so that a growing tree keeps its shape.
import { hierarchy, tree } from "d3-hierarchy";
import type { NodeShown } from "../protocol";

export interface Placed {
  node: NodeShown;
  parent: string | null;
  x: number; // in layout units; the root is at 0
  y: number;
  radius: number;
  share: number; // of the root's visits
  children: string[];
  more: number; // visited children that are not shown
}

export interface Layout {
  places: Map<string, Placed>;
  left: number;
  right: number;
  bottom: number;
}

export const PITCH = 15; // between neighbours
export const LEVEL = 30; // between levels
const SMALLEST = 3;
const LARGEST = 11;

export function layOut(nodes: readonly NodeShown[]): Layout {
  const places = new Map<string, Placed>();
  const root = nodes[0];
  if (!root) return { places, left: 0, right: 0, bottom: 0 };
  const below = new Map<string, NodeShown[]>();
  const notes = new Map<string, number>();
  for (const node of nodes.slice(1)) {
    if (node.note) {
      notes.set(node.parent, node.more);
      continue;
    }
    const siblings = below.get(node.parent);
    if (siblings) siblings.push(node);
    else below.set(node.parent, [node]);
  }
  for (const siblings of below.values()) siblings.sort((a, b) => order(a) - order(b));
  const top = hierarchy(root, (node) => below.get(node.node));
  tree<NodeShown>()
    .nodeSize([PITCH, LEVEL])
    .separation((a, b) => 0.5 + 0.35 * (reach(a.data, root.visits) + reach(b.data, root.visits)) + (a.parent === b.parent ? 0 : 0.3))(top);
  let left = 0;
  let right = 0;
  let bottom = 0;
  top.each((item) => {
    const { x = 0, y = 0, data } = item;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
    const share = Math.min(1, data.visits / Math.max(1, root.visits));
    places.set(data.node, {
      node: data,
      parent: item.parent?.data.node ?? null,
      x,
      y,
      radius: SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(share),
      share,
      children: (below.get(data.node) ?? []).map((child) => child.node),
      more: data.more || (notes.get(data.node) ?? 0),
    });
  });
  return { places, left, right, bottom };
}

function reach(node: NodeShown, most: number): number {
  return 0.6 + 1.2 * Math.sqrt(node.visits / Math.max(1, most));
}

/** The number of a node's own move: the last of "0.4/1.3" is 3. */
export function actionOf(node: string): number {
  return Number(node.slice(node.lastIndexOf("/") + 1).split(".")[1] ?? -1);
}

/** The move at the root that leads to a node; null for the root. */
export function firstAction(node: string): number | null {
  if (node === "") return null;
  return Number(node.split("/", 1)[0]!.split(".")[1]);
}

function order(node: NodeShown): number {
  return actionOf(node.node);
}
