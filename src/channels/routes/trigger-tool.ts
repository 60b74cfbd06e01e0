import type { AppContext } from '../../http/types.ts';
import { askNetwork } from '../ask-network.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { assertInputFits } from '../tool-input.ts';
import { findOwnChannel } from './own-channel.ts';
import type { Operation } from '../../http/operation.ts';
import { sentence } from '../../platform/sentences.ts';

export const triggerToolBody = {
  type: 'object',
  properties: {
    methodName: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of the tool' },
    data: { type: ['object', 'null'], description: 'Input of the tool' },
  },
  required: ['methodName'],
} as const;

export const triggerToolOperation = {
  id: 'triggerIntegrationTool',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/integration-trigger/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Run a tool of a channel',
  description:
    'Tools ask the network for values: the boards of an account, the channels of a server, the categories of a site.',
  body: triggerToolBody,
  answer: {
    status: 201,
    description: 'What the network answered',
    schema: { type: 'object', properties: { output: {} }, required: ['output'], additionalProperties: false },
  },
  errors: [
    'integration_not_found',
    'foreign_resource',
    'tool_not_found',
    'channel_unauthorized',
    'network_refused',
    'network_busy',
    'network_failed',
  ],
  example: { methodName: 'channels', data: {} },
  handler: triggerToolHandler,
} as const satisfies Operation;

const checkBody = compile(triggerToolBody);

function triggerToolHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const { methodName, data } = checkBody(ctx.state.body);
    const channel = await findOwnChannel(context, ctx, id);
    const provider = context.providers.get(channel.provider);
    const tool =
      provider?.tools && Object.hasOwn(provider.tools, methodName) ? provider.tools[methodName] : undefined;
    if (!provider || !tool) {
      const facts = { name: channel.name, tool: methodName };
      const tools = Object.keys(provider?.tools ?? {});
      throw new ApiError(
        'tool_not_found',
        tools.length
          ? sentence('channel_without_tool', { ...facts, tools })
          : sentence('channel_without_tools', facts),
      );
    }
    const input = { ...data };
    assertInputFits(tool, input, 'data');
    ctx.body = {
      output: await askNetwork(ofRequest(context, ctx), provider, id, (account, network) =>
        tool.run(account, input, network),
      ),
    };
    ctx.status = 201;
  };
}
