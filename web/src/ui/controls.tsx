// The small controls that all views share.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../icons";

interface ButtonProps {
  icon?: IconName;
  label: string; // what it does: its text, or its name for screen readers if only the icon shows
  onClick: () => void;
  kind?: "main" | "quiet";
  small?: boolean;
  iconOnly?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  keys?: string; // the shortcut, shown in the tip
}

export function Button(props: ButtonProps): JSX.Element {
  const classes = [props.kind ?? "", props.small ? "small" : "", props.iconOnly ? "only-icon" : ""].join(" ").trim();
  const tip = (props.iconOnly ? props.label : "") + (props.keys ? ` (${props.keys})` : "");
  return (
    <button
      type="button"
      class={classes || undefined}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      aria-label={props.label}
      title={tip.trim() || undefined}
      onClick={props.onClick}
    >
      {props.icon ? <Icon name={props.icon} /> : null}
      {props.iconOnly ? null : <span>{props.label}</span>}
    </button>
  );
}

export function Card(props: {
  title?: string;
  note?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
  level?: 2 | 3;
}): JSX.Element {
  const Heading = props.level === 3 ? "h3" : "h2";
  return (
    <section class={`card ${props.class ?? ""}`} aria-label={props.title}>
      {props.title ? (
        <header>
          <Heading>{props.title}</Heading>
          {props.note === undefined ? null : <small>{props.note}</small>}
        </header>
      ) : null}
      {props.children}
    </section>
  );
}

/** A few large numbers with their names. */
export function Figures({ items }: { items: [name: string, value: string][] }): JSX.Element {
  return (
    <dl class="figures">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A choice among a few options. */
export function Segments<T extends string>(props: {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange: (value: T) => void;
}): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={props.label}>
      {props.options.map(([value, name]) => (
        <button type="button" key={value} aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** A button that opens a sheet. Escape and a click elsewhere close it. */
export function Popover(props: {
  label: ComponentChildren;
  name: string;
  side?: "left" | "right";
  class?: string | undefined;
  caption?: string | undefined; // small words above the button
  children: (close: () => void) => ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  useLayoutEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", away);
    box.current?.querySelector<HTMLElement>(".sheet :is(button, input, select, a)")?.focus({ preventScroll: true });
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  return (
    <div
      class={`pop ${props.side ?? "right"}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          event.stopPropagation();
          close();
        }
      }}
    >
      {props.caption ? <span class="over">{props.caption}</span> : null}
      <button
        type="button"
        class={props.class}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={props.name}
        onClick={() => setOpen(!open)}
      >
        {props.label}
      </button>
      {open ? (
        <div class="sheet" id={id} role="dialog" aria-label={props.name}>
          {props.children(close)}
        </div>
      ) : null}
    </div>
  );
}

export function Field(props: { label: string; help?: string; error?: string; children: (id: string) => ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <div class="field" title={props.help}>
      <label for={id}>{props.label}</label>
      {props.children(id)}
      {props.error ? <small class="error">{props.error}</small> : null}
    </div>
  );
}

/** What is being typed or dragged. Updates never change it; once finished, it stays until the value changes. */
function useDraft(value: string): { shown: string; type: (text: string) => void; finish: () => void } {
  const [draft, setDraft] = useState<{ text: string; instead: string | null } | null>(null);
  const stays = draft !== null && (draft.instead === null || draft.instead === value);
  return {
    shown: stays ? draft.text : value,
    type: (text) => setDraft({ text, instead: null }),
    finish: () => setDraft((typed) => typed && { text: typed.text, instead: typed.instead ?? value }),
  };
}

/** A text field that commits its text on Enter, or when it loses the focus. */
export function TextInput(props: {
  id?: string;
  label?: string;
  value: string;
  onCommit: (value: string) => void;
  placeholder?: string;
  numeric?: boolean;
  invalid?: boolean;
}): JSX.Element {
  const draft = useDraft(props.value);
  return (
    <input
      id={props.id}
      aria-label={props.label}
      value={draft.shown}
      onInput={(event) => draft.type(event.currentTarget.value)}
      placeholder={props.placeholder}
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      inputMode={props.numeric ? "decimal" : undefined}
      aria-invalid={props.invalid ? "true" : undefined}
      onChange={(event) => {
        draft.finish();
        props.onCommit(event.currentTarget.value.trim());
      }}
      onBlur={draft.finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** A number on a scale, committed when the thumb is released. */
export function Slider(props: { id?: string; label?: string; least: number; most: number; value: number; onCommit: (value: number) => void; disabled?: boolean }): JSX.Element {
  const draft = useDraft(String(props.value));
  return (
    <input
      id={props.id}
      type="range"
      aria-label={props.label}
      min={props.least}
      max={props.most}
      value={draft.shown}
      disabled={props.disabled}
      onInput={(event) => draft.type(event.currentTarget.value)}
      onChange={(event) => {
        draft.finish();
        props.onCommit(Number(event.currentTarget.value));
      }}
    />
  );
}

/** A choice among many options; a value that is none of them is shown too. */
export function Select(props: { id: string; value: string; options: readonly (readonly [value: string, name: string])[]; onChange: (value: string) => void }): JSX.Element {
  const known = props.options.some(([value]) => value === props.value);
  return (
    <select id={props.id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
      {known ? null : <option value={props.value}>{props.value || "–"}</option>}
      {props.options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Options whose names are their values. */
export function plainOptions(names: readonly string[]): [string, string][] {
  return names.map((name) => [name, name]);
}

export function Trouble({ text }: { text: string }): JSX.Element | null {
  return text ? (
    <p class="error" role="alert">
      {text}
    </p>
  ) : null;
}
