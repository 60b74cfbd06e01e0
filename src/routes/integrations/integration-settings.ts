import type { AppContext } from '../../app-types.ts';
import type { JsonSchema, Network, Provider, ProviderTool } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../context.ts';
import { idParam } from '../../validation.ts';
import { findOwnChannel } from './own-channel.ts';

export function integrationSettingsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const channel = await findOwnChannel(context, ctx, idParam(ctx.params.id));
    const network: Network | undefined = context.networks.get(channel.provider);
    const tools = (network as Partial<Provider> | undefined)?.tools ?? {};
    // A network that this version no longer knows has nothing to say; the contract has a shape for that.
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
