import { Anchor, Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { goToNetwork } from '../../api/go-to-network.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { useRedirecting } from '../../components/use-redirecting.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';

import { Section } from './section.tsx';

type Network = Answer<'listProviders'>[number];
const text = strings.settings.channels;

/** Choosing a network, and what it asks for. `state.connect` of the address preselects one. */
export function ConnectChannel() {
  const { data } = api.useQuery('get', '/integrations/providers');
  const preselected = (useLocation().state as { connect?: string } | null)?.connect;
  const [chosen, setChosen] = useState<string | null>(preselected ?? null);
  const network = data?.find(({ identifier }) => identifier === chosen);
  const form = useRef<HTMLDivElement>(null);
  const isPreselected = preselected !== undefined && preselected === network?.identifier;
  useEffect(() => {
    if (isPreselected) form.current?.scrollIntoView({ block: 'nearest' });
  }, [isPreselected]);
  return (
    <Section title={text.connect}>
      <Stack gap="sm" maw={420} ref={form}>
        <Select
          label={text.network}
          placeholder={text.networkPlaceholder}
          data={(data ?? [])
            .filter(({ connect }) => connect !== 'none')
            .map(({ identifier, name }) => ({ value: identifier, label: name }))}
          value={chosen}
          onChange={setChosen}
          searchable
        />
        {network && <NetworkForm key={network.identifier} network={network} />}
      </Stack>
    </Section>
  );
}

/** Signing in at the network where that is possible; otherwise, or if a person prefers, credentials. */
function NetworkForm({ network }: { network: Network }) {
  const [byCredentials, setByCredentials] = useState(false);
  const { name, connect, fields, ready, credentials } = network;
  const missing = network.missing.join(', ');
  if (connect !== 'oauth' || !credentials) {
    if (!ready) return <Text size="sm">{text.notReady(missing)}</Text>;
    return connect === 'oauth' ? (
      <SignInForm network={network} />
    ) : (
      <CredentialsForm network={network} fields={fields} />
    );
  }
  if (!ready) {
    return (
      <>
        <Text size="sm">{text.onlyCredentials(name, missing)}</Text>
        <CredentialsForm network={network} fields={credentials} />
      </>
    );
  }
  return (
    <>
      {byCredentials ? (
        <CredentialsForm network={network} fields={credentials} />
      ) : (
        <SignInForm network={network} />
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
const initialValues = (fields: Fields): Values =>
  Object.fromEntries(fields.map((field) => [field.name, field.default ?? '']));

function SignInForm({ network: { identifier, name, fields } }: { network: Network }) {
  const form = useForm({ initialValues: initialValues(fields) });
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

function CredentialsForm({ network: { identifier }, fields }: { network: Network; fields: Fields }) {
  const form = useForm({ initialValues: initialValues(fields) });
  const connect = useChange('post', '/integrations/connect/{provider}', {
    onSuccess: ({ channel }) => {
      form.reset();
      notifySuccess(text.added(isolated(channel.name)));
    },
  });
  return (
    <FieldsForm
      form={form}
      fields={fields}
      error={connect.error}
      pending={connect.isPending}
      action={text.add}
      onSubmit={(values) =>
        connect.mutate({ params: { path: { provider: identifier } }, body: { fields: values } })
      }
    />
  );
}

interface FieldsFormProps {
  readonly form: UseFormReturnType<Values>;
  readonly fields: Fields;
  readonly error: unknown;
  readonly pending: boolean;
  /** What the button says. */
  readonly action: string;
  onSubmit(values: Values): void;
}

function FieldsForm({ form, fields, error, pending, action, onSubmit }: FieldsFormProps) {
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="sm">
        {fields.map((field) => {
          const Input = field.secret ? PasswordInput : TextInput;
          return (
            <Input
              key={field.name}
              label={field.label}
              description={field.help}
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
