import { Button, Checkbox, Group, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { strings } from '../../../strings/index.ts';
import type { Entry } from '../entries.ts';

const text = strings.calendar.bulk.tags;

interface TagPostsProps {
  readonly entries: readonly Entry[];
  onClose(): void;
  onTag(add: readonly string[], remove: readonly string[]): Promise<void>;
}

/** Gives the selected posts more tags, and takes some of theirs away. */
export function TagPosts({ entries, onClose, onTag }: TagPostsProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const theirs = [...new Set(entries.flatMap(({ tags }) => tags.map(({ name }) => name)))].toSorted();
  return (
    <Dialog title={text.title(entries.length)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onTag(add, remove);
        }}
      >
        <Stack gap="md">
          <TagsInput
            label={text.add}
            maxTags={100}
            comboboxProps={{ withinPortal: false }}
            value={add}
            onChange={setAdd}
            data-autofocus
          />
          {theirs.length > 0 && (
            <Checkbox.Group label={text.remove} value={remove} onChange={setRemove}>
              <Group gap="sm" mt={4}>
                {theirs.map((name) => (
                  <Checkbox key={name} value={name} label={name} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit" disabled={add.length + remove.length === 0}>
              {text.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
