import { Anchor, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change, useChange } from '../../api/change.ts';
import { http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useFields } from '../../components/fields.tsx';
import { notifySaved } from '../../components/notify.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';

const text = strings.channels.ownApp;

/** Whose app sign-ins use, and a form to use the organisation's own. */
export function OwnApp({ network: { identifier, name, app } }: { network: Answer<'listProviders'>[number] }) {
  const [editing, setEditing] = useState(false);
  if (!app) return null;
  const params = { path: { provider: identifier } };
  return (
    <Stack gap="xs">
      {app.clientId && (
        <Group justify="space-between">
          <Text size="sm" className="any-text">
            {text.used(isolated(app.clientId))}
          </Text>
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion(name)}
            help={text.removeHelp}
            variant="subtle"
            onConfirm={() => change(http.DELETE('/integrations/providers/{provider}/app', { params }))}
          />
        </Group>
      )}
      {editing ? (
        <OwnAppForm
          network={{ identifier, name, redirectUri: app.redirectUri, hasSecret: app.hasSecret }}
          onSaved={() => setEditing(false)}
        />
      ) : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          underline="always"
          onClick={() => setEditing(true)}
        >
          {app.clientId ? text.change : text.use}
        </Anchor>
      )}
    </Stack>
  );
}

interface OwnAppFormProps {
  readonly network: {
    readonly identifier: string;
    readonly name: string;
    readonly redirectUri: string;
    readonly hasSecret: boolean;
  };
  onSaved(): void;
}

function OwnAppForm({ network: { identifier, name, redirectUri, hasSecret }, onSaved }: OwnAppFormProps) {
  const fields = useFields({
    initial: { clientId: '', clientSecret: '' },
    labels: { clientId: text.clientId, clientSecret: text.clientSecret },
  });
  const save = useChange('put', '/integrations/providers/{provider}/app', {
    onSuccess: () => {
      notifySaved();
      onSaved();
    },
    onError: fields.showError,
  });
  return (
    <form
      noValidate
      onSubmit={fields.submit(({ clientId, clientSecret }) =>
        save.mutate({
          params: { path: { provider: identifier } },
          body: { clientId, ...(hasSecret ? { clientSecret } : {}) },
        }),
      )}
    >
      <Stack gap="sm">
        <Text size="sm">{text.help(name)}</Text>
        <Group gap="xs">
          <Code className="any-text">{redirectUri}</Code>
          <CopyButton value={redirectUri} label={text.redirect} />
        </Group>
        {fields.summary}
        <TextInput autoComplete="off" {...fields.input('clientId')} />
        {hasSecret && <PasswordInput autoComplete="off" {...fields.input('clientSecret')} />}
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
