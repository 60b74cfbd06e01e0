/**
 * What publishes in v1, for tests: it takes posts that are due, as its repair job does, sends each to
 * the sandbox network, and only then writes what it published.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { V1Source } from './make-source.ts';

/** One that runs. `stop` lets it finish the post that it has begun; `kill` does not let it write. */
export interface V1Publisher {
  /** The texts that the network accepted. */
  readonly sent: readonly string[];
  stop(): Promise<void>;
  kill(): void;
}

interface Due {
  readonly id: string;
  readonly content: string;
  readonly channel: string;
  readonly token: string;
}

const DUE = `select p.id, p.content, i.id as channel, i.token from "Post" p join "Integration" i on i.id = p."integrationId"
  where p.state = 'QUEUE' and p."deletedAt" is null and p."parentPostId" is null
    and i."providerIdentifier" = 'sandbox' and p."publishDate" <= now() at time zone 'UTC'
  order by p."publishDate" limit 1`;
const DONE = `update "Post" set state = 'PUBLISHED', "releaseId" = $2, "releaseURL" = $3,
    "updatedAt" = now() at time zone 'UTC' where id = $1`;
const LOOK_MS = 50;
/** Between reading the row and sending it, as uploads and rendering take time. */
const PREPARE_MS = 100;

/**
 * Starts it. `sandboxUrl`: the address of the instance whose sandbox it publishes to. `channelOf`: the id
 * here of a channel, since an account of the sandbox belongs to one channel.
 */
export function startV1Publisher(
  v1: V1Source,
  { sandboxUrl, channelOf }: { sandboxUrl: string; channelOf: (legacyId: string) => string },
): V1Publisher {
  const sent: string[] = [];
  const stop = new AbortController();
  const kill = new AbortController();
  const publish = async ({ id, content, channel, token }: Due): Promise<void> => {
    await sleep(PREPARE_MS);
    const text = content.replaceAll(/<[^<>]*>/g, '');
    const answer = await fetch(`${sandboxUrl}/sandbox/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, marker: id, channelId: channelOf(channel) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered v1 ${answer.status}: ${await answer.text()}`);
    sent.push(text);
    const { id: releaseId } = (await answer.json()) as { id: string };
    await sleep(PREPARE_MS);
    if (!kill.signal.aborted) await v1.query(DONE, [id, releaseId, `${sandboxUrl}/sandbox/${releaseId}`]);
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const [due] = await v1.query<Due>(DUE);
      if (due) await publish(due);
      else await sleep(LOOK_MS);
    }
  };
  const running = run();
  return {
    sent,
    async stop() {
      stop.abort();
      await running;
    },
    kill() {
      kill.abort();
      stop.abort();
    },
  };
}
