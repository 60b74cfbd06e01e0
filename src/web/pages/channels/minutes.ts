/** "09:05" for 545 minutes after midnight. */
export function formatMinutes(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The minutes after midnight of "09:05"; undefined for anything else. */
export function readMinutes(time: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
