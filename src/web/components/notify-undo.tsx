import { mayPass, queryClient } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { notifyAction } from './notify-action.tsx';
import { notifyError } from './notify.ts';

/**
 * A message about what was just done, with a button that takes it back; again, when that did not arrive: what
 * was deleted may be nowhere else. `undo` may be repeated, and throws what the API refuses.
 */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const action = async (): Promise<void> => {
    await undo().catch((error: unknown) => {
      notifyError(error);
      if (mayPass(error)) notifyUndo(message, undo);
    });
    await queryClient.invalidateQueries();
  };
  notifyAction({ message, color: 'green', label: strings.common.undo, action });
}
