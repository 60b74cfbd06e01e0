import { ConflictDialog, ElsewhereDialog, PublishNowDialog, SignInDialog } from './dialogs.tsx';
import { fromComposition } from './open-state.ts';
import type { Submit } from './use-submit.ts';
import type { Writing } from './use-writing.ts';

/** What the person is asked before it goes on: to confirm, to sign in, to come back, or which text counts. */
export function OpenDialog({ writing, submission }: { writing: Writing; submission: Submit }) {
  const { me, zone, dispatch, autosave, sending, finished, ended, elsewhere } = writing;
  const { chosen, confirming, confirm, refuse } = submission;
  return (
    <>
      {confirming && (
        <PublishNowDialog
          channels={chosen.map(({ name }) => name)}
          pending={sending.pending}
          onConfirm={confirm}
          onClose={refuse}
        />
      )}
      {ended && <SignInDialog me={me} />}
      {elsewhere && !ended && <ElsewhereDialog home={me} other={elsewhere.name} />}
      {autosave.problem?.kind === 'conflict' && !ended && !finished && (
        <ConflictDialog
          newer={autosave.problem.newer}
          me={me.user.id}
          zone={zone}
          onKeepMine={(options) => void autosave.keepMine(options)}
          onOpenNewer={() => {
            if (autosave.problem?.kind === 'conflict' && autosave.problem.newer) {
              dispatch({ type: 'opened', state: fromComposition(autosave.problem.newer) });
            }
            autosave.settle('conflict');
          }}
        />
      )}
    </>
  );
}
