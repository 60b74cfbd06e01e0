import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api, http } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Loading } from '../../components/loading.tsx';
import { notifySaved } from '../../components/notify.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { isolated } from '../../format/text.ts';
import { apps as text } from '../../strings/apps.ts';
import { strings } from '../../strings/index.ts';
import { AppForm, type App } from './app-form.tsx';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Section, Snippet } from './section.tsx';

/** One app: its details, its credentials, how to use it, and deleting it. */
export default function AppPage() {
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
      <ErrorAlert error={error} />
      {!app && !error && <Loading />}
      {app && (
        <>
          <EditApp app={app} />
          <Credentials app={app} />
          <QuickStart app={app} />
          <DeleteApp app={app} />
        </>
      )}
    </Stack>
  );
}

function EditApp({ app }: { app: App }) {
  const save = useChange('put', '/user/oauth-apps/{id}', {
    onSuccess: (saved) => notifySaved(isolated(saved.name)),
  });
  return (
    <Section title={app.name} help={text.tokens(app.tokens)}>
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
    </Section>
  );
}

function Credentials({ app }: { app: App }) {
  const [secret, setSecret] = useState('');
  const rotate = async (): Promise<void> => {
    const params = { path: { id: app.id } };
    const { clientSecret } = await answerOf(http.POST('/user/oauth-apps/{id}/rotate-secret', { params }));
    setSecret(clientSecret);
  };
  return (
    <Section title={text.credentials}>
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
    </Section>
  );
}

function QuickStart({ app: { clientId } }: { app: App }) {
  const { origin } = location;
  const exchange = JSON.stringify({
    grant_type: 'authorization_code',
    code: 'CODE',
    client_id: clientId,
    client_secret: 'SECRET',
  });
  return (
    <Section title={text.quickStart}>
      <Snippet
        label={text.step1}
        code={`${origin}/oauth/authorize?client_id=${clientId}&response_type=code&state=RANDOM`}
      />
      <Snippet
        label={text.step2}
        code={[
          `curl ${origin}/api/oauth/token -H "Content-Type: application/json" \\`,
          `  -d '${exchange}'`,
        ].join('\n')}
      />
      <Snippet
        label={text.step3}
        code={`curl ${origin}/public/v1/integrations -H "Authorization: ACCESS_TOKEN"`}
      />
    </Section>
  );
}

function DeleteApp({ app: { id, name, tokens } }: { app: App }) {
  const navigate = useNavigate();
  return (
    <Group>
      <ConfirmButton
        label={text.remove}
        question={text.removeQuestion(isolated(name))}
        help={text.removeHelp(tokens)}
        typed={{ label: text.removeTyped(isolated(name)), value: name }}
        onConfirm={() =>
          change(http.DELETE('/user/oauth-apps/{id}', { params: { path: { id } } }), () =>
            navigate('/settings/apps'),
          )
        }
      />
    </Group>
  );
}
