import type { AppContext } from '../../http/types.ts';
import { beginConnect } from '../connect/begin.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import { NETWORK_ERRORS, providerParam } from './connect-shapes.ts';
import type { Operation } from '../../http/operation.ts';

export const getConnectUrlQuery = {
  type: 'object',
  properties: {
    refresh: {
      type: 'string',
      maxLength: 100,
      description: 'The id of a channel to reconnect; it keeps its id and its waiting posts',
    },
    externalUrl: {
      type: 'string',
      maxLength: 300,
      description: "URL of the account's server, for networks with many servers (Mastodon)",
    },
  },
} as const;

export const getConnectUrlOperation = {
  id: 'getConnectUrl',
  method: 'get',
  path: '/social/{provider}',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Get a URL for connecting a channel',
  description:
    'Open it in a browser within an hour. The network sends the browser back to the web app, where an owner or admin of the organisation must be signed in; if a session made the request, the same person. Otherwise that person is shown the account, and asked whether to connect it. For a network that takes credentials, it is the page of the web app that asks for them.',
  params: providerParam,
  query: getConnectUrlQuery,
  answer: {
    status: 200,
    description: 'Where to send the browser',
    schema: {
      type: 'object',
      properties: {
        url: { type: 'string', format: 'uri', description: 'On the network, or in the web app' },
      },
      required: ['url'],
      additionalProperties: false,
    },
  },
  errors: [...NETWORK_ERRORS, 'insufficient_scope', 'integration_not_found', 'foreign_resource'],
  handler: getConnectUrlHandler,
} as const satisfies Operation;

const checkQuery = compile(getConnectUrlQuery, 'query');

function getConnectUrlHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    // A GET for the sake of existing clients: it begins a change all the same.
    if (!ctx.state.caller.scopes.includes('write')) throw new ApiError('insufficient_scope');
    const { refresh, externalUrl } = checkQuery({ ...ctx.query });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      url: await beginConnect(ofRequest(context, ctx), {
        caller: ctx.state.caller,
        provider: String(ctx.params.provider),
        origin: browserOrigin(ctx),
        ...(refresh ? { refresh: idParam(refresh) } : {}),
        ...(externalUrl ? { externalUrl } : {}),
      }),
    };
  };
}
