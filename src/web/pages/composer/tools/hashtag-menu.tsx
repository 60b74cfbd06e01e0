import { Button, Menu } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { Icon } from '../../../components/icon.tsx';
import { strings } from '../../../strings/index.ts';
import type { Part } from '../composer-state.ts';
import { append, insertAtCaret, takeEnd } from './caret.ts';

const text = strings.writing.hashtags;
/** The hashtags at the end of a text, with the white space before them. */
const AT_END = /(?:^|\s+)#[\p{L}\p{N}_]+(?:\s+#[\p{L}\p{N}_]+)*\s*$/u;

interface HashtagMenuProps {
  readonly part: Part;
  /** The part that becomes the first comment, if this is the post above it. */
  readonly comment: string | undefined;
}

/** The organisation's hashtag sets, to be written where the caret is or as the first comment. */
export function HashtagMenu({ part, comment }: HashtagMenuProps) {
  const { data: sets = [] } = api.useQuery('get', '/hashtag-sets', {}, { staleTime: 60_000 });
  const [own = ''] = (comment && AT_END.exec(part.text)) || [];
  if (!sets.length && !own) return null;
  const all = sets.map((set) => ({ ...set, written: set.tags.map((tag) => `#${tag}`).join(' ') }));
  const move = (to: string): void => {
    takeEnd(part.id, own.length);
    append(to, own.trim());
  };
  return (
    <Menu withinPortal={false} position="top-start" withInitialFocusPlaceholder={false} returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" leftSection={<Icon name="tag" size={18} />}>
          {text.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(({ id, name, written }) => (
          <Menu.Item key={id} onClick={() => insertAtCaret(part.id, written)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        {comment && (
          <>
            <Menu.Label>{text.asComment}</Menu.Label>
            {own && <Menu.Item onClick={() => move(comment)}>{text.ofText}</Menu.Item>}
            {all.map(({ id, name, written }) => (
              <Menu.Item key={id} onClick={() => append(comment, written)}>
                <bdi>{name}</bdi>
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
