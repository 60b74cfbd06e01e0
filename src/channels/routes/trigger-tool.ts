import type { AppContext } from '../../http/types.ts';
import type { ProviderTool } from '../../../providers/_kit/contract.ts';
import { compileCheck } from '../../../providers/_kit/json-schema.ts';
import { askNetwork } from '../ask-network.ts';
import { ofRequest, type Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { findOwnChannel } from './own-channel.ts';
import { triggerToolBody } from './trigger-tool.schema.ts';

const checkBody = compile(triggerToolBody);
const checks = new WeakMap<ProviderTool, ReturnType<typeof compileCheck>>();

export function triggerToolRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const { methodName, data } = checkBody(ctx.state.body);
    const channel = await findOwnChannel(context, ctx, id);
    const provider = context.providers.get(channel.provider);
    const tool =
      provider?.tools && Object.hasOwn(provider.tools, methodName) ? provider.tools[methodName] : undefined;
    if (!provider || !tool) {
      throw new ApiError('tool_not_found', {
        message: `The channel "${channel.name}" has no tool "${methodName}"${offered(provider?.tools)}`,
      });
    }
    const input = { ...data };
    assertFits(tool, input);
    ctx.body = {
      output: await askNetwork(ofRequest(context, ctx), provider, id, (account, network) =>
        tool.run(account, input, network),
      ),
    };
    ctx.status = 201;
  };
}

function assertFits(tool: ProviderTool, input: Record<string, unknown>): void {
  let check = checks.get(tool);
  if (!check) checks.set(tool, (check = compileCheck(tool.inputSchema)));
  const issues = check(input).map(({ path, message }) => ({
    path: path === 'body' ? 'data' : `data.${path}`,
    message,
  }));
  if (issues.length) throw new ApiError('invalid_request', { issues });
}

function offered(tools: object = {}): string {
  const names = Object.keys(tools);
  return names.length ? `; it has ${names.join(', ')}` : '; it has none';
}
