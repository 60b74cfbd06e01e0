import { Anchor, Button, Group, Stack, TagsInput, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { issueOf } from '../../components/issues.ts';
import { LoadingRows } from '../../components/loading.tsx';
import { MediaPicture } from '../../components/media-grid.tsx';
import { NetworkMark } from '../../components/network-mark.tsx';
import { notifySaved } from '../../components/notify.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { useLast } from '../../components/use-last.ts';
import { formatBytes, formatLength, formatSides } from '../../format/bytes.ts';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { mediaTags } from '../../strings/media-tags.ts';
import { strings } from '../../strings/index.ts';
import classes from './media.module.css';

type File = Answer<'getMedia'>;
const text = strings.media.file;

/** One file of the library: its texts, what uses it, and what cannot take it. `id`: null while closed. */
export function FileDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  const shown = useLast(id);
  const { data, error } = api.useQuery(
    'get',
    '/media/{id}',
    { params: { path: { id: shown ?? '' } } },
    { enabled: id !== null },
  );
  return (
    <Dialog
      opened={id !== null}
      onClose={onClose}
      title={<bdi>{data?.name ?? strings.media.title}</bdi>}
      size="xl"
    >
      <ErrorAlert error={error} />
      {!data && !error && <LoadingRows />}
      {data && <FileContent key={data.id} file={data} onGone={onClose} />}
    </Dialog>
  );
}

function FileContent({ file, onGone }: { file: File; onGone(): void }) {
  return (
    <div className={classes.file}>
      <Stack gap="md">
        <MediaPicture file={file} className={classes.preview} />
        <Facts file={file} />
      </Stack>
      <Stack gap="lg">
        <Texts file={file} />
        {file.refusedBy.length > 0 && <RefusedBy networks={file.refusedBy} />}
        <UsedIn posts={file.posts} drafts={file.drafts} />
        <Remove file={file} onGone={onGone} />
      </Stack>
    </div>
  );
}

function Facts({ file: { mime, bytes, width, height, durationMs, pages, createdAt, path } }: { file: File }) {
  return (
    <>
      <dl className={classes.facts} aria-label={text.facts}>
        <dt>{text.type}</dt>
        <dd>{mime}</dd>
        <dt>{text.size}</dt>
        <dd>{formatBytes(bytes)}</dd>
        {width && height && (
          <>
            <dt>{text.sides}</dt>
            <dd>{formatSides(width, height)}</dd>
          </>
        )}
        {durationMs !== null && (
          <>
            <dt>{text.length}</dt>
            <dd>{formatLength(durationMs)}</dd>
          </>
        )}
        {pages !== null && (
          <>
            <dt>{text.pages}</dt>
            <dd>{pages}</dd>
          </>
        )}
        <dt>{text.uploaded}</dt>
        <dd>
          <DateTime date={createdAt} />
        </dd>
      </dl>
      <Anchor href={path} target="_blank" rel="noreferrer" size="sm" underline="always">
        {text.open}
      </Anchor>
    </>
  );
}

function Texts({ file: { id, name, alt, tags } }: { file: File }) {
  const [values, setValues] = useState({ name, alt, tags });
  const save = useChange('patch', '/media/{id}', { onSuccess: () => notifySaved(isolated(values.name)) });
  const changed = values.name !== name || values.alt !== alt || values.tags.join('\n') !== tags.join('\n');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { path: { id } }, body: values });
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={text.alt}
          description={text.altHelp}
          value={values.alt}
          maxLength={2000}
          rows={4}
          onChange={({ currentTarget }) => setValues({ ...values, alt: currentTarget.value })}
          error={issueOf(save.error, 'alt')}
        />
        <TextInput
          label={text.name}
          value={values.name}
          maxLength={255}
          onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
          error={issueOf(save.error, 'name')}
        />
        <TagsInput
          label={mediaTags.tags}
          maxTags={20}
          maxLength={50}
          value={values.tags}
          onChange={(next) => setValues({ ...values, tags: next })}
        />
        {!issueOf(save.error, 'alt') && !issueOf(save.error, 'name') && <ErrorAlert error={save.error} />}
        <Group>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            {strings.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RefusedBy({ networks }: { networks: File['refusedBy'] }) {
  return (
    <Stack gap="xs" component="section" aria-label={strings.media.refusedBy}>
      <Title order={3}>{strings.media.refusedBy}</Title>
      <ul className={classes.list}>
        {networks.map(({ provider, name, reasons }) => (
          <li key={provider}>
            <NetworkMark provider={provider} size={20} />
            <Text size="sm" className="any-text">
              {strings.media.refusal(name, reasons)}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function UsedIn({ posts, drafts }: Pick<File, 'posts' | 'drafts'>) {
  return (
    <Stack gap="xs" component="section" aria-label={text.usedIn}>
      <Title order={3}>{text.usedIn}</Title>
      {posts.length + drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.usedNowhere}
        </Text>
      )}
      <ul className={classes.list}>
        {posts.map(({ id, state, publishDate, firstLine, channel }) => (
          <li key={id}>
            <NetworkMark provider={channel.identifier} size={20} />
            <div>
              <Anchor component={Link} to={`/posts/${id}`} size="sm" className="any-text">
                <bdi>{firstLine || strings.posts.noText}</bdi>
              </Anchor>
              <Text size="xs" c="dimmed">
                <bdi>{channel.name}</bdi> · <DateTime date={publishDate} />
              </Text>
            </div>
            <StateBadge status={state} />
          </li>
        ))}
        {drafts.map(({ id, firstLine, updatedAt }) => (
          <li key={id}>
            <Icon name="pencil" size={20} />
            <div>
              <Anchor component={Link} to={`/compose/${id}`} size="sm" className="any-text">
                <bdi>{firstLine || strings.posts.noText}</bdi>
              </Anchor>
              <Text size="xs" c="dimmed">
                {text.draft} · <DateTime date={updatedAt} />
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Remove({ file: { id, name, uses }, onGone }: { file: File; onGone(): void }) {
  if (uses.waiting + uses.drafts > 0) {
    return (
      <Group gap="xs" wrap="nowrap" align="flex-start" c="dimmed">
        <Icon name="lock" size={18} />
        <Text size="sm">{uses.waiting > 0 ? text.inUse(uses.waiting) : text.inDraft(uses.drafts)}</Text>
      </Group>
    );
  }
  return (
    <Group>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(isolated(name))}
        help={text.removeHelp}
        onConfirm={() => change(http.DELETE('/media/{id}', { params: { path: { id } } }), onGone)}
      />
    </Group>
  );
}
