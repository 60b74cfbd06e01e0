import { RateLimiterRes } from 'rate-limiter-flexible';
import { cardLinkOf } from '../../../providers/_kit/find-links.ts';
import type { Operation } from '../../http/operation.ts';
import { record, text, textOrNull } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { createLimiter, secondsLeft } from '../../http/rate-limit-store.ts';
import { compile } from '../../platform/validation.ts';
import { readLinkCard } from '../link-card.ts';

const body = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://',
      maxLength: 2048,
      description: 'The page that a post links to',
    },
    text: {
      type: 'string',
      maxLength: 200_000,
      description: 'In place of the URL: the text of a part, whose first link that can have a card is taken',
    },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
} as const;

export const readLinkCardOperation = {
  id: 'readLinkCard',
  method: 'post',
  path: '/link-cards',
  tag: 'Posts',
  access: 'caller',
  summary: 'See the card of a link',
  description:
    'What Bluesky and LinkedIn will show of a page that a post links to, unless the setting `link` of the post ' +
    'says something else. Pages are read once a day.',
  body,
  answer: {
    status: 201,
    description: 'The card',
    schema: record({
      url: textOrNull('The page; null where the text has no link that can have a card'),
      title: text('Its title'),
      description: text('Its description; may be empty'),
      picture: textOrNull('Its picture, as a data: URL of a JPEG'),
    }),
  },
  errors: ['fetch_failed', 'blocked_address', 'file_too_large', 'rate_limited'],
  example: { url: 'https://example.com/spring-menu' },
  handler: readLinkCardHandler,
} as const satisfies Operation;

const checkBody = compile(body);

/**
 * Pages that an organisation reads in an hour: each is kept for a day, and one takes five seconds at most.
 */
const LIMIT = { name: 'link-card', points: 300, seconds: 3600 };

function tooMany(window: RateLimiterRes): ApiError {
  const seconds = secondsLeft(window);
  return new ApiError('rate_limited', {
    ...sentence('link_card_limit_reached', { limit: LIMIT.points, seconds }),
    headers: { 'retry-after': String(seconds) },
  });
}

function readLinkCardHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const limiter = createLimiter(context, LIMIT);
  return async (ctx) => {
    const { url = cardLinkOf(checkBody(ctx.state.body).text ?? '') } = checkBody(ctx.state.body);
    ctx.status = 201;
    if (!url) {
      ctx.body = { url: null, title: '', description: '', picture: null };
      return;
    }
    const { organizationId } = ctx.state.caller;
    await limiter.consume(organizationId).catch((refused: unknown) => {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
    });
    const { title, description, picture } = await readLinkCard(context, { url, organizationId, again: true });
    const encoded = picture && `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`;
    ctx.body = { url, title, description, picture: encoded };
  };
}
