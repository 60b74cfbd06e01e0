import { Button, Group, Stack, Text, TextInput, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

interface ConfirmProps extends ButtonProps {
  /** On the button, and on the one that confirms unless `confirm` has another text for that. */
  readonly label: string;
  readonly confirm?: string | undefined;
  /** On the button that leaves everything as it is; default: "Cancel". */
  readonly keep?: string | undefined;
  readonly question: string;
  readonly help: ReactNode;
  /** A text to type before the button can be pressed; default: none. */
  readonly typed?: { readonly label: string; readonly value: string };
  /** For what is no loss: the button that confirms is not red. */
  readonly harmless?: boolean;
  /** The dialog closes when it resolves, and shows what it throws. */
  onConfirm(): Promise<unknown>;
}

/** A button for what is not done lightly: a dialog explains what will happen and asks first. */
export function ConfirmButton({
  label,
  confirm,
  keep,
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
      <Button variant="default" c={harmless ? undefined : 'red'} {...button} onClick={dialog.open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        label={confirm ?? label}
        keep={keep}
        question={question}
        help={help}
        typed={typed}
        harmless={harmless}
        onConfirm={onConfirm}
      />
    </>
  );
}

interface ConfirmDialogProps extends Pick<
  ConfirmProps,
  'label' | 'keep' | 'question' | 'help' | 'typed' | 'harmless' | 'onConfirm'
> {
  readonly opened: boolean;
  onClose(): void;
}

/** The dialog alone, for an entry of a menu. */
export function ConfirmDialog({ opened, onClose, question, onConfirm, ...form }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={question}>
      <ConfirmForm {...form} onCancel={onClose} onConfirm={() => onConfirm().then(onClose)} />
    </Dialog>
  );
}

function ConfirmForm({
  label,
  keep = strings.common.cancel,
  help,
  typed,
  harmless,
  onCancel,
  onConfirm,
}: Pick<ConfirmProps, 'label' | 'keep' | 'help' | 'typed' | 'harmless'> & {
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
          {keep}
        </Button>
        <Button
          type="submit"
          color={harmless ? undefined : 'red'}
          loading={pending}
          disabled={typed !== undefined && text !== typed.value}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
