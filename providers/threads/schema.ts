/**
 * Settings of a post (developers.facebook.com/documentation/threads: Posts, Polls, Quote posts, Reply
 * management).
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { patternWith } from '../_kit/issue-words.ts';
import { pollField, pollOf } from '../_kit/poll.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { urlField } from '../_kit/setting-fields.ts';
import { english } from './sentences.ts';

/** Who can reply (Reply management, `reply_control`). */
const REPLIERS = [
  'everyone',
  'accounts_you_follow',
  'followers_only',
  'mentioned_only',
  'parent_post_author_only',
] as const;

/** All are of the first part: further parts answer it. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'threads' },
    reply_control: {
      enum: [...REPLIERS, '', null],
      description:
        'Who can reply: everyone (default), accounts that you follow, your followers, accounts ' +
        'mentioned in the post, or only the author of the post that it answers',
    },
    topic_tag: {
      type: ['string', 'null'],
      maxLength: 50,
      ...patternWith('^[^.&]*$', catalogue(english)('threads_full_stop_or_ampersand')),
      description:
        'Topic of up to 50 characters, without full stops and ampersands; default: the first #tag of the text',
    },
    poll: pollField(
      { options: 4, length: 25 },
      {},
      'Poll below the text of a post without media, for 24 hours',
    ),
    link_attachment: urlField(
      'Link, shown as a card below a post without media; default: the first link of the text',
    ),
    gif_id: {
      type: ['string', 'null'],
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]*$',
      description: 'ID of a GIF at GIPHY, such as 3o7abKhOpu0NwenH3O, for a post without media',
    },
    quote_post_id: {
      type: ['string', 'null'],
      maxLength: 30,
      pattern: '^[0-9]*$',
      description: "Post to quote: its ID on Threads; the account's own newest are offered (tool ownPosts)",
    },
  },
};

type Fields = Readonly<Record<string, string>>;

/** Names of the options of a poll, in their order. */
export const OPTIONS = ['option_a', 'option_b', 'option_c', 'option_d'] as const;

/** What only a post without media has (Polls, Topic tags, links, and GIFs, "Limitations"). */
export const onlyWithoutMedia = (settings: Readonly<Record<string, unknown>>): string[] =>
  ['link_attachment', 'gif_id'].filter((name) => settings[name]);

/** The settings as fields of the container of a post. */
export function fieldsOf(settings: Readonly<Record<string, unknown>>): Fields {
  const text = (name: string): string => String(settings[name] ?? '').trim();
  const names = ['reply_control', 'link_attachment', 'quote_post_id'].filter(text);
  const topic = text('topic_tag').replace(/^#/, '');
  const poll = pollOf(settings);
  const options = poll?.options.map((option, n) => [OPTIONS[n] ?? '', option] as const);
  const gif = text('gif_id');
  return {
    ...Object.fromEntries(names.map((name) => [name, text(name)])),
    ...(topic ? { topic_tag: topic } : {}),
    ...(options ? { poll_attachment: JSON.stringify(Object.fromEntries(options)) } : {}),
    // Tenor's ids are taken no more: it was shut down in June 2026.
    ...(gif ? { gif_attachment: JSON.stringify({ gif_id: gif, provider: 'GIPHY' }) } : {}),
  };
}
