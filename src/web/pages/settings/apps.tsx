import { Anchor, Avatar, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, queryClient } from '../../api/client.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { strings } from '../../strings/index.ts';
import { AppForm, type App } from './app-form.tsx';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

const text = strings.apps;

/** The organisation's apps, and a new one. */
export default function Apps() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/user/oauth-apps', {}, { enabled: isAdmin(me) });
  const [made, setMade] = useState<{ clientId: string; clientSecret: string } | null>(null);
  const create = api.useMutation('post', '/user/oauth-apps', {
    onSuccess: (app) => {
      setMade(app);
      return queryClient.invalidateQueries();
    },
  });
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <>
      <Part title={strings.settings.nav.apps} help={text.help}>
        <RefusalAlert error={error} />
        {data?.length === 0 && <Text size="sm">{text.none}</Text>}
        {data && data.length > 0 && (
          <Rows>
            {data.map((app) => (
              <AppRow key={app.id} app={app} />
            ))}
          </Rows>
        )}
        <Anchor href="/docs" size="sm">
          {strings.common.nav.reference}
        </Anchor>
      </Part>
      <Part title={text.register}>
        {made && (
          <>
            <ShownOnce label={text.clientId} help={text.clientIdHelp} value={made.clientId} />
            <ShownOnce label={text.secret} help={text.secretHelp} value={made.clientSecret} />
          </>
        )}
        <AppForm
          key={made?.clientId}
          submit={text.register}
          pending={create.isPending}
          error={create.error}
          onSubmit={(values) => create.mutate({ body: values })}
        />
      </Part>
    </>
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
