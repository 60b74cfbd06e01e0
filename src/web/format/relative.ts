const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** "in 3 days", "2 minutes ago": how far away something is, in the language of a tag such as "en-GB". */
export function relativeText(seconds: number, tag: string): string {
  const away = Math.abs(seconds);
  // Hours up to two days: 36 of them are no more "in 2 days" than "tomorrow". What would round up to the next
  // unit is in that one: no "60 minutes", and no "48 hours".
  const [unit, size] = UNITS.find(
    ([name, s], n) => away >= (name === 'day' ? 2 * s : s) - (UNITS[n + 1]?.[1] ?? 0) / 2,
  ) ?? ['second', 1];
  // "now", but never "tomorrow": 28 hours from late in the evening on, it would be the day after.
  const numeric = seconds ? 'always' : 'auto';
  return new Intl.RelativeTimeFormat(tag, { numeric }).format(Math.round(seconds / size), unit);
}
