/** The shapes that pictures are cut to. */

export interface Aspect {
  /** As people write it: width to height. */
  readonly name: string;
  readonly value: number;
}

const COMMON: readonly Aspect[] = [
  { name: '1:1', value: 1 },
  { name: '4:5', value: 4 / 5 },
  { name: '16:9', value: 16 / 9 },
  { name: '1.91:1', value: 1.91 },
  { name: '3:4', value: 3 / 4 },
  { name: '9:16', value: 9 / 16 },
];
const SLACK = 0.005;

/** Those that every one of these networks takes, and the picture's own; all common ones if none suits all. */
export function aspectsFor(
  bounds: readonly { readonly minAspect: number | null; readonly maxAspect: number | null }[],
  own: Aspect | null = null,
): readonly Aspect[] {
  const taken = [...COMMON, ...(own ? [own] : [])].filter(({ value }) =>
    bounds.every(
      ({ minAspect, maxAspect }) =>
        value >= (minAspect ?? 0) - SLACK && value <= (maxAspect ?? Infinity) + SLACK,
    ),
  );
  return taken.length ? taken : COMMON;
}
