import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, http, queryClient } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { AppForm, type App } from './app-form.tsx';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Part, Snippet } from './room.tsx';

const text = strings.apps;

/** One app: its words, its secret, how to use it, and its end. */
export default function AppRoom() {
  const me = useMe();
  const { id = '' } = useParams();
  const { data: app, error } = api.useQuery(
    'get',
    '/user/oauth-apps/{id}',
    { params: { path: { id } } },
    { enabled: isAdmin(me) },
  );
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <Stack gap="xs">
      <Anchor component={Link} to="/settings/apps" size="sm">
        ← {text.back}
      </Anchor>
      <RefusalAlert error={error} />
      {!app && !error && <Loading />}
      {app && (
        <>
          <Facts app={app} />
          <Secret app={app} />
          <QuickStart app={app} />
          <Remove app={app} />
        </>
      )}
    </Stack>
  );
}

function Facts({ app }: { app: App }) {
  const save = api.useMutation('put', '/user/oauth-apps/{id}', {
    onSuccess: () => {
      notifications.show({ message: strings.common.saved, color: 'green' });
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Part title={app.name} help={text.tokens(app.tokens)}>
      <AppForm
        values={{
          name: app.name,
          description: app.description ?? '',
          redirectUrl: app.redirectUrl,
          pictureId: app.pictureId,
          picturePath: app.picture?.path,
        }}
        submit={strings.common.save}
        pending={save.isPending}
        error={save.error}
        onSubmit={(values) => save.mutate({ params: { path: { id: app.id } }, body: values })}
      />
    </Part>
  );
}

function Secret({ app }: { app: App }) {
  const [secret, setSecret] = useState('');
  const rotate = async (): Promise<void> => {
    const { data, error } = await http.POST('/user/oauth-apps/{id}/rotate-secret', {
      params: { path: { id: app.id } },
    });
    if (!data) throw error;
    setSecret(data.clientSecret);
  };
  return (
    <Part title={text.credentials}>
      <Group gap="sm">
        <Text size="sm" fw={550}>
          {text.clientId}
        </Text>
        <Code className="any-text" fz="sm">
          {app.clientId}
        </Code>
        <CopyButton value={app.clientId} label={text.clientId} />
      </Group>
      {secret && <ShownOnce label={text.secret} help={text.secretHelp} value={secret} />}
      <Group>
        <ConfirmButton
          label={text.rotate}
          question={text.rotateQuestion}
          help={text.rotateHelp}
          color="orange"
          onConfirm={rotate}
        />
      </Group>
    </Part>
  );
}

function QuickStart({ app }: { app: App }) {
  const { origin } = location;
  return (
    <Part title={text.quickStart}>
      <Snippet
        label={text.step1}
        code={`${origin}/oauth/authorize?client_id=${app.clientId}&response_type=code&state=RANDOM`}
      />
      <Snippet
        label={text.step2}
        code={`curl ${origin}/api/oauth/token -H "Content-Type: application/json" \\\n  -d '{"grant_type":"authorization_code","code":"CODE","client_id":"${app.clientId}","client_secret":"SECRET"}'`}
      />
      <Snippet
        label={text.step3}
        code={`curl ${origin}/public/v1/integrations -H "Authorization: ACCESS_TOKEN"`}
      />
    </Part>
  );
}

function Remove({ app }: { app: App }) {
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const { error } = await http.DELETE('/user/oauth-apps/{id}', { params: { path: { id: app.id } } });
    if (error) throw error;
    await navigate('/settings/apps');
    await queryClient.invalidateQueries();
  };
  return (
    <Group>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(isolated(app.name))}
        help={text.removeHelp(app.tokens)}
        typed={{ label: text.removeTyped(isolated(app.name)), value: app.name }}
        onConfirm={remove}
      />
    </Group>
  );
}
