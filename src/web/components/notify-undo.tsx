import { queryClient } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { notifyAction } from './notify-action.tsx';
import { notifyError } from './notify.ts';

/** A message about what was just done, with a button that takes it back. `undo` throws what the API refuses. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const action = async (): Promise<void> => {
    await undo().catch(notifyError);
    await queryClient.invalidateQueries();
  };
  notifyAction({ message, color: 'green', label: strings.common.undo, action });
}
