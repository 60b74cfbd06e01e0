/** Changes: everything on the page is read again afterwards. */
import { answerOf } from './answer-of.ts';
import { api, queryClient } from './client.ts';

const refresh = (): Promise<void> => queryClient.invalidateQueries();

/**
 * `api.useMutation` for a form or a button. It is pending until the page shows the new state; after an error
 * the page is refreshed as well, because the error may mean that another person was faster.
 */
export const useChange: typeof api.useMutation = (method, path, options) =>
  api.useMutation(method, path, {
    ...options,
    onSuccess: async (...args) => {
      await options?.onSuccess?.(...args);
      await refresh();
    },
    onError: (...args) => {
      void refresh();
      return options?.onError?.(...args);
    },
  });

/**
 * Sends one call of `http` and refreshes the page; for `ConfirmButton`.
 *
 * @param leave goes to another page before the refresh, away from what has just been deleted
 * @throws the API's error, which the dialog shows
 */
export async function change(call: Promise<{ error?: unknown }>, leave?: () => unknown): Promise<void> {
  await answerOf(call);
  await leave?.();
  await refresh();
}
