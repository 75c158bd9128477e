// Text forms, as all of plyground writes them: name(parameter=value, …).

export interface TextForm {
  name: string;
  values: Record<string, string>;
}

/** Split at commas that are not inside brackets. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const letter = text[i];
    if (letter === "(" || letter === "[") depth += 1;
    else if (letter === ")" || letter === "]") depth -= 1;
    else if (letter === undefined || (letter === "," && depth === 0)) {
      const piece = text.slice(start, i).trim();
      if (piece) found.push(piece);
      start = i + 1;
    }
  }
  return found;
}

/** Read a text form; values without a name get the names of the parameters in order. */
export function readForm(text: string, order: readonly string[] = []): TextForm {
  const [, name = text.trim(), inside = ""] = /^\s*([\w.]+)\s*(?:\((.*)\))?\s*$/s.exec(text) ?? [];
  const values: Record<string, string> = {};
  pieces(inside).forEach((piece, number) => {
    const [, key, value] = /^(\w+)\s*=\s*(.*)$/s.exec(piece) ?? [];
    if (key !== undefined && value !== undefined) values[key] = value.trim();
    else values[order[number] ?? String(number)] = piece;
  });
  return { name, values };
}

export function writeForm({ name, values }: TextForm): string {
  const inside = Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${value}`);
  return inside.length ? `${name}(${inside.join(", ")})` : name;
}

/** A default as the text form writes it. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `[${value.map(asText).join(",")}]`;
  return String(value);
}
