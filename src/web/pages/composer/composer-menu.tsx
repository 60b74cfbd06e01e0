import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, queryClient, type Answer } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { latePart } from '../../components/late-part.tsx';
import { notifyError, notifySaved } from '../../components/notify.ts';
import { strings } from '../../strings/index.ts';
import { currentParts, emptyPart, isEmpty } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import { SnippetDialog } from './dialogs.tsx';
import { toFile } from './uploaded-file.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const text = strings.composer.menu;
const HashtagDialog = latePart(() => import('./tools/hashtag-dialog.tsx'));

/** Templates, signatures, and what can be done with the draft as a whole. */
export function ComposerMenu({ onDelete }: { onDelete(): Promise<void> }) {
  const composer = useComposer();
  const { state, dispatch, post, offerUndo } = composer;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'template' | 'signature' | 'hashtags' | 'delete' | null>(null);
  const { data: snippets = [] } = api.useQuery('get', '/snippets', {}, { staleTime: 60_000 });
  const templates = snippets.filter(({ kind }) => kind === 'template');
  const parts = currentParts(state);
  const insert = ({ parts: texts, media }: Answer<'listSnippets'>[number]): void => {
    dispatch({
      type: 'texts-inserted',
      parts: texts.map((written, n) => ({
        ...emptyPart(crypto.randomUUID()),
        text: written,
        media: (media[n] ?? []).map(({ id, alt }) => ({ id, alt })),
      })),
      files: media.flat().map(toFile),
    });
    if (!parts.some(({ text: one, media }) => one.trim() || media.length)) return;
    const back = { type: 'parts-restored', scope: state.scope, parts } as const;
    offerUndo(text.replaced, () => dispatch(back));
  };
  const copy = api.useMutation('post', '/compositions', {
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries();
      await navigate(`/compose/${id}`);
    },
    onError: notifyError,
  });
  // The generated types know no read-only lists.
  const duplicate = (): void => copy.mutate({ body: { document: structuredClone(state.document) as never } });
  const written = !isEmpty(state.document);
  return (
    <>
      <Menu withinPortal={false} position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={text.label}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.length > 0 && <Menu.Label>{text.templates}</Menu.Label>}
          {templates.map((template) => (
            <Menu.Item
              key={template.id}
              leftSection={<Icon name="template" size={18} />}
              onClick={() => insert(template)}
            >
              <bdi>{template.name}</bdi>
            </Menu.Item>
          ))}
          {templates.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Icon name="template" size={18} />}
            disabled={!written}
            onClick={() => setDialog('template')}
          >
            {text.saveTemplate}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="signature" size={18} />}
            disabled={!parts[0]?.text.trim()}
            onClick={() => setDialog('signature')}
          >
            {text.saveSignature}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="tag" size={18} />} onClick={() => setDialog('hashtags')}>
            {strings.writing.hashtags.manage}
          </Menu.Item>
          <Menu.Divider />
          {!post && (
            <>
              <Menu.Item leftSection={<Icon name="upload" size={18} />} component={Link} to="/posts/import">
                {strings.table.link}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="copy" size={18} />} disabled={!written} onClick={duplicate}>
                {text.duplicate}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash" size={18} />}
            disabled={!state.saved}
            onClick={() => setDialog('delete')}
          >
            {post ? text.discard : text.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(dialog === 'template' || dialog === 'signature') && (
        <SnippetDialog
          kind={dialog}
          parts={parts}
          onClose={(done) => {
            setDialog(null);
            if (!done) return;
            notifySaved(strings.composer.dialogs.snippet.kinds[dialog]);
            void queryClient.invalidateQueries();
          }}
        />
      )}
      {dialog === 'hashtags' && <HashtagDialog onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteDialog onClose={() => setDialog(null)} onDelete={onDelete} />}
    </>
  );
}
