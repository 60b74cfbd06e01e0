/** Reading values of v1, which checked little of what it stored. */
import { readName } from '../../platform/clean-input.ts';
import type { SourceRow } from '../source/open-source.ts';

/** A text without the characters that PostgreSQL or a page refuses; empty for anything that is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';

/** Its first `most` UTF-16 units; not half a character, which PostgreSQL refuses in JSON. */
export const shortOf = (value: unknown, most: number): string =>
  textOf(value)
    .slice(0, most)
    .replace(/\p{Cs}$/u, '');

/** The longest name of a network or an account: longer ones, which none has, fit into no index. */
export const MAX_ID = 500;

/** One line of at most `most` characters that can be seen; `otherwise` when nothing is left. */
export function nameOf(value: unknown, most: number, otherwise: string): string {
  const line = textOf(value).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  const { name, problem } = readName(line, Infinity);
  return problem ? otherwise : [...name].slice(0, most).join('').trim();
}

/** A time of v1, which is UTC and says no zone; null for none. */
export function timeOf(value: unknown): string | null {
  const time = typeof value === 'string' ? new Date(`${value.replace(/Z?$/, '')}Z`) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

export const createdOf = (row: SourceRow): string => timeOf(row.createdAt) ?? new Date(0).toISOString();

/** NUL and halves of characters as JSON escapes them, which PostgreSQL refuses in JSON as well. */
const REFUSED = /\\u(?:0000|d[89a-f])/i;
const withoutRefused = (_: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [textOf(name), field]))
    : typeof value === 'string'
      ? textOf(value)
      : value;

/** What a column of JSON holds; `broken` when it cannot be read. Empty and null are nothing. */
export function jsonOf(value: unknown): { readonly value: unknown; readonly broken: boolean } {
  if (typeof value !== 'string' || value.trim() === '') return { value: null, broken: false };
  try {
    return {
      value: JSON.parse(value, REFUSED.test(value) ? withoutRefused : undefined) as unknown,
      broken: false,
    };
  } catch {
    return { value: null, broken: true };
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
