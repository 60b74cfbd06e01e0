import { Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change, useChange } from '../../../api/change.ts';
import { api, http, type Answer } from '../../../api/client.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { isolated } from '../../../format/text.ts';
import { strings } from '../../../strings/index.ts';
import { Row, Rows } from '../../settings/section.tsx';

const text = strings.writing.hashtags;
type HashtagSet = Answer<'listHashtagSets'>[number];

/** All hashtag sets of the organisation: made, changed and deleted here. */
export default function HashtagDialog({ onClose }: { onClose(): void }) {
  const { data: sets = [], error } = api.useQuery('get', '/hashtag-sets');
  const [changed, setChanged] = useState<HashtagSet | null>(null);
  const [round, setRound] = useState(0);
  const finish = (): void => {
    setChanged(null);
    setRound(round + 1);
  };
  return (
    <Dialog title={text.manage} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        <ErrorAlert error={error} />
        {sets.length ? (
          <Rows>
            {sets.map((set) => (
              <SetRow key={set.id} set={set} onChange={() => setChanged(set)} />
            ))}
          </Rows>
        ) : (
          <Text size="sm">{text.empty}</Text>
        )}
        <SetForm key={changed?.id ?? round} set={changed} onDone={finish} />
      </Stack>
    </Dialog>
  );
}

function SetRow({ set: { id, name, tags }, onChange }: { set: HashtagSet; onChange(): void }) {
  return (
    <Row title={<bdi>{name}</bdi>} detail={<span dir="auto">{tags.map((tag) => `#${tag}`).join(' ')}</span>}>
      <Button
        size="compact-sm"
        variant="default"
        onClick={onChange}
        aria-label={text.changeOf(isolated(name))}
      >
        {text.change}
      </Button>
      <ConfirmButton
        size="compact-sm"
        label={text.remove}
        question={text.removeQuestion(isolated(name))}
        help={text.removeHelp}
        onConfirm={() => change(http.DELETE('/hashtag-sets/{id}', { params: { path: { id } } }))}
      />
    </Row>
  );
}

/** A new set, or the one that is changed. */
function SetForm({ set, onDone }: { set: HashtagSet | null; onDone(): void }) {
  const [name, setName] = useState(set?.name ?? '');
  const [tags, setTags] = useState<string[]>([...(set?.tags ?? [])]);
  const create = useChange('post', '/hashtag-sets', { onSuccess: onDone });
  const update = useChange('patch', '/hashtag-sets/{id}', { onSuccess: onDone });
  const title = set ? text.changeOf(isolated(set.name)) : text.fresh;
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    if (set) update.mutate({ params: { path: { id: set.id } }, body: { name, tags } });
    else create.mutate({ body: { name, tags } });
  };
  return (
    <form noValidate aria-label={title} onSubmit={submit}>
      <Stack gap="sm">
        <Text fw={600} size="sm">
          {title}
        </Text>
        <ErrorAlert error={create.error ?? update.error} />
        <TextInput
          label={text.name}
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <TagsInput
          label={text.tags}
          description={text.tagsHelp}
          maxTags={30}
          splitChars={[',', ' ']}
          comboboxProps={{ withinPortal: false }}
          value={tags}
          onChange={(next) => setTags(next.map((tag) => tag.replace(/^#+/, '')).filter(Boolean))}
        />
        <Group justify="flex-end">
          {set && (
            <Button variant="default" onClick={onDone}>
              {strings.common.cancel}
            </Button>
          )}
          <Button
            type="submit"
            disabled={!name.trim() || !tags.length}
            loading={create.isPending || update.isPending}
          >
            {strings.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
