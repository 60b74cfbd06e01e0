import { Anchor, Avatar, Button, Group, List, Radio, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { api, http } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { leave, useSession, type Me } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';
import classes from './consent.module.css';

const text = strings.consent;

type Answer = operations['showConsent']['responses'][200]['content']['application/json'];
type Question = Exclude<Answer, { redirect: string }>;

/**
 * `/oauth/authorize`: a person decides whether an app may act for them. Signing in comes first; an app that
 * is unknown is told so, and nothing leads anywhere.
 */
export default function ConsentPage() {
  const { pathname, search } = useLocation();
  const { me } = useSession();
  const { data, error } = useQuery({
    queryKey: ['consent', search, me?.user.id],
    enabled: me !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    queryFn: () => ask(search),
  });
  if (error) {
    return (
      <Entrance title={text.unknown} intro={text.unknownHelp}>
        <RefusalAlert error={error} title="" />
      </Entrance>
    );
  }
  if (me === undefined || !data) return <Loading />;
  if ('redirect' in data) return <Leave to={data.redirect} />;
  if (me === null) return <Navigate replace to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} />;
  return <Consent me={me} answer={data} query={new URLSearchParams(search)} />;
}

// The query goes on as it came: what is missing or twice in it, the API judges.
async function ask(search: string): Promise<Answer> {
  const { data, error } = await http.GET('/oauth/authorize', {
    params: { query: Object.fromEntries(new URLSearchParams(search)) as never },
    querySerializer: () => search.slice(1),
  });
  if (error) throw error;
  return data;
}

function Leave({ to }: { to: string }) {
  useEffect(() => location.assign(to), [to]);
  return <Loading />;
}

function Consent({
  me,
  answer: { app, organizations, permissions },
  query,
}: {
  me: Me;
  answer: Question;
  query: URLSearchParams;
}) {
  const [organization, setOrganization] = useState(
    () => (organizations.find(({ current }) => current) ?? organizations[0])?.id,
  );
  const decide = api.useMutation('post', '/oauth/authorize', {
    onSuccess: ({ redirect }) => location.assign(redirect),
  });
  // A page that is being left takes no second decision.
  const decided = decide.isPending || decide.isSuccess;
  const send = (action: 'approve' | 'deny') =>
    decide.mutate({
      body: { ...asBody(query), action, ...(organization ? { organization_id: organization } : {}) },
    });
  return (
    <Entrance title={text.title}>
      <Group wrap="nowrap" align="flex-start">
        <Picture name={app.name} path={app.picture?.path} />
        <Stack gap={2} miw={0} className="any-text">
          <Text size="lg" fw={650} lh={1.3}>
            <bdi>{app.name}</bdi>
          </Text>
          <Text size="sm">{text.asks}</Text>
          <Text size="sm" c="dimmed">
            {text.registeredBy} <bdi>{app.registeredBy}</bdi>
          </Text>
        </Stack>
      </Group>
      {app.description && (
        <Text size="sm" className={classes.description}>
          <bdi>{app.description}</bdi>
        </Text>
      )}
      <SignedIn me={me} />
      <Organizations organizations={organizations} value={organization} onChange={setOrganization} />
      <Stack gap="xs">
        <Title order={2} size="h3">
          {text.may}
        </Title>
        <List size="sm" spacing={4}>
          {permissions.map((permission) => (
            <List.Item key={permission}>{permission}</List.Item>
          ))}
        </List>
        <Text size="sm">{text.until}</Text>
        <Text size="sm" className="any-text">
          {text.leadsTo} <b>{app.redirectHost}</b>
        </Text>
      </Stack>
      <RefusalAlert error={decide.error} title={text.decisionFailed} />
      <Group grow>
        <Button variant="default" size="md" disabled={decided} onClick={() => send('deny')}>
          {text.deny}
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={decided || !organization}
          onClick={() => send('approve')}
        >
          {text.authorize}
        </Button>
      </Group>
    </Entrance>
  );
}

/** The fields of the request that the decision repeats. */
function asBody(query: URLSearchParams) {
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  return {
    client_id: given('client_id') ?? '',
    response_type: given('response_type'),
    state: given('state'),
    redirect_uri: given('redirect_uri'),
    code_challenge: given('code_challenge'),
    code_challenge_method: given('code_challenge_method'),
  };
}

function Picture({ name, path }: { name: string; path: string | undefined }) {
  return (
    <Avatar
      src={path}
      name={name}
      color="initials"
      alt=""
      size={56}
      radius="md"
      imageProps={{ referrerPolicy: 'no-referrer' }}
    />
  );
}

function SignedIn({ me }: { me: Me }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signOut = api.useMutation('post', '/auth/logout', {
    onSettled: () => {
      leave();
      void navigate(`/sign-in?next=${encodeURIComponent(pathname + search)}`, { replace: true });
    },
  });
  return (
    <Stack gap={2} className="any-text">
      <Text size="sm">
        {text.signedInAs}{' '}
        <b>
          <bdi>{me.user.name}</bdi>
        </b>{' '}
        ({me.user.email})
      </Text>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => signOut.mutate({})}>
        {text.notYou}
      </Anchor>
    </Stack>
  );
}

function Organizations({
  organizations,
  value,
  onChange,
}: {
  organizations: Question['organizations'];
  value: string | undefined;
  onChange(id: string): void;
}) {
  const [only] = organizations;
  if (!only) return <Text size="sm">{text.noOrganization}</Text>;
  if (organizations.length === 1) {
    return (
      <Text size="sm" className="any-text">
        {text.oneOrganization}{' '}
        <b>
          <bdi>{only.name}</bdi>
        </b>
      </Text>
    );
  }
  return (
    <Radio.Group label={text.organization} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {organizations.map(({ id, name }) => (
          <Radio key={id} value={id} label={<bdi>{name}</bdi>} className="any-text" />
        ))}
      </Stack>
    </Radio.Group>
  );
}
