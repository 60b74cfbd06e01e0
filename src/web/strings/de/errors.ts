/** What the API refuses, in German, by its code; the API itself answers in English. */
import type { ApiError } from '../../api/client.ts';
import type { Refusal, Said } from '../said.ts';
import { germanSentence } from './sentences/index.ts';

/** Whose message carries what the code does not: numbers, a state, the network's own words. */
export const DETAILED: ReadonlySet<ApiError['code']> = new Set([
  'duplicate_request',
  'fetch_failed',
  'file_too_large',
  'invalid_date',
  'media_in_use',
  'network_failed',
  'network_refused',
  'no_free_slot',
  'post_locked',
  'quota_exceeded',
  'rate_limited',
  'too_many_attempts',
  'unsupported_file',
]);

/** The German sentence; in parentheses what only the API's own message says, where that is in English. */
export function germanError({ code, message, reason, params, issues }: Refusal): string {
  const known = reason === undefined ? undefined : germanSentence(reason, params);
  if (known !== undefined) return known;
  const words = germanSentence(code);
  // Operators' refusals are in English alone, and what is wrong stands in the message.
  const isDetailed = DETAILED.has(code) || (code === 'invalid_request' && !issues?.length);
  return words !== undefined && isDetailed ? `${words} (${message})` : (words ?? message);
}

/** What is said about a field; in English where a newer API says something new. */
export const germanIssue = ({ message, code, params }: Said): string =>
  germanSentence(code, params) ?? message;
