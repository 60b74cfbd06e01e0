import { formatOf } from '../../../providers/_kit/check-content.ts';
import { contentOf } from '../../../providers/_kit/stored-text.ts';
import { toFormat } from '../../../providers/_kit/text.ts';
import type { AppContext } from '../../http/types.ts';
import type { Operation } from '../../http/operation.ts';
import { listOf, record, text } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { sentence } from '../../platform/sentences.ts';
import { compile } from '../../platform/validation.ts';
import { areShort, asPublished } from '../../short-links/decide.ts';
import { settingsOf } from './check-post.ts';
import { findChannels, type FoundEntry } from './entries/check-entries.ts';
import { splitText } from './split-text.ts';

const MAX_PARTS = 100;

const splitPostBody = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 50_000, description: 'The text, without markup' },
    posts: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          integration: {
            type: 'object',
            properties: { id: { type: 'string', format: 'uuid', description: 'A channel' } },
            required: ['id'],
          },
          settings: { type: 'object', description: 'The settings of its network, which may change a limit' },
        },
        required: ['integration'],
      },
      description: 'The channels that every part must suit',
    },
    numbered: { type: 'boolean', description: 'Whether each part ends with its number ("1/5"); default: no' },
    shortLink: { type: 'boolean', description: 'Whether links become short, as in POST /posts' },
  },
  required: ['text', 'posts'],
  additionalProperties: false,
} as const;

export const splitPostOperation = {
  id: 'splitPost',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/posts/split',
  tag: 'Posts',
  access: 'caller',
  summary: 'Split a long text into the parts of a thread',
  description:
    'Cuts between paragraphs, else sentences, else words, by the length rules of the networks. Links, mentions and hashtags stay whole. Nothing is stored.',
  body: splitPostBody,
  answer: {
    status: 201,
    description: 'One part if the text fits',
    schema: record({ parts: listOf(text('The text of a part')) }),
  },
  errors: ['integration_not_found', 'foreign_resource', 'channel_disabled', 'channel_disconnected'],
  example: {
    text: 'Soup today. Cake tomorrow.',
    posts: [{ integration: { id: '0193a3a5-1c4f-7b1e-9d5c-3f0a6f1f2b11' } }],
  },
  handler: splitPostHandler,
} as const satisfies Operation;

const checkBody = compile(splitPostBody);

function splitPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { text: written, posts, numbered = false, shortLink } = checkBody(ctx.state.body);
    const entries = posts.map(({ integration, settings = {} }, index) => ({
      entry: { integration, settings, value: [{ content: contentOf(written) }] },
      path: `posts.${index}`,
    }));
    const found = await findChannels(context, ctx.state.caller.organizationId, entries);
    await inTurn(written.length);
    const fits = found.map((one) => fitsFor(context, one, shortLink));
    const parts = splitText(written, (part, position) => fits.every((one) => one(part, position)), {
      numbered,
      max: MAX_PARTS,
    });
    if (parts.length > MAX_PARTS) {
      const issue = {
        path: 'text',
        ...sentence('split_into_too_many', { parts: parts.length, most: MAX_PARTS }),
      };
      throw new ApiError('invalid_request', { issues: [issue] });
    }
    ctx.body = { parts };
    ctx.status = 201;
  };
}

/** Whether a text fits into a part of a channel, as it is published there. */
function fitsFor(context: Context, found: FoundEntry, asked: boolean | undefined) {
  const { network, channel } = found;
  const settings = settingsOf(found);
  const shortLink = areShort(channel.links, asked);
  return (part: string, position: number): boolean => {
    const content = asPublished(context, contentOf(part), shortLink);
    const published = toFormat(content, formatOf(network, settings, position));
    return network.rules.length(published) <= network.rules.maxLength(channel, { settings, position });
  };
}
