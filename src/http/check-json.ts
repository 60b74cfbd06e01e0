/**
 * Valid JSON that must be rejected all the same: bodies that would exhaust the process, and values that the
 * database cannot hold.
 */
import { ApiError, type Issue } from '../platform/errors.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';

/** Maximum nesting; a post needs eight levels. */
export const MAX_DEPTH = 64;
/**
 * Maximum number of values in one body; a post to 100 channels with threads and media has a few thousand.
 */
export const MAX_VALUES = 250_000;
/**
 * Longest name in an object, in bytes as it is written. V8 hashes texts of more than 16,383 characters by
 * their length alone: parsing many such names of one length takes quadratic time.
 */
export const MAX_NAME_BYTES = 1000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/** An object or array that is open: the names it has so far, and where in it the scan is. */
interface Open {
  readonly names?: Set<string>;
  at: string | number;
}

/**
 * Scans the bytes before they are parsed: parsing is what uses the memory, and it forgets a name that occurs
 * twice. Which of two values counts differs between programs, so one of them would be read without having
 * been checked.
 *
 * @throws ApiError `invalid_json` for a body that is nested too deeply, holds too many values, or has a name
 * that is too long, or twice in one object
 */
export function assertReasonable(bytes: Uint8Array): void {
  const open: Open[] = [];
  let values = 1;
  let text = { start: 0, end: 0 };
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      text = { start: i, end: endOfText(bytes, i) };
      i = text.end;
    } else if (byte === COLON) noteName(open, bytes.subarray(text.start, text.end + 1));
    else if (byte === COMMA) {
      values++;
      const inner = open.at(-1);
      if (typeof inner?.at === 'number') inner.at++;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) open.pop();
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      open.push(byte === OPEN_ARRAY ? { at: 0 } : { names: new Set(), at: '' });
      if (open.length > MAX_DEPTH) throw invalidJson(sentence('json_too_deep', { max: MAX_DEPTH }));
    }
    if (values > MAX_VALUES) throw invalidJson(sentence('json_too_many_values', { max: MAX_VALUES }));
  }
}

/** The index of the quotation mark that ends a text, or of the last byte. */
function endOfText(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return Math.min(i, bytes.length - 1);
}

function noteName(open: readonly Open[], quoted: Uint8Array): void {
  const object = open.at(-1);
  if (!object?.names) return;
  if (quoted.length > MAX_NAME_BYTES) {
    const place = JSON.stringify(placeOf(open));
    throw invalidJson(sentence('json_name_too_long', { max: MAX_NAME_BYTES, place }));
  }
  const name = nameIn(quoted);
  object.at = name;
  if (object.names.has(name)) {
    throw invalidJson(sentence('json_name_twice', { place: JSON.stringify(placeOf(open)) }));
  }
  object.names.add(name);
}

const placeOf = (open: readonly Open[]): string => open.map(({ at }) => String(at).slice(0, 60)).join('.');

/** A name as the parser reads it: an escaped letter is the same letter. */
function nameIn(quoted: Uint8Array): string {
  const text = Buffer.from(quoted.buffer, quoted.byteOffset, quoted.byteLength).toString();
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text; // the parser will refuse it
  }
}

const invalidJson = (why: Sentence): ApiError => new ApiError('invalid_json', why);

interface Place {
  readonly key: string;
  readonly value: unknown;
  readonly parent?: Place;
}

/**
 * PostgreSQL text has no NUL, UTF-8 no lone surrogates, outgoing JSON no infinity, and `__proto__` means
 * something else as soon as an object is copied.
 *
 * @throws ApiError `invalid_request` naming the places
 */
export function assertStorable(body: unknown): void {
  const waiting: Place[] = [{ key: '', value: body }];
  const issues: Issue[] = [];
  for (let place = waiting.pop(); place && issues.length < 20; place = waiting.pop()) {
    const problem =
      problemOf(place.value) ??
      (place.key === '__proto__' ? sentence('name_not_possible') : textProblem(place.key));
    if (problem) issues.push({ path: pathOf(place), ...problem });
    const { value } = place;
    if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) waiting.push({ key, value: inner, parent: place });
    }
  }
  if (issues.length) throw new ApiError('invalid_request', { issues });
}

function problemOf(value: unknown): Sentence | undefined {
  if (typeof value === 'string') return textProblem(value);
  return typeof value === 'number' && !Number.isFinite(value) ? sentence('number_too_large') : undefined;
}

function textProblem(text: string): Sentence | undefined {
  if (text.includes('\u0000')) return sentence('nul_character');
  return text.isWellFormed() ? undefined : sentence('half_of_a_surrogate_pair');
}

function pathOf(place: Place): string {
  const parts: string[] = [];
  for (let at: Place | undefined = place; at?.parent; at = at.parent) {
    parts.unshift(at.key.slice(0, 60).toWellFormed().replaceAll('\u0000', ''));
  }
  return parts.join('.') || 'body';
}
