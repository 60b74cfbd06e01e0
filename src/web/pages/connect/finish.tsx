import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { api, http, isRefusal } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { AccountPicture } from '../../components/account-picture.tsx';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { useLeaving } from '../../components/use-leaving.ts';
import { strings } from '../../strings/index.ts';
import { answerFor } from './answer.ts';
import { SignedOut } from './signed-out.tsx';

const text = strings.connect;

type Finished = operations['finishConnect']['responses'][201]['content']['application/json'];
type Channel = NonNullable<Finished['channel']>;
type Choice = NonNullable<Finished['choose']>;

/**
 * Where a network sends the browser back to: finishes the connecting, lets choose where there are several
 * accounts, and says what is wrong when it is.
 */
export default function FinishConnect() {
  const { provider = '' } = useParams();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { me } = useSession();
  const [answer] = useState(() => answerFor(provider, search));
  // What the network sent is used once and is of no use in the history.
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  // A query, not a mutation: it is sent once for each state, however often the page is put up.
  const { data, error } = useQuery({
    queryKey: ['finish-connect', provider, answer.state],
    enabled: Boolean(me),
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: () => finish(provider, answer),
  });
  if (me === null) return <SignedOut provider={provider} answer={answer} />;
  if (error) return <Failed error={error} provider={provider} />;
  if (!data) {
    return (
      <Entrance title={text.title}>
        <Loading />
      </Entrance>
    );
  }
  if (data.channel) return <Connected channel={data.channel} />;
  return data.choose ? (
    <Choose provider={provider} choice={data.choose} />
  ) : (
    <Failed error={null} provider={provider} />
  );
}

async function finish(provider: string, body: Record<string, string>): Promise<Finished> {
  const { data, error } = await http.POST('/integrations/social/{provider}', {
    params: { path: { provider } },
    body: body as never,
  });
  if (error) throw error;
  return data;
}

function Connected({ channel: { name, picture, reconnected } }: { channel: Channel }) {
  return (
    <Entrance
      title={reconnected ? text.reconnected : text.connected}
      intro={reconnected ? text.reconnectedHelp : text.connectedHelp}
    >
      <Account name={name} picture={picture} />
      <Button component={Link} to="/settings/channels">
        {text.toChannels}
      </Button>
    </Entrance>
  );
}

function Account({
  name,
  picture,
  profile,
}: {
  name: string;
  picture?: string | null;
  profile?: string | null;
}): ReactNode {
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

function Choose({ provider, choice: { connectId, accounts } }: { provider: string; choice: Choice }) {
  const [account, setAccount] = useState(accounts[0]?.id ?? '');
  const choose = api.useMutation('post', '/integrations/social/{provider}/choose');
  if (choose.data) return <Connected channel={choose.data.channel} />;
  return (
    <Entrance title={text.choose} intro={text.chooseHelp}>
      <RefusalAlert error={choose.error} title={text.failed} />
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
      <Button
        loading={choose.isPending}
        onClick={() =>
          choose.mutate({ params: { path: { provider } }, body: { connectId, accountId: account } })
        }
      >
        {text.chooseAction}
      </Button>
    </Entrance>
  );
}

const UNREACHED = new Set(['unreachable', 'network_failed', 'network_busy']);

function Failed({ error, provider }: { error: unknown; provider: string }) {
  const code = isRefusal(error) ? error.code : 'unreachable';
  const unreached = UNREACHED.has(code);
  const title = code === 'invalid_state' ? text.invalidState : unreached ? text.failedToFetch : text.failed;
  return (
    <Entrance title={title} intro={unreached && isRefusal(error) ? text.failedToFetchHelp : undefined}>
      <RefusalAlert error={error} title="" />
      <Again provider={provider} />
    </Entrance>
  );
}

/**
 * Begins anew at the network; where something must be said first (which server has the account), in the
 * settings.
 */
function Again({ provider }: { provider: string }) {
  const networks = api.useQuery('get', '/integrations/providers');
  const [failure, setFailure] = useState<unknown>(null);
  const [leaving, setLeaving] = useLeaving();
  const asks = networks.data?.find(({ identifier }) => identifier === provider)?.fields.length !== 0;
  const begin = async (): Promise<void> => {
    setLeaving(true);
    const { data, error } = await http.GET('/social/{provider}', { params: { path: { provider } } });
    if (data) return location.assign(data.url);
    throw error;
  };
  const stay = (error: unknown): void => {
    setFailure(error);
    setLeaving(false);
  };
  return (
    <>
      <RefusalAlert error={failure} title={text.failed} />
      {asks ? (
        <Button component={Link} to="/settings/channels" state={{ connect: provider }}>
          {text.tryAgain}
        </Button>
      ) : (
        <>
          <Button loading={leaving} onClick={() => void begin().catch(stay)}>
            {text.tryAgain}
          </Button>
          <Button variant="default" component={Link} to="/settings/channels">
            {text.toChannels}
          </Button>
        </>
      )}
    </>
  );
}
