import type { Operation } from '../../http/operation.ts';
import { record, text, textOrNull } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
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
  },
  required: ['url'],
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
    status: 200,
    description: 'The card',
    schema: record({
      url: text('The page'),
      title: text('Its title'),
      description: text('Its description; may be empty'),
      picture: textOrNull('Its picture, as a data: address of a JPEG'),
    }),
  },
  errors: ['fetch_failed', 'blocked_address', 'file_too_large'],
  example: { url: 'https://example.com/spring-menu' },
  handler: readLinkCardHandler,
} as const satisfies Operation;

const checkBody = compile(body);

function readLinkCardHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { url } = checkBody(ctx.state.body);
    const { organizationId } = ctx.state.caller;
    const { title, description, picture } = await readLinkCard(context, { url, organizationId });
    const encoded = picture && `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`;
    ctx.body = { url, title, description, picture: encoded };
  };
}
