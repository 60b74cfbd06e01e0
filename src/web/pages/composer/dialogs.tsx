import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { api, http, rememberSession, type Answer } from '../../api/client.ts';
import { resumeSession, returnTo, type Me } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useFields } from '../../components/fields.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { formatClock } from './clock.ts';
import type { Part } from './composer-state.ts';
import { isolated } from '../../format/text.ts';
import { useFrozen } from '../../components/use-frozen.ts';
import { strings } from '../../strings/index.ts';
import { Dialog } from '../../components/dialog.tsx';

const text = strings.composer.dialogs;

interface ConflictProps {
  readonly newer: Answer<'getComposition'> | null;
  /** The id of the person who is asked. */
  readonly me: string;
  readonly zone: string;
  onOpenNewer(): void;
  onKeepMine(options?: { asNew: boolean }): void;
}

/** Another window or person saved this draft: one of the two texts goes on, or each as a draft of its own. */
export function ConflictDialog({ newer, me, zone, onOpenNewer, onKeepMine }: ConflictProps) {
  const who = newer?.updatedBy;
  const question = newer
    ? who?.id === me
      ? text.changedByYou(formatClock(newer.updatedAt, zone))
      : text.changedBy(isolated(who?.name || text.somebody), formatClock(newer.updatedAt, zone))
    : text.gone;
  return (
    <Dialog title={question}>
      <Stack>
        <Text size="sm">{newer ? text.changedHelp : text.goneHelp}</Text>
        <Group justify="flex-end">
          {newer && (
            <Button variant="default" onClick={() => onKeepMine({ asNew: true })}>
              {text.keepBoth}
            </Button>
          )}
          <Button variant="default" onClick={() => onKeepMine()}>
            {newer ? text.keepMine : text.keepAsNew}
          </Button>
          {newer && (
            <Button onClick={onOpenNewer} data-autofocus>
              {text.openNewer}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The session has ended: the same person signs in again, and the page stays as it is. */
export function SignInDialog({ me }: { me: Me }) {
  const fields = useFields({
    initial: { email: me.user.email, password: '' },
    labels: strings.auth.fields,
    failed: strings.auth.signIn.failed,
  });
  const signIn = api.useMutation('post', '/auth/login', {
    onSuccess: async (next) => {
      if (next.user.id !== me.user.id) {
        // Another person's page must not show what the first person wrote.
        location.assign('/');
        return;
      }
      resumeSession(await inOrganization(next, me));
    },
    onError: fields.showError,
  });
  return (
    <Dialog title={text.signIn}>
      <form noValidate onSubmit={fields.submit((body) => signIn.mutate({ body }))}>
        <Stack>
          <Text size="sm">{text.signInHelp}</Text>
          {fields.summary}
          <TextInput type="email" autoComplete="username" inputMode="email" {...fields.input('email')} />
          <PasswordField data-autofocus {...fields.input('password')} />
          <Button type="submit" loading={signIn.isPending}>
            {strings.auth.signIn.action}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Another window went to another organisation: the page stays, and can bring the session back. */
export function ElsewhereDialog({ home, other }: { home: Me; other: string }) {
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const name = isolated(home.organization?.name ?? '');
  const comeBack = async (): Promise<void> => {
    setPending(true);
    await switchTo(home.organization?.id ?? '').then(returnTo, setError);
    setPending(false);
  };
  return (
    <Dialog title={text.elsewhere(isolated(other))}>
      <Stack>
        <Text size="sm">{text.elsewhereHelp(name)}</Text>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => location.assign('/')}>
            {text.leaveAnyway}
          </Button>
          <Button loading={pending} onClick={() => void comeBack()} data-autofocus>
            {text.comeBack(name)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The draft belongs to the organisation in which it was begun. */
async function inOrganization(next: Me, before: Me): Promise<Me> {
  const wanted = before.organization?.id;
  if (!wanted || next.organization?.id === wanted) return next;
  rememberSession(next.csrfToken);
  return switchTo(wanted);
}

const switchTo = (organizationId: string): Promise<Me> =>
  answerOf(http.POST('/organization/switch', { body: { organizationId } }));

/** Asked once before something is published at once. */
export function PublishNowDialog({
  channels,
  pending,
  onConfirm,
  onClose,
}: {
  channels: readonly string[];
  pending: boolean;
  onConfirm(): void;
  onClose(): void;
}) {
  const isFrozen = useFrozen();
  return (
    <Dialog title={text.publishNow(channels.length)} onClose={onClose}>
      <Stack>
        <Text size="sm" className="any-text">
          {(isFrozen ? text.publishNowFrozen : text.publishNowHelp)(channels.map(isolated))}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button loading={pending} onClick={onConfirm} data-autofocus>
            {strings.composer.send.now}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Asked before what was written is lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <Dialog title={text.leave} onClose={onStay}>
      <Stack>
        <Text size="sm">{text.leaveHelp}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {text.leaveAnyway}
          </Button>
          <Button onClick={onStay} data-autofocus>
            {text.stay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Saves the texts and files under a name: as a template, or the first text as a signature. */
export function SnippetDialog({
  kind,
  parts,
  onClose,
}: {
  kind: 'template' | 'signature';
  parts: readonly Part[];
  onClose(done: boolean): void;
}) {
  const [name, setName] = useState('');
  const save = api.useMutation('post', '/snippets', { onSuccess: () => onClose(true) });
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const texts = parts.map(({ text: one }) => one);
    const body =
      kind === 'signature'
        ? { kind, name, parts: texts.slice(0, 1) }
        : { kind, name, parts: texts, media: parts.map(mediaOf) };
    save.mutate({ body });
  };
  return (
    <Dialog title={text.snippet[kind]} onClose={() => onClose(false)}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <ErrorAlert error={save.error} />
          <TextInput
            label={text.snippet.name}
            description={text.snippet.help[kind]}
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!name.trim()} loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const mediaOf = ({ media }: Part) => media.map(({ id, alt }) => ({ id, alt }));
