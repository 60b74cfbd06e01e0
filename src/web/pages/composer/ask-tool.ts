import { answerOf } from '../../api/answer-of.ts';
import { http } from '../../api/client.ts';

/**
 * What a tool of the channel's network answers, which only who wrote the tool knows the shape of.
 *
 * @throws ApiError
 */
export async function askTool(
  channel: string,
  methodName: string,
  data: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const params = { path: { id: channel } };
  // The generated types know no free names.
  const body = { methodName, data: data as Record<string, never> };
  return (await answerOf(http.POST('/integration-trigger/{id}', { params, body }))).output;
}
