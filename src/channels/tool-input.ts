/** The input of a provider's tool, called by the API, the web app, a trial. */
import type { ProviderTool } from '../../providers/_kit/contract.ts';
import { compileCheck } from '../../providers/_kit/json-schema.ts';
import { ApiError } from '../platform/errors.ts';

const checks = new WeakMap<ProviderTool, ReturnType<typeof compileCheck>>();

/**
 * `name`: what the caller calls the input, for the issues.
 *
 * @throws ApiError `invalid_request` naming each value that does not fit `inputSchema`
 */
export function assertInputFits(tool: ProviderTool, input: Record<string, unknown>, name: string): void {
  let check = checks.get(tool);
  if (!check) checks.set(tool, (check = compileCheck(tool.inputSchema)));
  const issues = check(input).map((issue) => ({
    ...issue,
    path: issue.path === 'body' ? name : `${name}.${issue.path}`,
  }));
  if (issues.length) throw new ApiError('invalid_request', { issues });
}
