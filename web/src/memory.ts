// Values that the browser keeps between visits. Without storage (a private window) everything still works.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`plyground.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`plyground.${key}`, JSON.stringify(value));
  } catch {
    // no storage
  }
}
