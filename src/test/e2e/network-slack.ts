/** A Slack workspace with one client registration, for the end-to-end tests. */
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startSlack, type Slack, type SlackOptions } from '../networks/slack/server.ts';
import type { LedgerEntry } from '../networks/slack/state.ts';
import type { Network, Seen } from './networks.ts';

/** A workspace as a network of the end-to-end tests. `env` is what an instance needs to reach it. */
export interface Workspace extends Network {
  readonly server: Slack;
  /** Stands between the instance and the workspace. */
  readonly front: FaultFront;
  readonly token: string;
  readonly env: Record<string, string>;
}

/** Starts a workspace; posts go to #general. */
export async function startWorkspace(options: SlackOptions = {}): Promise<Workspace> {
  const server = await startSlack({
    ...options,
    limits: { postBurst: 1000, tierFactor: 20, ...options.limits },
  });
  const front = await startFaultFront(server.url);
  const token = server.createToken();
  return {
    provider: 'slack',
    server,
    front,
    token,
    fields: { token },
    settings: { __type: 'slack', channel: server.channels.general },
    env: { SLACK_API_URL: `${front.url}/api` },
    seen: async () => {
      const live = server.messages().filter((message) => !message.deletedAt);
      return live.map((message) => seenMessage(live, message));
    },
    stop: async () => void (await Promise.all([front.stop(), server.stop()])),
  };
}

// A Slack thread is flat: a reply belongs to the first message and follows the one before it.
function seenMessage(live: readonly LedgerEntry[], message: LedgerEntry): Seen {
  const thread = live.filter((other) => other.ts === message.threadTs || other.threadTs === message.threadTs);
  const before = message.threadTs
    ? thread[thread.findIndex((other) => other.ts === message.ts) - 1]
    : undefined;
  return {
    id: message.ts,
    text: message.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    atMs: Date.parse(message.at),
    parentId: before?.ts ?? null,
    media: message.files.map(({ alt, sha256 }) => ({ alt, sha256 })),
  };
}
