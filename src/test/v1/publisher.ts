/**
 * What publishes in v1, for tests: each post that is due goes to the sandbox network, and only then it is
 * written what was published. With a Redis, jobs of its queue say what is due, as up to v2.11.3; without
 * one, the rows do, as a repair job reads them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { V1Source } from './make-source.ts';
import { DUE_POST, startV1Queue, type DuePost, type PublishPost } from './queue.ts';

/** One that runs. `stop` lets it finish the post that it has begun; `kill` does not let it write. */
export interface V1Publisher {
  /** The texts that the network accepted. */
  readonly sent: readonly string[];
  stop(): Promise<void>;
  kill(): void;
}

/** Where it publishes to, and what schedules it. */
export interface V1PublisherOptions {
  /** The address of the instance whose sandbox it publishes to. */
  readonly sandboxUrl: string;
  /** The id here of a channel, since an account of the sandbox belongs to one channel. */
  readonly channelOf: (legacyId: string) => string;
  /** Its Redis; without it, it looks at the rows. */
  readonly redisUrl?: string;
  /** How often its repairs look; default: every second. In v1: every hour, and every 16 minutes. */
  readonly repairMs?: number;
  /** How long it takes before it sends, and again before it notes that, in milliseconds; default: 100. */
  readonly takesMs?: number;
}

const NEXT = `${DUE_POST} and p.state = 'QUEUE' and p."publishDate" <= now() at time zone 'UTC'
  order by p."publishDate" limit 1`;
const DONE = `update "Post" set state = 'PUBLISHED', "releaseId" = $2, "releaseURL" = $3,
    "updatedAt" = now() at time zone 'UTC' where id = $1`;
const LOOK_MS = 50;
/** Uploads and rendering take time. */
const TAKES_MS = 100;

/** Starts it. */
export function startV1Publisher(v1: V1Source, options: V1PublisherOptions): V1Publisher {
  const { sandboxUrl, channelOf, redisUrl, takesMs = TAKES_MS } = options;
  const sent: string[] = [];
  const killed = new AbortController();
  const publish: PublishPost = async ({ id, content, channel, token }) => {
    await sleep(takesMs);
    if (killed.signal.aborted) return never();
    const text = content.replaceAll(/<[^<>]*>/g, '');
    const answer = await fetch(`${sandboxUrl}/sandbox/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, marker: id, channelId: channelOf(channel) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered v1 ${answer.status}: ${await answer.text()}`);
    sent.push(text);
    const { id: releaseId } = (await answer.json()) as { id: string };
    await sleep(takesMs);
    if (killed.signal.aborted) return never();
    await v1.query(DONE, [id, releaseId, `${sandboxUrl}/sandbox/${releaseId}`]);
  };
  const running = redisUrl
    ? startV1Queue(v1, { redisUrl, repairMs: options.repairMs ?? 1000, publish })
    : pollRows(v1, publish);
  return {
    sent,
    stop: () => running.stop(),
    kill() {
      killed.abort();
      running.kill();
    },
  };
}

/** What a killed process would have done next. */
const never = (): Promise<void> => new Promise(() => undefined);

function pollRows(v1: V1Source, publish: PublishPost): Pick<V1Publisher, 'stop' | 'kill'> {
  const ended = new AbortController();
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const [due] = await v1.query<DuePost>(NEXT);
      if (due) await publish(due);
      else await sleep(LOOK_MS);
    }
  };
  const running = run();
  let killed = false;
  return {
    async stop() {
      ended.abort();
      if (!killed) await running;
    },
    kill() {
      killed = true;
      ended.abort();
    },
  };
}
