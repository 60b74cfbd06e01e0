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
  // Hours up to two days: 36 of them are no more "in 2 days" than "tomorrow".
  const [unit, size] = UNITS.find(([name, s]) => away >= (name === 'day' ? 2 * s : s)) ?? ['second', 1];
  // "now", but never "tomorrow": 28 hours from late in the evening on, it would be the day after.
  const numeric = seconds ? 'always' : 'auto';
  return new Intl.RelativeTimeFormat(tag, { numeric }).format(Math.round(seconds / size), unit);
}
