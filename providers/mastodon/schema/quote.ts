/**
 * Quotes (docs.joinmastodon.org, "Implementing quote posts"; methods/statuses, `quoted_status_id` and
 * `quote_approval_policy`): since Mastodon 4.5, which states version 7 of its API.
 */
import type { JsonSchema } from '../../_kit/contract.ts';
import { patternWith } from '../../_kit/issue-words.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

export const quoteFields: Readonly<Record<string, JsonSchema>> = {
  quoted_status_id: {
    type: ['string', 'null'],
    maxLength: 2048,
    ...patternWith(
      String.raw`^\s*(\d{1,20}|https?://\S+/\d{1,20}/?)?\s*$`,
      catalogue(english)('mastodon_not_a_post'),
    ),
    title: 'Quote',
    description:
      'Post that the first part quotes: its URL as your own server shows it, or its ID there; needs Mastodon 4.5',
  },
  quote_approval_policy: {
    enum: ['public', 'followers', 'nobody', '', null],
    title: 'Who can quote',
    description:
      "Who can quote the post: public (everyone), followers or nobody; default: the account's own; needs Mastodon 4.5",
  },
};

/** A setting without the spaces at its ends; empty for none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The id of the post that a part quotes, at the account's own instance; null for none. */
export function quotedBy(settings: Readonly<Record<string, unknown>>, position: number): string | null {
  if (position > 0) return null;
  return /(\d+)\/?$/.exec(textOf(settings.quoted_status_id))?.[1] ?? null;
}

/** Who may quote; empty for the account's own choice. */
export const policyOf = ({ quote_approval_policy: policy }: Readonly<Record<string, unknown>>): string =>
  textOf(policy);
