import type { AppContext } from '../../http/types.ts';
import type { JsonSchema, Network, Provider, ProviderTool } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../platform/context.ts';
import { idParam } from '../../platform/validation.ts';
import { findOwnChannel } from './own-channel.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const integrationSettingsOperation = {
  id: 'getIntegrationSettings',
  method: 'get',
  path: '/integration-settings/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Get the rules and settings of a channel',
  description:
    'The rules in words, the maximum text length, the JSON Schema for `settings` when creating a post, and the tools that list possible values.',
  answer: {
    status: 200,
    description: 'The rules, length limit, settings and tools',
    schema: {
      type: 'object',
      required: ['output'],
      additionalProperties: false,
      properties: {
        output: {
          type: 'object',
          required: ['rules', 'maxLength', 'settings', 'tools'],
          additionalProperties: false,
          properties: {
            rules: { type: 'string', description: 'The rules in words' },
            maxLength: {
              type: 'integer',
              minimum: 0,
              description: 'Maximum text length, counted as the network counts',
            },
            settings: {
              type: ['object', 'string'],
              description: 'A JSON Schema (draft 2020-12), or "No additional settings required"',
            },
            tools: { type: 'array', items: component('Tool') },
          },
        },
      },
    },
  },
  errors: ['integration_not_found', 'foreign_resource'],
  handler: integrationSettingsHandler,
} as const satisfies Operation;

function integrationSettingsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const channel = await findOwnChannel(context, ctx, idParam(ctx.params.id));
    const network: Network | undefined = context.providers.get(channel.provider);
    const tools = (network as Partial<Provider> | undefined)?.tools ?? {};
    // A network that this version no longer knows has no settings; the contract has a shape for that.
    ctx.body = {
      output: network
        ? {
            rules: network.rules.description,
            maxLength: network.rules.maxLength(channel),
            settings: settingsOf(network),
            tools: Object.entries(tools).map(presentTool),
          }
        : { rules: '', maxLength: 0, settings: {}, tools: [] },
    };
  };
}

function settingsOf({ settingsSchema }: Network): JsonSchema | string {
  const fields = Object.keys((settingsSchema.properties ?? {}) as object).filter((name) => name !== '__type');
  return fields.length ? settingsSchema : 'No additional settings required';
}

function presentTool([methodName, { description, inputSchema }]: [string, ProviderTool]) {
  const fields = Object.entries(
    (inputSchema.properties ?? {}) as Record<string, { type?: unknown; description?: string }>,
  );
  return {
    methodName,
    description,
    dataSchema: fields.map(([key, field]) => ({
      key,
      type: [field.type ?? 'any'].flat().join(' | '),
      description: field.description ?? '',
    })),
  };
}
