import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, record, text } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import { compile } from '../../platform/validation.ts';
import { switchLink } from '../switch-link.ts';

const switchShortLinkBody = {
  type: 'object',
  properties: {
    shortURL: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'The short link, as it is published',
    },
    disabled: { type: 'boolean', description: 'true switches it off, false on again' },
  },
  required: ['shortURL', 'disabled'],
  additionalProperties: false,
} as const;

export const switchShortLinkOperation = {
  id: 'switchShortLink',
  method: 'patch',
  path: '/short-links',
  tag: 'Posts',
  access: 'caller',
  role: 'admin',
  // It redirects from here, whichever instance publishes.
  whileElsewhere: 'allowed',
  summary: 'Switch a short link off or on',
  description:
    'One that is off answers 410 and says so. Posts that have it stay as they are. Works for links that Crier has made, also of posts that are deleted; those of a service are switched off there.',
  body: switchShortLinkBody,
  answer: {
    status: 200,
    description: 'The link',
    schema: record({
      url: text('The link as it stands in the text'),
      shortURL: text('What is published instead'),
      disabled: flag('Whether it is switched off'),
    }),
  },
  errors: ['short_link_not_found', 'foreign_resource'],
  example: { shortURL: 'https://crier.example/s/k7Xp2mQv', disabled: true },
  handler: switchShortLinkHandler,
} as const satisfies Operation;

const checkBody = compile(switchShortLinkBody);

function switchShortLinkHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await switchLink(context, ctx.state.caller, checkBody(ctx.state.body));
  };
}
