/** Problems of a table as this page says them: about cells that a person wrote, by the clock of their
 * zone. */
import { errorReason, errorText, firstIssueOf } from '../../components/issues.ts';
import { isApiError } from '../../api/client.ts';
import { formatDate } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { daysAhead, toClock } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';
import type { Plan } from './sheet.ts';

const { wrong, ...text } = strings.table;

export type Issue = Plan['issues'][number];

/** "2031-05-04 09:30", as a cell takes it; on request with the offset of the zone. */
export function cellDate(iso: string, zone: string, withOffset = false): string {
  const clock = toClock(iso, zone).replace('T', ' ');
  if (!withOffset) return clock;
  const minutes = Math.round((Date.parse(`${clock.replace(' ', 'T')}Z`) - Date.parse(iso)) / 60_000);
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  const away = Math.abs(minutes);
  return `${clock} ${minutes < 0 ? '-' : '+'}${two(away / 60)}:${two(away % 60)}`;
}

/** A time that is still to come: ten o'clock on one of the next days. */
export const dayAhead = (zone: string, days: number): string =>
  cellDate(daysAhead(zone, { days, hour: 10 }), zone);

/** The forms in which a date can be written, by the example of tomorrow. */
function dateForms(zone: string): string {
  const iso = dayAhead(zone, 1);
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-').map(String);
  const [d, m] = [Number(day), Number(month)];
  return wrong.date(iso, `${d}.${m}.${year} 10:00`, `${m}/${d}/${year} 10:00 AM`);
}

/** What is wrong with a row or a cell. */
export function problemOf(issue: Issue, zone: string): string {
  const value = (name: string): string => String(issue.params?.[name] ?? '');
  // A row may name a zone of its own.
  const inZone = (name: string, withOffset = false): string =>
    cellDate(value(name), value('zone'), withOffset);
  switch (issue.code) {
    case 'in_the_past':
      return wrong.past(formatDate(value('date'), zone));
    case 'not_iso_8601':
    case 'plus_lost':
      return dateForms(zone);
    case 'time_skipped':
      return wrong.skipped(inZone('earlier'), inZone('later'));
    case 'time_twice':
      return wrong.twice(inZone('first', true), inZone('second', true));
    case 'offset_not_of_zone':
      return wrong.offset(value('zone').replaceAll('_', ' '));
    case 'table_no_channel':
      return wrong.noChannel;
    case 'table_no_file':
      return wrong.noFile(isolated(value('given')));
    case 'table_empty':
      return issue.column === 'date' ? wrong.noDate : wrong.noText;
    default:
      return strings.common.issue(issue);
  }
}

/** Why no post was made of a row: each problem with the column that it is about. */
export function refusalOf(error: unknown, zone: string): string {
  const issues = isApiError(error) ? (error.issues ?? []) : [];
  if (issues.length === 0) return errorReason(error);
  return issues
    .map(({ path, ...issue }) => {
      const column = columnOf(path);
      return `${text.columns[column]}: ${problemOf({ ...issue, column }, zone)}`;
    })
    .join('; ');
}

/** The column that a place in a request comes from: that of a post, or of a file to fetch. */
function columnOf(path: string): 'date' | 'settings' | 'media' | 'content' {
  if (path === 'date') return 'date';
  if (path === 'url' || path.includes('.image')) return 'media';
  return path.includes('.settings') ? 'settings' : 'content';
}

/** Why a file cannot be read. */
export function fileProblemOf(error: unknown): string {
  if (!isApiError(error)) return errorText(error);
  const [issue] = error.issues ?? [];
  switch (issue?.code) {
    case undefined:
      return firstIssueOf(error);
    case 'table_too_long':
      return text.tooLong;
    case 'table_no_table':
      return text.noTable;
    case 'table_encoding_unknown':
      return text.unreadable;
    default:
      return text.fileProblem(firstIssueOf(error));
  }
}
