import { Button, CloseButton, Group, Modal, Stack, Text, TextInput, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import classes from './confirm-button.module.css';
import { ErrorAlert } from './error-alert.tsx';

interface ConfirmProps extends ButtonProps {
  /** On the button and on the one that confirms. */
  readonly label: string;
  readonly question: string;
  readonly help: ReactNode;
  /** A word to type before the button can be pressed; default: none. */
  readonly typed?: { readonly label: string; readonly value: string };
  /** For what is no loss: the button that confirms is not red. */
  readonly harmless?: boolean;
  /** The dialog closes when it resolves, and shows what it throws. */
  onConfirm(): Promise<unknown>;
}

/** A button for what cannot be undone: a dialog says what will happen and asks first. */
export function ConfirmButton({
  label,
  question,
  help,
  typed,
  harmless,
  onConfirm,
  ...button
}: ConfirmProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="light" color="red" {...button} onClick={dialog.open}>
        {label}
      </Button>
      {/* Our CSS locks scrolling: Mantine would write a style that the page's policy forbids. */}
      <Modal.Root opened={opened} onClose={dialog.close} centered lockScroll={false}>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body className={classes.body}>
            <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
              <Modal.Title className={classes.title}>{question}</Modal.Title>
              <CloseButton aria-label={strings.common.close} onClick={dialog.close} />
            </Group>
            <ConfirmForm
              label={label}
              help={help}
              typed={typed}
              harmless={harmless}
              onCancel={dialog.close}
              onConfirm={() => onConfirm().then(dialog.close)}
            />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}

function ConfirmForm({
  label,
  help,
  typed,
  harmless,
  onCancel,
  onConfirm,
}: Pick<ConfirmProps, 'label' | 'help' | 'typed' | 'harmless'> & {
  onCancel(): void;
  onConfirm(): Promise<void>;
}) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const run = async (): Promise<void> => {
    setPending(true);
    setError(null);
    await onConfirm().catch(setError);
    setPending(false);
  };
  return (
    <Stack
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        void run();
      }}
    >
      <Text component="div" size="sm" className="any-text">
        {help}
      </Text>
      {typed && (
        <TextInput
          label={typed.label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <ErrorAlert error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {strings.common.cancel}
        </Button>
        <Button
          type="submit"
          color={harmless ? undefined : 'red.9'}
          loading={pending}
          disabled={typed !== undefined && text !== typed.value}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
