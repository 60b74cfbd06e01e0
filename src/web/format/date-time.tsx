import { now as serverNow } from '../api/server-clock.ts';
import { useOutletContext } from 'react-router';
import type { Me } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { language } from '../strings/index.ts';
import { relativeText } from './relative.ts';

/** The time zone of the current organisation, in which every date is shown. */
export function useZone(): string {
  return (
    useOutletContext<Me | undefined>()?.organization?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone
  );
}

/**
 * For dates and numbers: the spoken language as this browser prefers it, for example British English.
 */
export function locale(): string {
  const spoken = language();
  return (
    navigator.languages.find((tag) => tag.split('-')[0] === spoken) ?? (spoken === 'en' ? 'en-GB' : spoken)
  );
}

/** "09:30", but "9:30 AM". */
export const hourStyle = (): '2-digit' | 'numeric' =>
  new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit';

/** "Sun 4 May 2031, 09:30", on request with seconds. */
export function formatDate(iso: string, zone: string, seconds = false): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: hourStyle(),
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    timeZone: zone,
  }).format(new Date(iso));
}

/** The hour and the minute alone, where the day is named beside it: "09:30". */
export function formatTime(iso: string, zone: string): string {
  return new Intl.DateTimeFormat(locale(), { hour: hourStyle(), minute: '2-digit', timeZone: zone }).format(
    new Date(iso),
  );
}

/** "02:30 CEST", where the hour and the minute alone could be two instants. */
export function formatReading(iso: string, zone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    hour: hourStyle(),
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(iso));
}

/** "Sunday 4 May", for a day as it stands in the calendar: "2031-05-04". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** "in 3 days", "2 minutes ago" */
export function formatRelative(iso: string, now = serverNow()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  return relativeText(seconds, locale());
}

/** A post that is published sooner after its date is on time: that is no fault. */
const ON_TIME_MS = 5000;
/** Whether a lateness is worth a mention. */
export const isLate = (ms: number | null): ms is number => ms !== null && ms >= ON_TIME_MS;

/** "0.4 s", "12 s", "3 min" */
export function formatDuration(ms: number): string {
  const [value, unit] = ms < 120_000 ? [ms / 1000, 's'] : [ms / 60_000, 'min'];
  const digits = ms < 10_000 ? 1 : 0;
  const format = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(value)} ${unit}`;
}

interface DateTimeProps {
  /** ISO 8601. */
  readonly date: string;
  readonly seconds?: boolean;
  /** "2 minutes ago" instead of the date. */
  readonly relative?: boolean;
}

/** A date in the organisation's time zone, or how far away it is; the other one on hover. */
export function DateTime({ date, seconds, relative }: DateTimeProps) {
  const zone = useZone();
  const absolute = formatDate(date, zone, seconds);
  return (
    <Hint label={relative ? `${absolute} (${zone})` : `${formatRelative(date)} (${zone})`}>
      <time dateTime={date}>{relative ? formatRelative(date) : absolute}</time>
    </Hint>
  );
}
