/**
 * An instance that publishes to the sandbox, and what tests do with both: read the ledger, break the network,
 * move dates.
 */
import type { SandboxFaultKind } from '../../providers/_networks/sandbox/faults.ts';
import type { SandboxPost } from '../../providers/_networks/sandbox/journal.ts';
import { publishWorkflowId } from '../../temporal/contract/publish-post.ts';
import { reconcile, type ReconcileReport } from '../../activities/reconcile.ts';
import { clientOf, type Client, type PostPage } from './e2e/client.ts';
import { FUTURE, sql } from './factories.ts';
import { eventually, startInstance, type TestInstance } from './instance.ts';
import { sandboxToken } from './sandbox-fault.ts';

/** A channel of the sandbox; `name` is the account's. */
export interface SandboxChannel {
  readonly id: string;
  readonly name: string;
}

export interface SandboxWorld {
  readonly crier: TestInstance;
  readonly client: Client;
  /** Connects an account; using the same name again reconnects it. */
  connect(name: string, organizationId?: string): Promise<SandboxChannel & { reconnected: boolean }>;
  /** The texts that the network accepted, in that order. */
  texts(): Promise<string[]>;
  ledger(): Promise<SandboxPost[]>;
  /** The next call of this account (or the next `times`) fails like this. */
  arm(
    channel: SandboxChannel,
    fault: { kind: SandboxFaultKind; times?: number; seconds?: number },
  ): Promise<void>;
  /** The account's owner ends Crier's session. */
  revoke(channel: SandboxChannel): Promise<void>;
  /**
   * Posts of one channel whose dates passed `minutesAgo`, a second apart, newest last; their runs are
   * notified together.
   */
  overdue(channel: SandboxChannel, texts: readonly string[], minutesAgo: number): Promise<string[]>;
  /** Waits until the page of a post meets the condition. */
  shows(
    id: string,
    what: string,
    when: (page: PostPage & { hold: { reason: string; message: string } | null }) => boolean,
  ): Promise<PostPage & { hold: { reason: string; message: string } | null }>;
  held(id: string): Promise<void>;
  workflowId(id: string): Promise<string>;
  /** Ends the run of a post, as after a loss of Temporal's store. */
  loseRun(id: string): Promise<void>;
  reconcile(): Promise<ReconcileReport>;
  notifications(): Promise<string[]>;
}

/** No clock can be turned back, so the rows are moved, and the runs notified as after any move. */
export async function movePast(
  crier: TestInstance,
  ids: readonly string[],
  minutesAgo: number,
): Promise<void> {
  await sql(
    crier,
    `with moved as (update post p set publish_at = now() - make_interval(mins => $2) + list.place * interval '1 second', revision = revision + 1
      from unnest($1::uuid[]) with ordinality list(id, place) where p.id = list.id returning p.id, post_group_id)
    insert into outbox (id, kind, post_group_id, post_id) select gen_random_uuid(), 'sync_post', post_group_id, id from moved`,
    [ids, minutesAgo],
  );
}

type Page = Awaited<ReturnType<SandboxWorld['shows']>>;

/** Starts the instance; the caller starts workers. */
export async function startSandboxWorld(env: Record<string, string> = {}): Promise<SandboxWorld> {
  const crier = await startInstance({ env });
  const client = clientOf(crier);
  const { context } = crier;
  const call = async (channel: SandboxChannel, path: string, body: object): Promise<void> => {
    const headers = {
      authorization: `Bearer ${await sandboxToken(crier, channel.id)}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${crier.url}/sandbox/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  };
  const world: SandboxWorld = {
    crier,
    client,
    async connect(name, organizationId) {
      const { id, reconnected } = await crier.connect('sandbox', { name }, organizationId);
      return { id, name, reconnected };
    },
    ledger: async () => (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[],
    texts: async () => (await world.ledger()).map((post) => post.text),
    arm: (channel, fault) => call(channel, 'faults', { ...fault, account: channel.name }),
    revoke: (channel) => call(channel, 'revoke', { account: channel.name }),
    async overdue(channel, texts, minutesAgo) {
      const ids: string[] = [];
      for (const content of texts) {
        ids.push(
          ...(await client.create({ channels: [channel.id], parts: [{ content }], date: new Date(FUTURE) })),
        );
      }
      for (const id of ids) await client.handedOver(id);
      await movePast(crier, ids, minutesAgo);
      return ids;
    },
    shows: (id, what, when) =>
      eventually(
        what,
        async () => {
          const page = (await client.page(id)) as Page;
          return when(page) && page;
        },
        60_000,
      ),
    held: async (id) => void (await world.shows(id, 'the post is held', (page) => page.hold !== null)),
    async workflowId(id) {
      const [row] = await sql<{ id: string }>(crier, 'select post_group_id as id from post where id = $1', [
        id,
      ]);
      return publishWorkflowId(row?.id ?? '');
    },
    loseRun: async (id) =>
      void (await context.temporal.workflow
        .getHandle(await world.workflowId(id))
        .terminate('lost in a test')),
    reconcile: () => reconcile({ ...context, providerEnv: context.config.providerEnv }),
    notifications: async () =>
      (
        await crier.call<{ notifications: { content: string }[] }>('GET', '/notifications')
      ).body.notifications.map((n) => n.content),
  };
  return world;
}
