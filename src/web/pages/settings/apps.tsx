import { Anchor, Avatar, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api } from '../../api/client.ts';
import { API_ORIGIN } from '../../api/origin.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { apps as text } from '../../strings/apps.ts';
import { strings } from '../../strings/index.ts';
import { AppForm, type App } from './app-form.tsx';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

/** The apps that the organisation has registered, and a form for another one. */
export default function AppsPage() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/user/oauth-apps', {}, { enabled: isAdmin(me) });
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <>
      <Section title={strings.settings.nav.apps} help={text.help}>
        <ErrorAlert error={error} />
        {data?.length === 0 && <Text size="sm">{text.none}</Text>}
        {data && data.length > 0 && (
          <Rows>
            {data.map((app) => (
              <AppRow key={app.id} app={app} />
            ))}
          </Rows>
        )}
        <Anchor href={`${API_ORIGIN}/docs`} size="sm">
          {strings.common.nav.reference}
        </Anchor>
      </Section>
      <RegisterApp />
    </>
  );
}

function RegisterApp() {
  const [registered, setRegistered] = useState<{ clientId: string; clientSecret: string } | null>(null);
  const create = useChange('post', '/user/oauth-apps', { onSuccess: setRegistered });
  return (
    <Section title={text.register}>
      {registered && (
        <>
          <ShownOnce label={text.clientId} help={text.clientIdHelp} value={registered.clientId} />
          <ShownOnce label={text.secret} help={text.secretHelp} value={registered.clientSecret} />
        </>
      )}
      <AppForm
        key={registered?.clientId}
        submit={text.register}
        pending={create.isPending}
        error={create.error}
        onSubmit={(values) => create.mutate({ body: values })}
      />
    </Section>
  );
}

function AppRow({ app }: { app: App }) {
  return (
    <Row
      title={
        <Group gap="sm" wrap="nowrap">
          <Avatar src={app.picture?.path} name={app.name} color="initials" size={32} alt="" />
          <Anchor component={Link} to={`/settings/apps/${app.id}`}>
            <bdi>{app.name}</bdi>
          </Anchor>
        </Group>
      }
      detail={app.redirectUrl}
    >
      <Text size="sm" c="dimmed">
        {text.tokens(app.tokens)}
      </Text>
    </Row>
  );
}
