// The tree on the page: drag to pan; zoom by Ctrl and wheel, pinch or keys.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { NodeShown } from "../protocol";
import { Button } from "../ui/controls";
import { firstAction } from "./layout";
import { TreePicture } from "./picture";

interface Props {
  nodes: readonly NodeShown[];
  range: readonly [number, number];
  label: string;
  hot?: Signal<number | null>;
  selected?: string | null;
  onPick?: (node: string) => void;
  lit?: readonly string[];
  dim?: boolean;
}

export function TreeView(props: Props): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const picture = useRef<TreePicture | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const element = svg.current!;
    const made = new TreePicture(element, {
      pick: (node) => latest.current.onPick?.(node),
      hover: (node) => {
        const { hot } = latest.current;
        if (hot) hot.value = node === null ? null : firstAction(node);
      },
    });
    picture.current = made;
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) made.resize(entry.contentRect.width, entry.contentRect.height);
    });
    watch.observe(element);
    made.resize(element.clientWidth || 600, element.clientHeight || 360);
    const release = gestures(element, made);
    return () => {
      watch.disconnect();
      release();
      made.dispose();
    };
  }, []);

  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLayoutEffect(() => {
    // Draw the latest nodes; if drawing is slow, skip the frames in between.
    if (waiting.current !== undefined) return;
    picture.current?.show(props.nodes, props.range);
    const patience = picture.current?.patience ?? 0;
    if (patience > 0) {
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        picture.current?.show(latest.current.nodes, latest.current.range);
      }, patience);
    }
  }, [props.nodes, props.range]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useLayoutEffect(() => picture.current?.select(props.selected ?? null), [props.selected]);
  useLayoutEffect(() => picture.current?.light(props.lit ?? [], props.dim ?? false), [props.lit, props.dim, props.nodes]);
  useEffect(() => props.hot?.subscribe((action) => picture.current?.heat(action)), [props.hot]);

  return (
    <div class="tree">
      <svg ref={svg} role="group" aria-label={props.label} />
      <div class="zoom">
        <Button label="Zoom in" icon="plus" iconOnly small kind="quiet" onClick={() => picture.current?.zoomBy(1.4)} />
        <Button label="Zoom out" icon="minus" iconOnly small kind="quiet" onClick={() => picture.current?.zoomBy(0.7)} />
        <Button label="Fit the tree" icon="fit" iconOnly small kind="quiet" onClick={() => picture.current?.fit()} />
      </div>
    </div>
  );
}

function gestures(element: SVGSVGElement, picture: TreePicture): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const spot = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const down = (event: PointerEvent): void => {
    fingers.set(event.pointerId, spot(event));
    moved = 0;
  };
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = spot(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const span = (a: { x: number; y: number }): number => Math.hypot(a.x - other.x, a.y - other.y) || 1;
      picture.zoomBy(span(now) / span(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (moved > 4) {
        element.setPointerCapture(event.pointerId);
        picture.panBy(now.x - before.x, now.y - before.y);
      }
    }
    fingers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  const wheel = (event: WheelEvent): void => {
    // The wheel alone scrolls the page; with Ctrl, or as a pinch on a touchpad, it zooms the tree.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = spot(event);
    picture.zoomBy(Math.exp(-event.deltaY / 160), at.x, at.y);
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("wheel", wheel);
  };
}
