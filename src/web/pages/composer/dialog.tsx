import { CloseButton, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  /** Without it, only an answer closes the dialog. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A question or a tool in front of the page, open as long as it is rendered. */
export function Dialog({ title, size = 'md', onClose, children }: DialogProps) {
  const close = (): void => onClose?.();
  return (
    // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
    <Modal.Root
      opened
      onClose={close}
      centered
      lockScroll={false}
      size={size}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes.body}>
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {onClose && <CloseButton aria-label={strings.common.close} onClick={close} />}
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
