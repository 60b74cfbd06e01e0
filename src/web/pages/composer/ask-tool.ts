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
  const { data: answer, error } = await http.POST('/integration-trigger/{id}', {
    params: { path: { id: channel } },
    // The generated types know no free names.
    body: { methodName, data: data as Record<string, never> },
  });
  if (!answer) throw error;
  return answer.output;
}
