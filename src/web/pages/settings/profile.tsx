import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api, queryClient } from '../../api/client.ts';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

const text = strings.settings.profile;

/** A person's name, password and sessions. */
export default function Profile() {
  return (
    <>
      <Name />
      <Password />
      <Sessions />
    </>
  );
}

function Name() {
  const me = useMe();
  const form = useForm({ initialValues: { name: me.user.name } });
  const save = api.useMutation('patch', '/user/self', {
    onSuccess: () => {
      notifications.show({ message: strings.common.saved, color: 'green' });
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Part title={strings.settings.nav.profile}>
      <form onSubmit={form.onSubmit((values) => save.mutate({ body: values }))}>
        <Stack gap="sm" maw={420}>
          <TextInput
            label={text.name}
            autoComplete="name"
            maxLength={100}
            required
            {...form.getInputProps('name')}
            error={issueOf(save.error, 'name')}
          />
          <TextInput label={text.email} value={me.user.email} readOnly variant="filled" />
          <RefusalAlert error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function Password() {
  const me = useMe();
  const form = useForm({ initialValues: { current: '', next: '' } });
  const change = api.useMutation('post', '/user/password', {
    onSuccess: () => {
      form.reset();
      notifications.show({ message: text.changed, color: 'green' });
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Part title={text.password}>
      <form onSubmit={form.onSubmit((values) => change.mutate({ body: values }))}>
        <Stack gap="sm" maw={420}>
          <input type="text" hidden readOnly autoComplete="username" value={me.user.email} />
          <PasswordInput
            label={text.current}
            autoComplete="current-password"
            required
            {...form.getInputProps('current')}
            error={issueOf(change.error, 'current')}
          />
          <PasswordInput
            label={text.next}
            description={text.nextHelp}
            autoComplete="new-password"
            required
            {...form.getInputProps('next')}
            error={issueOf(change.error, 'next')}
          />
          <RefusalAlert error={change.error} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {text.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function Sessions() {
  const { data, error } = api.useQuery('get', '/user/sessions');
  const end = api.useMutation('delete', '/user/sessions/{id}', {
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Part title={text.sessions}>
      <RefusalAlert error={error ?? end.error} />
      {data && (
        <Rows>
          {data.map(({ id, current, ip, userAgent, lastSeenAt }) => (
            <Row
              key={id}
              title={browserOf(userAgent)}
              detail={
                <>
                  {ip && `${ip} · `}
                  {text.lastSeen} <When date={lastSeenAt} distance />
                </>
              }
            >
              {current ? (
                <Badge variant="light" color="green" tt="none">
                  {text.thisOne}
                </Badge>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => end.mutate({ params: { path: { id } } })}
                >
                  {text.end}
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {strings.common.loading}
        </Text>
      )}
    </Part>
  );
}

/** "Firefox on Linux": enough for a person to know their own browser again. */
function browserOf(userAgent: string | null): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent ?? '')?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent ?? '')?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const words = [browser, system].filter((word) => word !== undefined).map((word) => names[word] ?? word);
  return words.join(', ') || (userAgent ?? '').slice(0, 60) || text.unknownBrowser;
}
