/** Changes of lists by the ids of what is in them. */

interface Named {
  readonly id: string;
}

export function moved<One extends Named>(
  list: readonly One[],
  id: string,
  place: (from: number) => number,
): readonly One[] {
  const from = list.findIndex((one) => one.id === id);
  const one = list[from];
  const to = place(from);
  if (!one || from === to || to < 0 || to >= list.length) return list;
  const rest = list.filter((other) => other.id !== id);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

export interface Split<One> {
  readonly part: string;
  /** What is left of its text. */
  readonly text: string;
  readonly further: readonly One[];
}

/** A part in several; what else was written meanwhile stays. */
export const splitIn = <One extends Named>(
  parts: readonly One[],
  { part, text, further }: Split<One>,
): readonly One[] => parts.flatMap((one) => (one.id === part ? [{ ...one, text }, ...further] : [one]));
