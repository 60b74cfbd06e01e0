/** Why v1 could not publish a post, in the words of the network. */
import type { SourceRow } from '../source/open-source.ts';
import { isRecord, jsonOf, shortOf, textOf } from './values.ts';

/** What the networks say is bounded; what v1 kept of it is not. */
const MAX_ERROR = 2000;

/**
 * v1 keeps a text, or the JSON of an error that it caught. Up to v2.11.3 that is `{identifier, json, body,
 * message}` (social.abstract.ts, `BadBody`; the message is often empty, and `json` what the network
 * answered). From v2.12.0 on it is a failure of Temporal: the message of an Error is not enumerable, so that
 * the words are those of the failures inside: `cause.failure.message` (posts.repository.ts, `changeState`).
 */
export function errorOf(row: SourceRow, from: string): string {
  const text = textOf(row.error);
  const { value } = jsonOf(text);
  const said = isRecord(value) ? wordsIn(value) : text;
  return shortOf(said || `${from} could not publish it, and kept no reason`, MAX_ERROR);
}

const PLACES = [
  ['message'],
  ['error'],
  ['cause', 'failure', 'message'],
  ['cause', 'message'],
  ['failure', 'cause', 'message'],
  ['failure', 'message'],
  ['json'],
];

function wordsIn(error: Readonly<Record<string, unknown>>): string {
  for (const place of PLACES) {
    const text = textOf(place.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), error));
    if (text && text !== '{}') return text;
  }
  return '';
}
