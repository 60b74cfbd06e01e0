import { DateTime } from 'luxon';
import { shortDate } from '../output.ts';

/** An instant as people of the organisation read it, and as every computer does: which one a command took. */
export function instantIn(date: Date, zone: string): string {
  const utc = shortDate(date);
  const there = DateTime.fromJSDate(date, { zone });
  if (!there.isValid || there.offset === 0) return utc;
  return `${there.toFormat(there.second ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd HH:mm')} ${zone} (${utc})`;
}
