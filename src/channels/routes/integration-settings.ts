import type { AppContext } from '../../http/types.ts';
import type { JsonSchema, Network, Provider, ProviderTool } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../platform/context.ts';
import { idParam } from '../../platform/validation.ts';
import { findOwnChannel } from './own-channel.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

const FORM = {
  type: 'object',
  required: ['notices'],
  additionalProperties: false,
  description: 'Only of networks that review how an app asks for a post (TikTok)',
  properties: {
    account: {
      type: 'string',
      description:
        'A tool that answers `{name, off}`: whose account it is, and the settings that it has switched off',
    },
    notices: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'message'],
        additionalProperties: false,
        properties: {
          kind: { enum: ['note', 'consent'], description: '`consent`: what publishing agrees to' },
          when: {
            type: 'object',
            description: 'Shown while the settings named here have these values; without it: always',
          },
          message: { type: 'string' },
          links: {
            type: 'array',
            description: 'Names within the message, and where they lead',
            items: {
              type: 'object',
              required: ['name', 'url'],
              additionalProperties: false,
              properties: { name: { type: 'string' }, url: { type: 'string', format: 'uri' } },
            },
          },
        },
      },
    },
    only: {
      type: 'object',
      description: 'Settings that are of use with one kind of file alone, and their value without it',
      additionalProperties: {
        type: 'object',
        required: ['with', 'otherwise'],
        additionalProperties: false,
        properties: { with: { enum: ['image', 'video'] }, otherwise: {} },
      },
    },
  },
} as const;

export const integrationSettingsOperation = {
  id: 'getIntegrationSettings',
  method: 'get',
  path: '/integration-settings/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Get the rules and settings of a channel',
  description:
    'The rules as text, the maximum text length, the JSON Schema for `settings` when creating a post, the tools that list possible values, and what a form must show where the network demands it.',
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
            rules: { type: 'string', description: 'The rules as text' },
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
            form: FORM,
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
            ...(network.postForm ? { form: network.postForm(context.config.providerEnv) } : {}),
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
