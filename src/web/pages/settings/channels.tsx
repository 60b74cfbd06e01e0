import { Avatar, Badge, Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, http, queryClient, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

type Network = Answer<'listProviders'>[number];
const { channels: text, nav } = strings.settings;

/** The connected accounts, and a new one. */
export default function Channels() {
  const me = useMe();
  return <><List />{isAdmin(me) && <Connect />}</>;
}

/** Goes to the network's page of consent; it comes back to /integrations/social. */
async function goToNetwork(provider: string, query: { refresh?: string; externalUrl?: string }): Promise<void> {
  const { data, error } = await http.GET('/social/{provider}', { params: { path: { provider }, query } });
  if (!data) throw error;
  location.assign(data.url);
}

function List() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/integrations');
  const networks = api.useQuery('get', '/integrations/providers', {}, { enabled: isAdmin(me) });
  const [failure, setFailure] = useState<unknown>(null);
  const byOAuth = new Set(networks.data?.filter((network) => network.connect === 'oauth').map((network) => network.identifier));
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
        <Rows>{data.map(({ id, name, identifier, picture, profile, disabled, refreshNeeded }) => (
          <Row key={id} title={<Group gap="sm" wrap="nowrap"><Avatar src={picture} name={name} color="initials" size={32} alt="" /><span>{name}</span></Group>} detail={<>{identifier}{profile && ` · ${profile}`}</>}>
            <Badge variant="light" tt="none" color={refreshNeeded ? 'orange' : disabled ? 'gray' : 'green'}>{refreshNeeded ? text.needsConnect : disabled ? text.disabled : text.connected}</Badge>
            {isAdmin(me) && byOAuth.has(identifier) && <Button size="compact-sm" variant={refreshNeeded ? 'filled' : 'default'} onClick={() => void goToNetwork(identifier, { refresh: id }).catch(setFailure)}>{text.again}</Button>}
            {isAdmin(me) && <ConfirmButton size="compact-sm" label={text.remove} question={text.removeQuestion(name)} help={text.removeHelp} onConfirm={remove(id)} />}
          </Row>
        ))}</Rows>
      )}
    </Part>
  );
}

function Connect() {
  const { data } = api.useQuery('get', '/integrations/providers');
  const [chosen, setChosen] = useState<string | null>(null);
  const network = data?.find((one) => one.identifier === chosen);
  return (
    <Part title={text.connect}>
      <Stack gap="sm" maw={420}>
        <Select label={text.network} data={(data ?? []).map(({ identifier, name }) => ({ value: identifier, label: name }))} value={chosen} onChange={setChosen} searchable />
        {network && <ConnectForm key={network.identifier} network={network} />}
      </Stack>
    </Part>
  );
}

function ConnectForm({ network }: { network: Network }) {
  const form = useForm({ initialValues: Object.fromEntries(network.fields.map((field) => [field.name, field.default ?? ''])) });
  const [failure, setFailure] = useState<unknown>(null);
  const connect = api.useMutation('post', '/integrations/connect/{provider}', { onSuccess: () => queryClient.invalidateQueries() });
  const isOAuth = network.connect === 'oauth';
  const submit = (fields: Record<string, string>): void => {
    setFailure(null);
    if (!isOAuth) return connect.mutate({ params: { path: { provider: network.identifier } }, body: { fields } });
    void goToNetwork(network.identifier, fields.instance ? { externalUrl: fields.instance } : {}).catch(setFailure);
  };
  if (!network.ready) return <Text size="sm">{text.notReady(network.missing.join(', '))}</Text>;
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        {network.fields.map((field) => {
          const Input = field.secret ? PasswordInput : TextInput;
          return <Input key={field.name} label={field.label} description={field.help} required={field.required} autoComplete="off" {...form.getInputProps(field.name)} error={issueOf(connect.error, field.name) ?? issueOf(connect.error, `fields.${field.name}`)} />;
        })}
        <RefusalAlert error={connect.error ?? failure} />
        <Group><Button type="submit" loading={connect.isPending}>{isOAuth ? text.go(network.name) : text.add}</Button></Group>
      </Stack>
    </form>
  );
}
