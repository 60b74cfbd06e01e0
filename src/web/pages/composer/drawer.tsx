import { CloseButton, Drawer } from '@mantine/core';
import { useState } from 'react';
import { useEscape, useFocusBack } from '../../components/window.ts';
import { useBlocker } from '../../navigation.tsx';
import { strings } from '../../strings/index.ts';
import { Composer } from './composer.tsx';
import { LeaveDialog } from './dialogs.tsx';
import classes from './drawer.module.css';

interface ComposerDrawerProps {
  readonly opened: boolean;
  /** ISO 8601: when the post is to be published. */
  readonly date?: string | undefined;
  readonly channelId?: string | undefined;
  /** Whether the date is a free posting time. */
  readonly free?: boolean | undefined;
  readonly compositionId?: string | undefined;
  /** A post to change. */
  readonly postId?: string | undefined;
  onClose(): void;
}

/** The composer over another page; what was written is saved when it is closed. */
export function ComposerDrawer({ opened, onClose, ...source }: ComposerDrawerProps) {
  const [round, setRound] = useState(0);
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(() => unsaved);
  useFocusBack(opened);
  const close = (): void => (unsaved ? setAsking(true) : onClose());
  useEscape(opened, close);
  const title = source.postId ? strings.composer.titles.edit : strings.composer.titles.new;
  return (
    // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
    <Drawer.Root
      opened={opened}
      onClose={close}
      position="right"
      size="xl"
      lockScroll={false}
      closeOnEscape={false}
    >
      <Drawer.Overlay />
      <Drawer.Content className={classes.content}>
        <Drawer.Body className={classes.body}>
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            <CloseButton aria-label={strings.common.close} onClick={close} size="lg" />
          </div>
          <Composer
            key={`${round} ${JSON.stringify(source)}`}
            source={source}
            onAgain={() => setRound(round + 1)}
            onDone={onClose}
            onUnsaved={setUnsaved}
          />
          {(asking || blocker.isAsking) && (
            <LeaveDialog
              onStay={() => {
                setAsking(false);
                blocker.stay();
              }}
              onLeave={() => {
                setAsking(false);
                setUnsaved(false);
                if (blocker.isAsking) blocker.leave();
                else onClose();
              }}
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
