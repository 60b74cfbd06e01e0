/**
 * Five networks, each with its own queue: the sandbox and the strict stand-ins of Mastodon, Telegram, Slack
 * and Discord.
 */
import type { Network as OneNetwork } from '../e2e/networks.ts';
import { startInstanceOfMastodon } from '../e2e/networks.ts';
import { startDiscordServer } from '../e2e/network-discord.ts';
import { startWorkspace } from '../e2e/network-slack.ts';
import { startTelegramNetwork } from '../e2e/network-telegram.ts';
import type { World } from './world.ts';

const PLENTY = 1_000_000;

/** A network with an identifier of its own, other than the sandbox. */
export interface StandIn extends OneNetwork {
  readonly env?: Readonly<Record<string, string>>;
}

export interface FiveNetworks {
  readonly standIns: readonly StandIn[];
  /** What API and worker need to reach them. */
  readonly env: Readonly<Record<string, string>>;
  /** Every answer of this one arrives `slowMs` late. */
  readonly slow: string;
  readonly slowMs: number;
  stop(): Promise<void>;
}

/**
 * Starts them and has the checker read their ledgers. Their own limits are lifted: Crier's queues are tested,
 * and a limit would hide them.
 */
export async function startFiveNetworks(world: World): Promise<FiveNetworks> {
  // Far longer than a few posts take on a busy machine.
  const slowMs = world.size(9000, 3000);
  const telegram = await startTelegramNetwork({ limits: { groupMessages: PLENTY } });
  telegram.front.arm({ kind: 'slow', delayMs: slowMs }, ({ path }) => path.includes('sendMessage'), Infinity);
  const standIns: StandIn[] = [
    await startInstanceOfMastodon({ limits: { requestsPer5Minutes: PLENTY, statusesPer3Hours: PLENTY } }),
    telegram,
    await startWorkspace({ limits: { postBurst: PLENTY } }),
    await startDiscordServer(),
  ];
  const env = Object.assign({}, ...standIns.map((n) => n.env ?? {})) as Record<string, string>;
  Object.assign(world.instance.context.config.providerEnv, env);
  for (const network of standIns) readItsLedger(world, network);
  return {
    standIns,
    env,
    slow: telegram.provider,
    slowMs,
    stop: async () => void (await Promise.all(standIns.map((n) => n.stop()))),
  };
}

/** The checker counts what this network has as well. */
export function readItsLedger(world: World, network: StandIn): void {
  // Telegram shows whole seconds: the end of the second is the latest possible time.
  const roundedMs = network.provider === 'telegram' ? 999 : 0;
  world.network.alsoAt(async () =>
    (await network.seen()).map((s) => ({
      id: s.id,
      channelId: network.provider,
      text: s.text,
      inReplyTo: s.parentId,
      receivedAt: new Date(s.atMs + roundedMs).toISOString(),
    })),
  );
}
