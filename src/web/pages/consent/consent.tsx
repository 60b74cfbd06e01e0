import { Anchor, Avatar, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { answerOf } from '../../api/answer-of.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { endSession, useSession, type Me } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import classes from './consent.module.css';
import { OrganizationChoice } from './organization-choice.tsx';

const text = strings.consent;

type ConsentRequest = Exclude<Answer<'showConsent'>, { redirect: string }>;

/**
 * `/oauth/authorize`: a person decides whether an app may act for them, after signing in. A request from an
 * unknown app ends here, and nobody is redirected.
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
    queryFn: () => readRequest(search),
  });
  if (error) {
    return (
      <AuthCard title={text.unknown} intro={text.unknownHelp}>
        <ErrorAlert error={error} title="" />
      </AuthCard>
    );
  }
  if (me === undefined || !data) return <Loading />;
  if ('redirect' in data) return <RedirectTo url={data.redirect} />;
  if (me === null) return <Navigate replace to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} />;
  return <ConsentForm me={me} request={data} query={new URLSearchParams(search)} />;
}

// The query is passed on unchanged: the API decides what is missing or repeated in it.
const readRequest = (search: string): Promise<Answer<'showConsent'>> =>
  answerOf(
    http.GET('/oauth/authorize', {
      params: { query: Object.fromEntries(new URLSearchParams(search)) as never },
      querySerializer: () => search.slice(1),
    }),
  );

function RedirectTo({ url }: { url: string }) {
  useEffect(() => location.assign(url), [url]);
  return <Loading />;
}

interface ConsentFormProps {
  readonly me: Me;
  readonly request: ConsentRequest;
  /** From the URL; the decision repeats it. */
  readonly query: URLSearchParams;
}

function ConsentForm({ me, request: { app, organizations, permissions }, query }: ConsentFormProps) {
  const [organization, setOrganization] = useState(
    () => (organizations.find(({ current }) => current) ?? organizations[0])?.id,
  );
  const decide = api.useMutation('post', '/oauth/authorize', {
    onSuccess: ({ redirect }) => location.assign(redirect),
  });
  // Once decided, the buttons stay disabled until the browser has left the page.
  const decided = decide.isPending || decide.isSuccess;
  const send = (action: 'approve' | 'deny') =>
    decide.mutate({
      body: { ...asBody(query), action, ...(organization ? { organization_id: organization } : {}) },
    });
  return (
    <AuthCard title={text.title}>
      <Group wrap="nowrap" align="flex-start">
        <AppPicture name={app.name} path={app.picture?.path} />
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
      <SignedInAs me={me} />
      <OrganizationChoice organizations={organizations} value={organization} onChange={setOrganization} />
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
      <ErrorAlert error={decide.error} title={text.decisionFailed} />
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
          {text.approve}
        </Button>
      </Group>
    </AuthCard>
  );
}

/** The parameters that a decision repeats. */
function asBody(query: URLSearchParams) {
  const parameter = (name: string): string | undefined => query.get(name) ?? undefined;
  return {
    client_id: parameter('client_id') ?? '',
    response_type: parameter('response_type'),
    state: parameter('state'),
    redirect_uri: parameter('redirect_uri'),
    code_challenge: parameter('code_challenge'),
    code_challenge_method: parameter('code_challenge_method'),
  };
}

function AppPicture({ name, path }: { name: string; path: string | undefined }) {
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

function SignedInAs({ me }: { me: Me }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signOut = api.useMutation('post', '/auth/logout', {
    onSettled: () => {
      endSession();
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
