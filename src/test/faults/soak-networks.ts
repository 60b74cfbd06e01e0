/** The five networks of the soak, each behind a front that makes its calls fail with its own messages. */
import type { SandboxFaultKind } from '../../../providers/_networks/sandbox/faults.ts';
import { startInstanceOfMastodon, startPds } from '../e2e/networks.ts';
import { startWorkspace } from '../e2e/network-slack.ts';
import { startTelegramNetwork } from '../e2e/network-telegram.ts';
import { startFaultFront, type Fault, type FaultFront, type FaultTarget } from '../networks/fault-front.ts';
import type { Channel, Wish } from './client.ts';
import type { StandIn } from './five-networks.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const PLENTY = 1_000_000;
/** For how long a network asks to wait. */
const WAIT_SECONDS = 3;

/** One network of the soak. */
export interface SoakNetwork {
  readonly name: string;
  /** Where a post goes. */
  readonly on: Channel;
  readonly settings: Wish['settings'];
  /** Makes the next calls that publish fail. */
  disturb(random: Random): Promise<void> | void;
  /** From now on it behaves. */
  calm(): Promise<void> | void;
  /** What a person does when the channel must be reconnected. */
  reconnect(): Promise<unknown>;
}

export interface SoakNetworks {
  readonly all: readonly SoakNetwork[];
  /** What API and worker need to reach them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Failures of a connection, which every network can have. */
const CONNECTION: readonly Fault[] = [
  { kind: 'reset_before' },
  { kind: 'reset_after' },
  { kind: 'hang_before' },
  { kind: 'hang_after' },
  { kind: 'garbage_after' },
  { kind: 'truncated_after' },
  { kind: 'slow', delayMs: 4000 },
];

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Fault => ({
  kind: 'status',
  status,
  headers,
  body: JSON.stringify(body),
});
const inSeconds = (): Date => new Date(Date.now() + WAIT_SECONDS * 1000);

/** Each network's messages when it asks to wait, and when it is overloaded. */
const WORDS: Readonly<Record<string, () => readonly Fault[]>> = {
  mastodon: () => [
    answer(429, { error: 'Too many requests' }, { 'x-ratelimit-reset': inSeconds().toISOString() }),
    answer(503, { error: 'Service Unavailable' }),
  ],
  telegram: () => [
    answer(429, {
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${WAIT_SECONDS}`,
      parameters: { retry_after: WAIT_SECONDS },
    }),
    answer(502, { ok: false, error_code: 502, description: 'Bad Gateway' }),
  ],
  slack: () => [
    answer(429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(WAIT_SECONDS) }),
    answer(503, { ok: false, error: 'service_unavailable' }),
  ],
  bluesky: () => [
    answer(
      429,
      { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      { 'ratelimit-reset': String(Math.ceil(inSeconds().getTime() / 1000)) },
    ),
    answer(503, { error: 'ServiceUnavailable', message: 'Service Unavailable' }),
  ],
};

/** The calls that publish. */
const PUBLISHES: Readonly<Record<string, FaultTarget>> = {
  mastodon: ({ method, path }) => method === 'POST' && path === '/api/v1/statuses',
  telegram: ({ path }) => path.includes('sendMessage'),
  slack: ({ path }) => path.includes('chat.postMessage'),
  bluesky: ({ path }) => path.startsWith('/xrpc/com.atproto.repo.putRecord'),
};

const SANDBOX_FAULTS: readonly SandboxFaultKind[] = [
  'lost_answer',
  'lost_request',
  'reset_after',
  'reset_before',
  'server_error',
  'bad_gateway',
  'garbage',
  'truncated',
  'drip',
  'late',
  'slow',
  'rate_limited',
  'refresh_slow',
  'refresh_unavailable',
];
/** Answers that leave open whether the post was accepted. A 429 does not: it means that nothing was. */
const OPEN: readonly SandboxFaultKind[] = ['server_error', 'bad_gateway'];

/** Starts them and has the checker read their ledgers. The sandbox's account has tokens that expire. */
export async function startSoakNetworks(world: World): Promise<SoakNetworks> {
  const [mastodon, telegram, slack, bluesky] = await Promise.all([
    startInstanceOfMastodon({ limits: { requestsPer5Minutes: PLENTY, statusesPer3Hours: PLENTY } }),
    startTelegramNetwork({ limits: { groupMessages: PLENTY } }),
    startWorkspace({ limits: { postBurst: PLENTY } }),
    startPds(),
  ]);
  const mastodonFront = await startFaultFront(mastodon.server.url);
  const blueskyFront = await startFaultFront(bluesky.server.url);
  const env = { ...telegram.env, ...slack.env };
  Object.assign(world.instance.context.config.providerEnv, env);
  const standIns: readonly Front[] = [
    { ...mastodon, fields: { ...mastodon.fields, instance: mastodonFront.url }, front: mastodonFront },
    telegram,
    slack,
    {
      ...bluesky,
      fields: { ...bluesky.fields, service: blueskyFront.url },
      front: blueskyFront,
      // By the server's clock three hours pass: its tokens really expire.
      expire: () => bluesky.server.advanceClock(3 * 3_600_000),
    },
  ];
  const all: SoakNetwork[] = [await sandboxOf(world)];
  for (const network of standIns) all.push(await connectStandIn(world, network));
  return {
    all,
    env,
    async stop() {
      await Promise.all([mastodonFront.stop(), blueskyFront.stop()]);
      await Promise.all([mastodon, telegram, slack, bluesky].map((network) => network.stop()));
    },
  };
}

async function sandboxOf(world: World): Promise<SoakNetwork> {
  const name = 'Soak #lookup #token-20s';
  const on = await world.connect(name);
  return {
    name: 'sandbox',
    on,
    settings: { __type: 'sandbox' },
    disturb: (random) => {
      const kind = random.pick(SANDBOX_FAULTS);
      const taken = OPEN.includes(kind) ? { taken: random.pick([true, false]) } : {};
      return world.network.arm({ kind, times: random.between(1, 3), seconds: WAIT_SECONDS, ...taken });
    },
    calm: () => world.network.calm(),
    reconnect: () => world.connect(name),
  };
}

interface Front extends StandIn {
  readonly front: FaultFront;
  readonly expire?: () => Promise<void>;
}

async function connectStandIn(world: World, network: Front): Promise<SoakNetwork> {
  const { provider, front, expire } = network;
  const connect = (): Promise<{ id: string }> => world.instance.connect(provider, network.fields);
  const { id } = await connect();
  // Telegram shows whole seconds: the end of the second is the latest possible time.
  const roundedMs = provider === 'telegram' ? 999 : 0;
  world.network.alsoAt(async () =>
    (await network.seen()).map((s) => ({
      id: s.id,
      channelId: provider,
      text: s.text,
      inReplyTo: s.parentId,
      receivedAt: new Date(s.atMs + roundedMs).toISOString(),
    })),
  );
  const target = PUBLISHES[provider] ?? (() => false);
  return {
    name: provider,
    on: { id, name: provider, account: provider },
    settings: { __type: provider, ...network.settings },
    async disturb(random) {
      if (expire && !random.between(0, 5)) return expire();
      const fault = random.pick([...CONNECTION, ...(WORDS[provider]?.() ?? [])]);
      front.arm(fault, target, fault.kind.startsWith('hang') ? 1 : random.between(1, 3));
    },
    calm: () => void front.disarm(),
    reconnect: connect,
  };
}
