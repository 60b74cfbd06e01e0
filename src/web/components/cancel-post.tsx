import type { ButtonProps } from '@mantine/core';
import { change } from '../api/change.ts';
import { http, type Schemas } from '../api/client.ts';
import { isolated } from '../format/text.ts';
import { strings } from '../strings/index.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { restoreOnce } from './delete-posts.ts';
import { notifyUndo } from './notify-undo.tsx';

const text = strings.post;

interface CancelPostProps extends ButtonProps {
  readonly post: Pick<Schemas['PostDetail'], 'id' | 'status'>;
  /** The name of its channel. */
  readonly channel: string;
  onDone?(): void;
}

/** Whether ending it is a cancellation, which can be taken back. */
export const isCancelled = ({ status }: CancelPostProps['post']): boolean =>
  status === 'draft' || status === 'scheduled';

/** Cancels a post that waits, or deletes a draft, after asking: its page stays, and there is a way back. */
export function CancelPost({ post: { id, status }, channel, onDone, ...button }: CancelPostProps) {
  const params = { path: { id } };
  const isDraft = status === 'draft';
  const cancel = async (): Promise<void> => {
    await change(
      http.DELETE('/posts/{id}', { params: { ...params, query: { onlyWaiting: 'true' } } }),
      onDone,
    );
    notifyUndo((isDraft ? text.draftRemoved : text.cancelled)(isolated(channel)), () =>
      restoreOnce(id, isDraft),
    );
  };
  return (
    <ConfirmButton
      {...button}
      label={isDraft ? text.removeDraft : text.remove}
      question={isDraft ? text.removeDraftQuestion : text.removeQuestion}
      keep={text.keep}
      help={text.removeHelp}
      onConfirm={cancel}
    />
  );
}
