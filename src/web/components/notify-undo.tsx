import { isApiError, mayPass, queryClient } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { notifyAction, type Offer } from './notify-action.tsx';
import { notifyError, notifySuccess } from './notify.ts';

/** Refusals of an Undo that was carried out before, or came too late: the page shows which. */
const OVER: ReadonlySet<string> = new Set(['post_locked', 'revision_mismatch']);

/**
 * A message about what was just done, with a button that takes it back; and tries again if that failed: what
 * was deleted may exist only here. `undo` may be repeated, and throws what the API refuses; a text that it
 * returns is shown instead of the plain answer. `also`: a button beside it.
 */
export function notifyUndo(message: string, undo: () => Promise<unknown>, also?: Offer): void {
  offer({ message, undo, also, wasLost: false });
}

interface Undo {
  readonly message: string;
  undo(): Promise<unknown>;
  readonly also?: Offer | undefined;
  /** Whether it was tried before, and no answer came. */
  readonly wasLost: boolean;
}

function offer({ message, undo, also, wasLost }: Undo): void {
  const action = async (): Promise<void> => {
    try {
      const said = await undo();
      notifySuccess(typeof said === 'string' ? said : strings.common.undone(message));
    } catch (error) {
      if (!(wasLost && isApiError(error) && OVER.has(error.code))) notifyError(error);
      if (mayPass(error)) offer({ message, undo, wasLost: true });
    }
    await queryClient.invalidateQueries();
  };
  notifyAction({ message, color: 'green', label: strings.common.undo, action, also });
}
