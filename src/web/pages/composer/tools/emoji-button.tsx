import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { latePart } from '../../../components/late-part.tsx';
import { strings } from '../../../strings/index.ts';
import { fieldOf, insertAtCaret } from './caret.ts';

const text = strings.writing.emoji;
const EmojiPicker = latePart(() => import('./emoji-picker.tsx'));

/** Chooses an emoji and writes it where the caret is. */
export function EmojiButton({ part }: { part: string }) {
  const [opened, setOpened] = useState(false);
  // From here the focus goes back to the text, not to the button.
  const [picked, setPicked] = useState(false);
  const open = (): void => {
    setPicked(false);
    setOpened(!opened);
  };
  const pick = (emoji: string): void => {
    setPicked(true);
    setOpened(false);
    insertAtCaret(part, emoji);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      position="bottom-start"
      trapFocus
      returnFocus={!picked}
      // The picker moves the focus a frame after a key, also into a list that is being closed.
      onExitTransitionEnd={() => picked && fieldOf(part)?.focus()}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<Icon name="mood-smile" size={18} />}
          onClick={open}
        >
          {text.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={text.label}>
        <EmojiPicker onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}
