import { CloseButton, Group, Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import classes from './confirm-button.module.css';

interface DialogProps {
  readonly opened: boolean;
  onClose(): void;
  readonly title: ReactNode;
  readonly size?: ModalRootProps['size'];
  /** For people who cannot take their eyes off: the whole window, as on a phone. */
  readonly fullScreen?: boolean;
  readonly children: ReactNode;
}

/** A window over the page, with a heading and a button that closes it. */
export function Dialog({ opened, onClose, title, size = 'md', fullScreen = false, children }: DialogProps) {
  return (
    // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      fullScreen={fullScreen}
      centered
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes.body}>
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <CloseButton aria-label={strings.common.close} onClick={onClose} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
