import { ActionIcon, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { answerOf } from '../../api/answer-of.ts';
import { http, queryClient } from '../../api/client.ts';
import { notifyError } from '../../components/notify.ts';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { DeleteDialog } from '../composer/delete-dialog.tsx';
import type { ComposerDocument } from '../composer/composer-state.ts';
import { deleteDraft } from '../composer/use-sending.ts';
import type { Composition } from './draft-row.tsx';

const text = strings.drafts;

/** What can be done with a draft without opening it. */
export function DraftMenu({ draft: { id, firstLine } }: { draft: Composition }) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const copy = useMutation({
    mutationFn: () => duplicate(id),
    onSuccess: (made) => void navigate(`/compose/${made}`),
    onError: notifyError,
  });
  const remove = async (): Promise<void> => {
    await deleteDraft(id, (await read(id)) as ComposerDocument);
    setAsked(false);
    await queryClient.invalidateQueries();
  };
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={text.actions(isolated(firstLine || strings.home.noText))}
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="copy" size={18} />} onClick={() => copy.mutate()}>
            {strings.composer.menu.duplicate}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="trash" size={18} />} onClick={() => setAsked(true)}>
            {strings.composer.menu.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && <DeleteDialog onClose={() => setAsked(false)} onDelete={remove} />}
    </>
  );
}

/** The current content of the draft. @throws the API's error */
const read = async (id: string) =>
  (await answerOf(http.GET('/compositions/{id}', { params: { path: { id } } }))).document;

/** @returns the id of the copy @throws the API's error */
async function duplicate(id: string): Promise<string> {
  // A change of a post is copied as a new post.
  const { edits: _, ...document } = await read(id);
  return (await answerOf(http.POST('/compositions', { body: { document } }))).id;
}
