import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { answerOf } from '../../api/answer-of.ts';
import { api, http, isApiError, type Answer } from '../../api/client.ts';
import { goToNetwork } from '../../api/go-to-network.ts';
import { useSession } from '../../api/session.ts';
import { AccountPicture } from '../../components/account-picture.tsx';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useRedirecting } from '../../components/use-redirecting.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { Approve } from './approve.tsx';
import { callbackFor } from './callback-params.ts';
import { SignedOut } from './signed-out.tsx';

const text = strings.connect;

type Finished = Answer<'finishConnect'>;
type Channel = NonNullable<Finished['channel']>;
type Choice = NonNullable<Finished['choose']>;

const UNREACHABLE = new Set(['unreachable', 'network_failed', 'network_busy']);
const POLL_MS = 3000;

/** Whether asking again is of no use; a network that does not answer for a moment is asked again. */
const hasFailed = (error: unknown): boolean =>
  Boolean(error) && !(isApiError(error) && UNREACHABLE.has(error.code));

/**
 * The page that networks send the browser back to. It connects the channel; if the person has several
 * accounts there, they choose one first.
 */
export default function FinishConnectPage() {
  const { provider = '' } = useParams();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { me } = useSession();
  const [callback] = useState(() => callbackFor(provider, search));
  // The parameters work once; they do not belong in the browser's history.
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  // A query rather than a mutation: it is sent once per state, however often the page is rendered.
  const { data, error } = useQuery({
    queryKey: ['finish-connect', provider, callback.state],
    enabled: Boolean(me),
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // For a network that sends no browser back, the state stays until the person has approved.
    refetchInterval: ({ state }) => (state.data?.approve && !hasFailed(state.error) ? POLL_MS : false),
    queryFn: () => finishConnect(provider, callback),
  });
  if (me === null) return <SignedOut provider={provider} callback={callback} />;
  if (hasFailed(error) || (error && !data)) return <ConnectFailed error={error} provider={provider} />;
  if (!data) {
    return (
      <AuthCard title={text.title}>
        <Loading />
      </AuthCard>
    );
  }
  if (data.channel) return <Connected channel={data.channel} />;
  if (data.approve) return <Approve url={data.approve.url} />;
  return data.choose ? (
    <ChooseAccount provider={provider} choice={data.choose} />
  ) : (
    <ConnectFailed error={null} provider={provider} />
  );
}

const finishConnect = (provider: string, body: Record<string, string>): Promise<Finished> =>
  answerOf(
    http.POST('/integrations/social/{provider}', { params: { path: { provider } }, body: body as never }),
  );

function Connected({ channel: { id, name, picture, reconnected } }: { channel: Channel }) {
  return (
    <AuthCard
      title={reconnected ? text.reconnected : text.connected}
      intro={reconnected ? text.reconnectedHelp : text.connectedHelp}
    >
      <Account name={name} picture={picture} />
      <Button component={Link} to={{ pathname: '/channels', hash: `channel-${id}` }}>
        {text.toChannels}
      </Button>
    </AuthCard>
  );
}

interface AccountProps {
  readonly name: string;
  readonly picture?: string | null;
  readonly profile?: string | null;
}

function Account({ name, picture, profile }: AccountProps): ReactNode {
  return (
    <Group wrap="nowrap" gap="sm">
      <AccountPicture picture={picture} name={name} />
      <Stack gap={0} miw={0} className="any-text">
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        {profile && (
          <Text size="sm" c="dimmed">
            <bdi>{profile}</bdi>
          </Text>
        )}
      </Stack>
    </Group>
  );
}

function ChooseAccount({ provider, choice }: { provider: string; choice: Choice }) {
  const { connectId, accounts, askedByProgram } = choice;
  const { me } = useSession();
  const [first, ...others] = accounts;
  const [account, setAccount] = useState(first?.id ?? '');
  const choose = api.useMutation('post', '/integrations/social/{provider}/choose');
  if (choose.data) return <Connected channel={choose.data.channel} />;
  return (
    <AuthCard
      title={askedByProgram ? text.confirm : text.choose}
      intro={askedByProgram ? text.confirmHelp(isolated(me?.organization?.name ?? '')) : text.chooseHelp}
    >
      <ErrorAlert error={choose.error} title={text.failed} />
      {first && others.length === 0 ? (
        <Account {...first} />
      ) : (
        <Radio.Group aria-label={text.choose} value={account} onChange={setAccount}>
          <Stack gap="sm">
            {accounts.map(({ id, name, picture, profile }) => (
              <Radio.Card key={id} value={id} p="sm" aria-label={[name, profile].filter(Boolean).join(', ')}>
                <Group wrap="nowrap">
                  <Radio.Indicator />
                  <Account name={name} picture={picture} profile={profile} />
                </Group>
              </Radio.Card>
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Button
        loading={choose.isPending}
        onClick={() =>
          choose.mutate({ params: { path: { provider } }, body: { connectId, accountId: account } })
        }
      >
        {askedByProgram ? text.confirmAction : text.chooseAction}
      </Button>
      {askedByProgram && (
        <Button variant="default" component={Link} to="/channels">
          {text.decline}
        </Button>
      )}
    </AuthCard>
  );
}

function ConnectFailed({ error, provider }: { error: unknown; provider: string }) {
  const code = isApiError(error) ? error.code : 'unreachable';
  const unreachable = UNREACHABLE.has(code);
  const title = code === 'invalid_state' ? text.invalidState : unreachable ? text.failedToFetch : text.failed;
  return (
    <AuthCard title={title} intro={unreachable && isApiError(error) ? text.failedToFetchHelp : undefined}>
      <ErrorAlert error={error} title="" />
      <TryAgain provider={provider} />
    </AuthCard>
  );
}

/**
 * Starts again on the network, or in the settings if the network needs to know something first, such as the
 * person's server.
 */
function TryAgain({ provider }: { provider: string }) {
  const networks = api.useQuery('get', '/integrations/providers');
  const [failure, setFailure] = useState<unknown>(null);
  const [redirecting, setRedirecting] = useRedirecting();
  const hasFields = networks.data?.find(({ identifier }) => identifier === provider)?.fields.length !== 0;
  const start = async (): Promise<void> => {
    setRedirecting(true);
    await goToNetwork(provider).catch((error: unknown) => {
      setFailure(error);
      setRedirecting(false);
    });
  };
  return (
    <>
      <ErrorAlert error={failure} title={text.failed} />
      {hasFields ? (
        <Button component={Link} to="/channels" state={{ connect: provider }}>
          {text.tryAgain}
        </Button>
      ) : (
        <>
          <Button loading={redirecting} onClick={() => void start()}>
            {text.tryAgain}
          </Button>
          <Button variant="default" component={Link} to="/channels">
            {text.toChannels}
          </Button>
        </>
      )}
    </>
  );
}
