import { Button, Group, Modal, Stack, Text, TextInput, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import { RefusalAlert } from './refusal-alert.tsx';

interface ConfirmProps extends ButtonProps {
  /** What the button and the confirmation say. */
  readonly label: string;
  readonly question: string;
  readonly help: ReactNode;
  /** What must be typed before it can be done; nothing by default. */
  readonly typed?: { readonly label: string; readonly value: string };
  /** Done when it resolves; what it throws is shown and the dialog stays. */
  onConfirm(): Promise<unknown>;
}

/** A button for what cannot be taken back: asks first, and says what will happen. */
export function ConfirmButton({ label, question, help, typed, onConfirm, ...button }: ConfirmProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="light" color="red" {...button} onClick={dialog.open}>{label}</Button>
      <Modal opened={opened} onClose={dialog.close} title={question} centered closeButtonProps={{ 'aria-label': strings.common.close }}>
        <ConfirmForm label={label} help={help} typed={typed} onCancel={dialog.close} onConfirm={() => onConfirm().then(dialog.close)} />
      </Modal>
    </>
  );
}

function ConfirmForm({ label, help, typed, onCancel, onConfirm }: Pick<ConfirmProps, 'label' | 'help' | 'typed'> & { onCancel(): void; onConfirm(): Promise<void> }) {
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
    <Stack component="form" onSubmit={(event: React.FormEvent) => { event.preventDefault(); void run(); }}>
      <Text component="div" size="sm" className="any-text">{help}</Text>
      {typed && <TextInput label={typed.label} value={text} onChange={(event) => setText(event.currentTarget.value)} autoComplete="off" data-autofocus />}
      <RefusalAlert error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>{strings.common.cancel}</Button>
        <Button type="submit" color="red" loading={pending} disabled={typed !== undefined && text !== typed.value}>{label}</Button>
      </Group>
    </Stack>
  );
}
