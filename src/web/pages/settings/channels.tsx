import { Anchor, Badge, Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { api, http, queryClient, type Answer } from '../../api/client.ts';
import { AccountPicture } from '../../components/account-picture.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { useLeaving } from '../../components/use-leaving.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

type Network = Answer<'listProviders'>[number];
const { channels: text, nav } = strings.settings;

/** The connected accounts, and a new one. */
export default function Channels() {
  const me = useMe();
  return (
    <>
      <List />
      {isAdmin(me) && <Connect />}
    </>
  );
}

/** Goes to the network's page of consent; it comes back to /integrations/social. */
async function goToNetwork(
  provider: string,
  query: { refresh?: string; externalUrl?: string },
): Promise<void> {
  const { data, error } = await http.GET('/social/{provider}', { params: { path: { provider }, query } });
  if (!data) throw error;
  location.assign(data.url);
}

function List() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/integrations');
  const networks = api.useQuery('get', '/integrations/providers', {}, { enabled: isAdmin(me) });
  const [failure, setFailure] = useState<unknown>(null);
  const byOAuth = new Set(
    networks.data?.filter((network) => network.connect === 'oauth').map((network) => network.identifier),
  );
  const nameOf = (identifier: string): string =>
    networks.data?.find((network) => network.identifier === identifier)?.name ?? identifier;
  const remove = (id: string) => async (): Promise<void> => {
    const { error: refused } = await http.DELETE('/integrations/{id}', { params: { path: { id } } });
    if (refused) throw refused;
    await queryClient.invalidateQueries();
  };
  return (
    <Part title={nav.channels} help={text.help}>
      <RefusalAlert error={error ?? failure} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ id, name, identifier, picture, profile, disabled, refreshNeeded }) => (
            <Row
              key={id}
              title={
                <Group gap="sm" wrap="nowrap">
                  <AccountPicture picture={picture} name={name} size={32} />
                  <bdi>{name}</bdi>
                </Group>
              }
              detail={
                <>
                  {nameOf(identifier)}
                  {profile && (
                    <>
                      {' '}
                      · <bdi>{profile}</bdi>
                    </>
                  )}
                </>
              }
            >
              <Badge variant="light" tt="none" color={refreshNeeded ? 'orange' : disabled ? 'gray' : 'green'}>
                {refreshNeeded ? text.needsConnect : disabled ? text.disabled : text.connected}
              </Badge>
              {isAdmin(me) && byOAuth.has(identifier) && (
                <Button
                  size="compact-sm"
                  variant={refreshNeeded ? 'filled' : 'default'}
                  onClick={() => void goToNetwork(identifier, { refresh: id }).catch(setFailure)}
                >
                  {text.again}
                </Button>
              )}
              {isAdmin(me) && (
                <ConfirmButton
                  size="compact-sm"
                  label={text.remove}
                  question={text.removeQuestion(isolated(name))}
                  help={text.removeHelp}
                  onConfirm={remove(id)}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

function Connect() {
  const { data } = api.useQuery('get', '/integrations/providers');
  const asked = (useLocation().state as { connect?: string } | null)?.connect;
  const [chosen, setChosen] = useState<string | null>(asked ?? null);
  const network = data?.find((one) => one.identifier === chosen);
  const form = useRef<HTMLDivElement>(null);
  const isAsked = asked !== undefined && asked === network?.identifier;
  useEffect(() => {
    if (isAsked) form.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  return (
    <Part title={text.connect}>
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
        {network && <ConnectWays key={network.identifier} network={network} />}
      </Stack>
    </Part>
  );
}

/**
 * By signing in at the network where it has that; else, or where a person would rather, with credentials of
 * theirs.
 */
function ConnectWays({ network }: { network: Network }) {
  const [typed, setTyped] = useState(false);
  const { connect, fields, ready, missing, credentials } = network;
  if (connect !== 'oauth') {
    return ready ? (
      <CredentialsForm network={network} fields={fields} />
    ) : (
      <Text size="sm">{text.notReady(missing.join(', '))}</Text>
    );
  }
  if (!credentials) {
    return ready ? (
      <OAuthForm network={network} />
    ) : (
      <Text size="sm">{text.notReady(missing.join(', '))}</Text>
    );
  }
  if (!ready) {
    return (
      <>
        <Text size="sm">{text.notReadyTyped(network.name, missing.join(', '))}</Text>
        <CredentialsForm network={network} fields={credentials} />
      </>
    );
  }
  return (
    <>
      {typed ? <CredentialsForm network={network} fields={credentials} /> : <OAuthForm network={network} />}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        underline="always"
        onClick={() => setTyped(!typed)}
      >
        {typed ? text.rather(network.name) : text.ratherTyped}
      </Anchor>
    </>
  );
}

type Fields = Network['fields'];
type Values = Record<string, string>;
const initialOf = (fields: Fields): Values =>
  Object.fromEntries(fields.map((field) => [field.name, field.default ?? '']));

function OAuthForm({ network }: { network: Network }) {
  const form = useForm({ initialValues: initialOf(network.fields) });
  const [failure, setFailure] = useState<unknown>(null);
  const [leaving, setLeaving] = useLeaving();
  const submit = async ({ instance }: Values): Promise<void> => {
    setFailure(null);
    setLeaving(true);
    // The page stays busy until the browser has left it.
    await goToNetwork(network.identifier, instance ? { externalUrl: instance } : {}).catch(
      (error: unknown) => {
        setFailure(error);
        setLeaving(false);
      },
    );
  };
  return (
    <FieldsForm
      form={form}
      fields={network.fields}
      error={failure}
      pending={leaving}
      action={text.go(network.name)}
      onSubmit={(values) => void submit(values)}
    />
  );
}

function CredentialsForm({ network, fields }: { network: Network; fields: Fields }) {
  const form = useForm({ initialValues: initialOf(fields) });
  const connect = api.useMutation('post', '/integrations/connect/{provider}', {
    onSuccess: ({ channel }) => {
      form.reset();
      notifications.show({ message: text.added(isolated(channel.name)), color: 'green' });
      return queryClient.invalidateQueries();
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
        connect.mutate({ params: { path: { provider: network.identifier } }, body: { fields: values } })
      }
    />
  );
}

interface FieldsFormProps {
  readonly form: UseFormReturnType<Values>;
  readonly fields: Fields;
  readonly error: unknown;
  readonly pending: boolean;
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
        <RefusalAlert error={error} />
        <Group>
          <Button type="submit" loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
