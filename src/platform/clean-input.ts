/** Names and texts that people type: what of them is stored. */
import { IANAZone } from 'luxon';
import { ApiError } from './errors.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from './sentences.ts';

/** Longest name of a person, a key or an app, in characters (code points). */
export const MAX_NAME = 100;
export const MAX_ORGANIZATION_NAME = 200;

// Marks and overrides of bidirectional text (Unicode annex 9), and characters without a width: they make a
// text look empty, or change how what stands beside it reads. Names are shown beside buttons that give rights
// away.
const UNSEEN = /[\u200b\u200e\u200f\u2060\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;
// Unicode has two more characters that end a line (annex 14, class BK).
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_LINES = /(?!\n)\p{Cc}/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name as it is stored: one line, without blanks around it and characters that nobody sees. `problem` = why
 * it cannot be one.
 */
export function readName(text: string, max: number): { readonly name: string; readonly problem?: Sentence } {
  const name = text.replaceAll(UNSEEN, '').trim();
  if (!SEEN.test(name)) return { name, problem: sentence('nothing_visible') };
  if ([...name].length > max) return { name, problem: sentence('wrong_length', { max }) };
  if (CONTROL.test(name)) return { name, problem: sentence('control_characters') };
  return { name };
}

/** Cleans a name that is the only thing to be wrong. @throws ApiError `invalid_request` at `path` */
export function cleanName(text: string, { path = 'name', max }: { path?: string; max: number }): string {
  const { name, problem } = readName(text, max);
  if (problem) throw new ApiError('invalid_request', { issues: [{ path, ...problem }] });
  return name;
}

/**
 * A description as it is stored: several lines, cleaned in the same way, control characters taken out; null
 * when nothing is left.
 */
export function cleanDescription(text: string | null | undefined): string | null {
  return (
    text?.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '').replaceAll(CONTROL_BUT_LINES, '').trim() || null
  );
}

/** A time zone by its IANA name. @throws ApiError `invalid_request` at `timeZone` */
export function assertTimeZone(name: string): void {
  // Offsets (+03:00) would not follow summer time, which is what a person means by a zone.
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) {
    throw new ApiError('invalid_request', { issues: [{ path: 'timeZone', ...sentence('not_a_time_zone') }] });
  }
}
