/**
 * Polls of statuses, with the checks and words of Mastodon (app/models/poll.rb,
 * app/validators/poll_options_validator.rb, poll_expiration_validator.rb, config/locales/en.yml).
 */
import { ApiError, type Fields } from './call.ts';
import type { LedgerEntry, Poll, State } from './state.ts';

/** Reads the poll of a request; null for none, and where the software leaves polls out. */
export function readPoll({ limits }: State, fields: Fields): Poll | null {
  if (typeof fields.poll !== 'object' || fields.poll === null || !limits.pollOptions) return null;
  const poll = fields.poll as Fields;
  const options = (Array.isArray(poll.options) ? poll.options : [])
    .map((one) => String(one).trim())
    .filter(Boolean);
  const seconds = poll.expires_in === undefined ? null : Number(poll.expires_in);
  const [least, most] = limits.pollExpiration;
  const length = (text: string): number => [...new Intl.Segmenter().segment(text)].length;
  const problems = [
    seconds === null && "expires at can't be blank",
    !options.length && "options can't be blank",
    options.length < 2 && 'options must have more than one item',
    options.length > limits.pollOptions && `options can't contain more than ${limits.pollOptions} items`,
    options.some((one) => length(one) > limits.pollOptionLength) &&
      `options can't be longer than ${limits.pollOptionLength} characters each`,
    new Set(options).size < options.length && 'options contain duplicate items',
    seconds !== null && seconds > most && 'expires at is too far into the future',
    seconds !== null && seconds < least && 'expires at is too soon',
  ].filter((problem) => problem !== false);
  if (problems.length) {
    throw new ApiError(422, `Validation failed: ${problems.map((one) => `Poll ${one}`).join(', ')}`);
  }
  return {
    options,
    expiresIn: seconds ?? 0,
    multiple: String(poll.multiple) === 'true',
    hideTotals: String(poll.hide_totals) === 'true',
  };
}

/** A poll as the API shows it (docs.joinmastodon.org/entities/Poll). */
export function presentPoll({ id, createdAt, poll }: LedgerEntry): object | null {
  if (!poll) return null;
  const expiresAt = new Date(Date.parse(createdAt) + poll.expiresIn * 1000);
  return {
    id,
    expires_at: expiresAt.toISOString(),
    expired: false,
    multiple: poll.multiple,
    votes_count: 0,
    voters_count: poll.multiple ? 0 : null,
    options: poll.options.map((title) => ({ title, votes_count: poll.hideTotals ? null : 0 })),
    emojis: [],
    voted: false,
    own_votes: [],
  };
}
