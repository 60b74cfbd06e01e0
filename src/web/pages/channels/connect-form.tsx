import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '../../api/change.ts';
import type { Answer } from '../../api/client.ts';
import { goToNetwork } from '../../api/go-to-network.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { useRedirecting } from '../../components/use-redirecting.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import type { Network } from './network.ts';
import { OwnApp } from './own-app.tsx';

/** A secret that is shown once. */
export type Generated = NonNullable<Answer<'connectWithCredentials'>['generated']>;
const text = strings.settings.channels;

interface ConnectFormProps {
  readonly network: Network;
  /** The channel that is reconnected: credentials of another account are refused. */
  readonly refresh?: string | undefined;
  /** What is known of it, by the names of the fields: nobody types that again. */
  readonly known?: Values | undefined;
  /** With the secret that was made for the account, if there is one. */
  onConnected(generated: Generated | null): void;
}

/** The form for a network's fields and, where a person has to register an app, whose is used. */
export function ConnectForm(props: ConnectFormProps) {
  return (
    <Stack gap="md">
      <WaysIn {...props} />
      <OwnApp network={props.network} />
    </Stack>
  );
}

/** Signing in on the network where that is possible; otherwise, or if a person prefers, credentials. */
function WaysIn({ network, ...handed }: ConnectFormProps) {
  const [byCredentials, setByCredentials] = useState(false);
  const { name, connect, fields, ready, credentials } = network;
  // What an app needs is below, with the way to register one.
  const missing = network.app?.source === 'none' ? '' : network.missing.join(', ');
  if (connect !== 'oauth' || !credentials) {
    if (!ready) return missing ? <Text size="sm">{text.notReady(missing)}</Text> : null;
    return connect === 'oauth' ? (
      <SignInForm network={network} known={handed.known} />
    ) : (
      <CredentialsForm network={network} fields={fields} {...handed} />
    );
  }
  if (!ready) {
    return (
      <>
        <Text size="sm">{text.onlyCredentials(name)}</Text>
        <CredentialsForm network={network} fields={credentials} {...handed} />
      </>
    );
  }
  return (
    <>
      {byCredentials ? (
        <CredentialsForm network={network} fields={credentials} {...handed} />
      ) : (
        <SignInForm network={network} known={handed.known} />
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        underline="always"
        onClick={() => setByCredentials(!byCredentials)}
      >
        {byCredentials ? text.signInInstead(name) : text.credentialsInstead}
      </Anchor>
    </>
  );
}

type Fields = Network['fields'];
type Values = Record<string, string>;
const initialValues = (fields: Fields, known: Values = {}): Values =>
  Object.fromEntries(fields.map((field) => [field.name, known[field.name] ?? field.default ?? '']));

function SignInForm({
  network: { identifier, name, fields },
  known,
}: Pick<ConnectFormProps, 'network' | 'known'>) {
  const form = useForm({ initialValues: initialValues(fields, known) });
  const [failure, setFailure] = useState<unknown>(null);
  const [redirecting, setRedirecting] = useRedirecting();
  const submit = async ({ instance }: Values): Promise<void> => {
    setFailure(null);
    setRedirecting(true);
    await goToNetwork(identifier, instance ? { externalUrl: instance } : {}).catch((error: unknown) => {
      setFailure(error);
      setRedirecting(false);
    });
  };
  return (
    <FieldsForm
      form={form}
      fields={fields}
      error={failure}
      pending={redirecting}
      action={text.goTo(name)}
      onSubmit={(values) => void submit(values)}
    />
  );
}

function CredentialsForm({
  network: { identifier, name },
  fields,
  refresh,
  known,
  onConnected,
}: ConnectFormProps & { readonly fields: Fields }) {
  const form = useForm({ initialValues: initialValues(fields, known) });
  const navigate = useNavigate();
  const connect = useChange('post', '/integrations/connect/{provider}', {
    onSuccess: ({ channel, generated }) => {
      form.reset();
      notifySuccess(text.added(name, isolated(channel.name)));
      onConnected(generated);
      void navigate({ hash: `channel-${channel.id}` }, { replace: true });
    },
  });
  return (
    <FieldsForm
      form={form}
      fields={fields}
      error={connect.error}
      pending={connect.isPending}
      action={refresh ? strings.channels.reconnect : text.add}
      onSubmit={(values) =>
        connect.mutate({
          params: { path: { provider: identifier } },
          body: { fields: values, ...(refresh ? { refresh } : {}) },
        })
      }
    />
  );
}

interface FieldsFormProps {
  readonly form: UseFormReturnType<Values>;
  readonly fields: Fields;
  readonly error: unknown;
  readonly pending: boolean;
  /** The text of the button. */
  readonly action: string;
  onSubmit(values: Values): void;
}

function FieldsForm({ form, fields, error, pending, action, onSubmit }: FieldsFormProps) {
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="sm">
        {fields.map((field) => {
          const Input = field.secret ? PasswordField : TextInput;
          return (
            <Input
              key={field.name}
              label={words(field.label)}
              description={words(field.help)}
              required={field.required}
              autoComplete="off"
              {...form.getInputProps(field.name)}
              error={issueOf(error, field.name) ?? issueOf(error, `fields.${field.name}`)}
            />
          );
        })}
        <ErrorAlert error={error} />
        <Group>
          <Button type="submit" loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
