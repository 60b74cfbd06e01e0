import { CloseButton, Group, Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import classes from './dialog.module.css';
import { useEscape, useFocusBack } from './window.ts';

interface DialogProps {
  /** Left out by a dialog that is open as long as it is rendered. */
  readonly opened?: boolean;
  readonly title: ReactNode;
  readonly size?: ModalRootProps['size'];
  /** For people who cannot take their eyes off: the whole window, as on a phone. */
  readonly fullScreen?: boolean;
  /** Without it, only an answer closes the dialog. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A window over the page, with a heading and a button that closes it. */
export function Dialog({
  opened = true,
  title,
  size = 'md',
  fullScreen = false,
  onClose,
  children,
}: DialogProps) {
  const close = (): void => onClose?.();
  useFocusBack(opened);
  useEscape(opened, close);
  return (
    // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
    <Modal.Root
      opened={opened}
      onClose={close}
      size={size}
      fullScreen={fullScreen}
      centered
      lockScroll={false}
      // A window that grows would be measured too small by its content: a picture that is cropped, for
      // example.
      transitionProps={{ transition: 'fade' }}
      closeOnEscape={false}
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
