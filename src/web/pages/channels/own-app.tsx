import { Alert, Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { useFields } from '../../components/fields.tsx';
import { notifySaved } from '../../components/notify.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { useMe } from '../settings/layout.tsx';
import { AppGuide } from './app-guide.tsx';
import type { Network } from './network.ts';

const text = strings.channels.ownApp;

type App = NonNullable<Network['app']>;
type Scope = 'organization' | 'instance';

/** Whose app sign-ins use, and how to register another one. */
export function OwnApp({ network: { identifier, name, app, missing } }: { readonly network: Network }) {
  const { user } = useMe();
  const [editing, setEditing] = useState(false);
  if (!app) return null;
  const isUnset = app.source === 'none';
  return (
    <Stack gap="xs">
      {app.clientId && (
        <Used words={text.used(isolated(app.clientId))} app={{ identifier, name, scope: 'organization' }} />
      )}
      {app.entered && user.operator && (
        <Used
          words={app.inEnvironment ? text.unused : text.entered}
          app={{ identifier, name, scope: 'instance' }}
        />
      )}
      {isUnset && !user.operator && <Text size="sm">{text.askOperator}</Text>}
      {editing || isUnset ? (
        <OwnAppForm network={{ identifier, name, app }} onSaved={() => setEditing(false)} />
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
      {isUnset && user.operator && (
        <Text size="xs" c="dimmed" className="any-text">
          {text.environment(missing.join(', '))}
        </Text>
      )}
    </Stack>
  );
}

interface UsedProps {
  readonly words: string;
  readonly app: { readonly identifier: string; readonly name: string; readonly scope: Scope };
}

/** An app that was entered here, and may be removed. */
function Used({ words: message, app: { identifier, name, scope } }: UsedProps) {
  const params = { path: { provider: identifier }, query: { scope } };
  return (
    <Group justify="space-between">
      <Text size="sm" className="any-text">
        {message}
      </Text>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(name)}
        help={text.removeHelp}
        variant="subtle"
        onConfirm={() => change(http.DELETE('/integrations/providers/{provider}/app', { params }))}
      />
    </Group>
  );
}

interface OwnAppFormProps {
  readonly network: { readonly identifier: string; readonly name: string; readonly app: App };
  onSaved(): void;
}

function OwnAppForm({ network: { identifier, name, app }, onSaved }: OwnAppFormProps) {
  const { user, organization } = useMe();
  const [scope, setScope] = useState<Scope>(
    user.operator && app.source === 'none' ? 'instance' : 'organization',
  );
  const fields = useFields({
    initial: { clientId: '', clientSecret: '' },
    labels: { clientId: text.clientId, clientSecret: text.clientSecret },
    optional: app.hasSecret ? [] : ['clientSecret'],
  });
  const save = useChange('put', '/integrations/providers/{provider}/app', {
    onSuccess: () => {
      notifySaved(text.name(name));
      onSaved();
    },
    onError: fields.showError,
  });
  const params = { path: { provider: identifier } };
  const trial = api.useMutation('post', '/integrations/providers/{provider}/app/try', {
    onError: fields.showError,
  });
  const entered = ({ clientId, clientSecret }: Entered) => ({
    clientId,
    ...(app.hasSecret ? { clientSecret } : {}),
  });
  // What the network said is of the values that it was asked about.
  const tried = trial.variables?.body;
  const isCurrent =
    tried?.clientId === fields.values.clientId &&
    (!app.hasSecret || tried.clientSecret === fields.values.clientSecret);
  const tryIt = (values: Entered): void => trial.mutate({ params, body: entered(values) });
  return (
    <form
      noValidate
      onSubmit={fields.submit((values) => save.mutate({ params, body: { ...entered(values), scope } }))}
    >
      <Stack gap="sm">
        <AppGuide name={name} app={app} />
        {fields.summary}
        <TextInput autoComplete="off" {...fields.input('clientId')} />
        {app.hasSecret && <PasswordField autoComplete="off" {...fields.input('clientSecret')} />}
        {user.operator && !app.inEnvironment && (
          <Radio.Group
            label={text.scope}
            value={scope}
            onChange={(value) => setScope(value === 'instance' ? 'instance' : 'organization')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="instance" label={text.forInstance} />
              <Radio value="organization" label={text.forOrganization(isolated(organization?.name ?? ''))} />
            </Stack>
          </Radio.Group>
        )}
        {trial.data && isCurrent && <Tried name={name} trial={trial.data} isPublic={!app.hasSecret} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {text.save}
          </Button>
          <Button variant="default" loading={trial.isPending} onClick={() => fields.submit(tryIt)()}>
            {text.try}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Entered {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface TriedProps {
  readonly name: string;
  readonly trial: Answer<'tryOwnApp'>;
  readonly isPublic: boolean;
}

/** What the network said of an app. */
function Tried({ name, trial: { state, field, reason }, isPublic }: TriedProps) {
  const labels = {
    clientId: text.clientId,
    clientSecret: text.clientSecret,
    redirectUri: text.copyRedirect,
  } as const;
  const words = {
    accepted: isPublic ? text.tried.acceptedPublic(name) : text.tried.accepted(name),
    refused: text.tried.refused(name, field ? labels[field] : isPublic ? text.clientId : text.tried.both),
    unknown: text.tried.unknown(name),
  }[state];
  const color = { accepted: 'green', refused: 'red', unknown: 'orange' }[state];
  return (
    <Alert color={color} role="status" py="xs" className="any-text">
      <Text size="sm">{words}</Text>
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
    </Alert>
  );
}
