/**
 * A quote, a poll, and people who are tagged in the media of a new post (docs.x.com, POST /2/tweets). Limits
 * are those of X's OpenAPI document 2.167; that the three exclude each other is in the description of earlier
 * versions ("mutually exclusive from Media and Quote Tweet ID"). Words of a refused quote: answers of X that
 * clients have recorded; those of the others are ours.
 */
import { invalid, onlyKnown, plain } from './call.ts';
import type { LedgerEntry, State } from './state.ts';

type Extras = Pick<LedgerEntry, 'quoted' | 'poll' | 'tagged'>;

export function readExtras(state: State, fields: Readonly<Record<string, unknown>>): Extras {
  const { media, poll, quote_tweet_id: quote } = fields;
  if ([media, poll, quote].filter((one) => one !== undefined).length > 1) {
    throw invalid('poll', '', 'Media, Poll and Quote Tweet Id are mutually exclusive');
  }
  return { quoted: readQuote(state, quote), poll: readPoll(state, poll), tagged: readTagged(state, media) };
}

function readQuote(state: State, id: unknown): string | null {
  if (id === undefined) return null;
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) throw invalid('quote_tweet_id', id, 'is not valid');
  if (state.armed.refusesQuotes) {
    throw plain(
      403,
      'Quoting this post is not allowed because you have not been mentioned or are not part of the conversation thread of the post you are quoting.',
    );
  }
  if (!state.ledger.some((post) => post.id === id && !post.deletedAt)) {
    throw invalid('quote_tweet_id', id, `Could not find tweet with id: [${id}].`);
  }
  return id;
}

function readPoll(state: State, input: unknown): Extras['poll'] {
  if (input === undefined) return null;
  onlyKnown(input as object, ['options', 'duration_minutes', 'reply_settings']);
  const { options, duration_minutes: minutes } = input as Record<string, unknown>;
  if (!Array.isArray(options) || options.length < 2 || options.length > 4) {
    throw invalid('poll.options', options, 'poll.options must have from 2 to 4 options');
  }
  const texts = options.map(String);
  if (texts.some((text) => !text.trim() || Array.from(text).length > 25)) {
    throw invalid('poll.options', options, 'poll.options must have from 1 to 25 characters');
  }
  if (!Number.isInteger(minutes) || Number(minutes) < 5 || Number(minutes) > 10_080) {
    throw invalid('poll.duration_minutes', minutes, 'is not between 5 and 10080');
  }
  return { id: state.nextId(), options: texts, minutes: Number(minutes) };
}

function readTagged(state: State, media: unknown): readonly string[] {
  const { tagged_user_ids: ids } = (media ?? {}) as { tagged_user_ids?: unknown };
  if (ids === undefined) return [];
  if (!Array.isArray(ids) || ids.length > 10 || ids.some((id) => !state.accounts.has(String(id)))) {
    throw invalid('media.tagged_user_ids', ids, 'is not valid');
  }
  return ids as string[];
}
