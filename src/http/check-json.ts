/**
 * Valid JSON that must be rejected all the same: bodies that would exhaust the process, and values that the
 * database cannot hold.
 */
import { ApiError, type Issue } from '../platform/errors.ts';

/** Maximum nesting; a post needs eight levels. */
export const MAX_DEPTH = 64;
/** Maximum number of values in one body; a post to 100 channels with threads and media has a few thousand. */
export const MAX_VALUES = 250_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Scans the bytes before they are parsed, because parsing is what uses the memory.
 *
 * @throws ApiError `invalid_json` for a body that is nested too deeply or holds too many values
 */
export function assertReasonable(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values++;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) {
        throw new ApiError('invalid_json', {
          message: `The body is nested more than ${MAX_DEPTH} levels deep`,
        });
      }
    }
    if (values > MAX_VALUES) {
      throw new ApiError('invalid_json', { message: `The body holds more than ${MAX_VALUES} values` });
    }
  }
}

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
      (place.key === '__proto__' ? 'is not a possible name' : textProblem(place.key));
    if (problem) issues.push({ path: pathOf(place), message: problem });
    const { value } = place;
    if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) waiting.push({ key, value: inner, parent: place });
    }
  }
  if (issues.length) throw new ApiError('invalid_request', { issues });
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textProblem(value);
  return typeof value === 'number' && !Number.isFinite(value) ? 'is too large for a number' : undefined;
}

function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains the character NUL';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

function pathOf(place: Place): string {
  const parts: string[] = [];
  for (let at: Place | undefined = place; at?.parent; at = at.parent) {
    parts.unshift(at.key.toWellFormed().replaceAll('\u0000', '').slice(0, 60));
  }
  return parts.join('.') || 'body';
}
