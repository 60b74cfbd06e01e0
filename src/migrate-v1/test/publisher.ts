/**
 * What publishes in v1, for tests: each post that is due goes to the sandbox network, and only then it is
 * written what was published. What starts one is a job of its queue on Redis (queue.ts), or a run of its
 * Temporal (orchestrator.ts); the rows start nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { V1Source } from './make-source.ts';
import { startOrchestrator, type V1Temporal } from './orchestrator.ts';
import { startV1Queue, type PostPublisher } from './queue.ts';

/** One that runs. `stop` lets it finish the post that it has begun; `kill` does not let it write. */
export interface V1Publisher {
  /** The texts that the network accepted. */
  readonly sent: readonly string[];
  stop(): Promise<void>;
  kill(): void;
}

/** Where it publishes to, and what schedules it. */
export interface V1PublisherOptions {
  /** The URL of the instance whose sandbox it publishes to. */
  readonly sandboxUrl: string;
  /** The id here of a channel, since an account of the sandbox belongs to one channel. */
  readonly channelOf: (legacyId: string) => string;
  /** Its Redis, or from v2.12.0 on its Temporal. */
  readonly scheduler: { readonly redisUrl: string } | V1Temporal;
  /** How often its repairs look; default: every second. In v1: every hour, and every 16 minutes. */
  readonly repairMs?: number;
  /** How long it takes before it sends, and again before it notes that, in milliseconds; default: 100. */
  readonly takesMs?: number;
}

const DONE = `update "Post" set state = 'PUBLISHED', "releaseId" = $2, "releaseURL" = $3,
    "updatedAt" = now() at time zone 'UTC' where id = $1`;
/** Uploads and rendering take time. */
const TAKES_MS = 100;

/** Starts it. */
export async function startV1Publisher(v1: V1Source, options: V1PublisherOptions): Promise<V1Publisher> {
  const { sandboxUrl, channelOf, scheduler, takesMs = TAKES_MS, repairMs = 1000 } = options;
  const sent: string[] = [];
  const killed = new AbortController();
  const publisher: PostPublisher = {
    async send({ id, content, channel, token }) {
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
      return killed.signal.aborted ? never() : releaseId;
    },
    async note(id, releaseId) {
      if (killed.signal.aborted) return never();
      await v1.query(DONE, [id, releaseId, `${sandboxUrl}/sandbox/${releaseId}`]);
    },
  };
  const running =
    'redisUrl' in scheduler
      ? startV1Queue(v1, { redisUrl: scheduler.redisUrl, repairMs, publisher })
      : await startOrchestrator(v1, scheduler, { publisher, repairMs });
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
const never = (): Promise<never> => new Promise(() => undefined);
