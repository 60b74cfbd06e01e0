import { Button, Menu } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { Icon } from '../../../components/icon.tsx';
import { strings } from '../../../strings/index.ts';
import { insertAtCaret } from './caret.ts';

/** The organisation's hashtag sets, to be written where the caret is. */
export function HashtagMenu({ part }: { part: string }) {
  const { data: sets = [] } = api.useQuery('get', '/hashtag-sets', {}, { staleTime: 60_000 });
  if (!sets.length) return null;
  return (
    <Menu withinPortal={false} position="top-start" withInitialFocusPlaceholder={false} returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" leftSection={<Icon name="tag" size={18} />}>
          {strings.writing.hashtags.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sets.map(({ id, name, tags }) => (
          <Menu.Item key={id} onClick={() => insertAtCaret(part, tags.map((tag) => `#${tag}`).join(' '))}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
