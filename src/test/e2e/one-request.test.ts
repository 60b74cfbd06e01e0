import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';
import type { PublishPostResult } from '../../../temporal/contract/publish-post.ts';
import { nostrRelay, nostrRelayPython } from '../servers/nostr-relay.ts';
import { pds } from '../servers/pds.ts';
import { describeWith } from '../servers/server.ts';
import { sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { clientOf, inSeconds, type Client, type PostPage } from './client.ts';
import { openSandbox, startInstanceOfMastodon, startPds, startRelays, type Network } from './networks.ts';
import { behind, live, unique } from './scenarios.ts';

/** A history as a person reads it in the Temporal UI: only the events with texts, and these texts. */
interface ReadEvent {
  readonly type: string;
  readonly summary: string | null;
}

describeWith([pds, nostrRelay, nostrRelayPython], 'one request for several networks', () => {
  let crier: TestInstance;
  let client: Client;
  let networks: Network[];
  const channels: Record<string, string> = {};

  beforeAll(async () => {
    crier = await startInstance();
    client = clientOf(crier);
    networks = await Promise.all([openSandbox(crier), startPds(), startRelays(), startInstanceOfMastodon()]);
    for (const { provider, fields } of networks) {
      channels[provider] = (await crier.connect(provider, fields)).id;
    }
    await crier.startWorker();
  }, 120_000);

  afterAll(async () => {
    await crier?.stop();
    await Promise.all((networks ?? []).map((n) => n.stop()));
  }, 60_000);

  const channelsOf = (...providers: string[]): string[] => providers.map((p) => channels[p] ?? '');
  const temporal = (): TestInstance['context']['temporal'] => crier.context.temporal;

  async function historyOf(workflowId: string): Promise<ReadEvent[]> {
    const { events } = await temporal().workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).map((event) => {
      const summary = event.userMetadata?.summary;
      const type = event.timerStartedEventAttributes
        ? 'timer'
        : event.activityTaskScheduledEventAttributes
          ? 'activity'
          : event.workflowExecutionUpdateAcceptedEventAttributes
            ? 'update'
            : 'other';
      return { type, summary: summary ? defaultPayloadConverter.fromPayload<string>(summary) : null };
    });
  }

  it('publishes on each of them once, at one date, by one run without a timer', async () => {
    const text = unique('To everyone');
    const date = inSeconds(6);
    const ids = await client.create({
      channels: channelsOf('sandbox', 'bluesky', 'nostr', 'mastodon'),
      parts: [{ content: text }],
      date,
    });
    const pages = await Promise.all(ids.map((id) => client.reaches(id, 'published')));
    for (const [i, network] of networks.entries()) {
      const found = await live(network, text);
      expect(found.map((post) => post.id)).toEqual([pages[i]?.releaseId]);
      expect(found[0]?.atMs).toBeGreaterThanOrEqual(date.getTime());
    }
    const runs = new Set(await Promise.all(ids.map(async (id) => (await behind({ crier }, id)).workflowId)));
    expect(runs.size).toBe(1);
    const history = await historyOf([...runs][0] as string);
    expect(history.filter((e) => e.type === 'timer')).toEqual([]);
    expect(
      history
        .filter((e) => e.type === 'activity')
        .map((e) => /^publish to .+ \((\w+)\)$/.exec(e.summary ?? '')?.[1])
        .toSorted(),
    ).toEqual(['bluesky', 'mastodon', 'nostr', 'sandbox']);
  });

  it('lets each post have its own date, and be cancelled alone', async () => {
    const text = unique('One by one');
    const date = inSeconds(6);
    const later = inSeconds(9);
    const [first = '', moved = '', cancelled = ''] = await client.create({
      channels: channelsOf('sandbox', 'mastodon', 'nostr'),
      parts: [{ content: text }],
      date,
    });
    expect(
      await crier.call('PATCH', `/posts/${moved}`, { body: { date: later.toISOString() } }),
    ).toMatchObject({ status: 200 });
    expect(await crier.call('DELETE', `/posts/${cancelled}`)).toMatchObject({ status: 200 });
    await client.reaches(first, 'published');
    await client.reaches(moved, 'published');
    const seen = await Promise.all(networks.map((n) => live(n, text)));
    expect(seen.map((posts) => posts.length)).toEqual([1, 0, 0, 1]);
    expect(seen[0]?.[0]?.atMs).toBeLessThan(later.getTime());
    expect(seen[3]?.[0]?.atMs).toBeGreaterThanOrEqual(later.getTime());
  });

  const names = async (): Promise<string[]> => {
    const rows = await sql<{ name: string }>(
      crier,
      "select name from integration where provider in ('bluesky', 'mastodon') order by provider",
    );
    return rows.map(({ name }) => name);
  };

  it('explains itself in Temporal: what it is for, what it waits for, how it ended', async () => {
    const date = inSeconds(6);
    const minute = `${date.toISOString().slice(0, 10)} ${date.toISOString().slice(11, date.getUTCSeconds() ? 19 : 16)} UTC`;
    const ids = await client.create({
      channels: channelsOf('bluesky', 'mastodon'),
      parts: [{ content: unique('In words') }],
      date,
    });
    const { workflowId } = await behind({ crier }, ids[0] ?? '');
    const run = temporal().workflow.getHandle(workflowId);
    await client.handedOver(ids[0] ?? '');
    const waiting = await run.describe();
    const [bluesky = '', mastodon = ''] = await names();
    const summary = `Ada & Co: 2 posts for ${bluesky} (bluesky), ${mastodon} (mastodon) at ${minute}`;
    expect(await waiting.staticSummary()).toBe(summary);
    expect(waiting.type).toBe('PublishPostWorkflow');
    expect(waiting.searchAttributes).toMatchObject({
      OrganizationId: [crier.organizationId],
      Provider: ['bluesky', 'mastodon'],
      PublishAt: [date],
    });
    // Its activities have it already, and wait for the date.
    expect(await run.query('progress')).toEqual([
      { postId: ids[0], provider: 'bluesky', phase: 'publishing', due: minute, part: 1 },
      { postId: ids[1], provider: 'mastodon', phase: 'publishing', due: minute, part: 1 },
    ]);

    const result = (await run.result()) as PublishPostResult;
    expect(result.summary).toBe('2 published');
    const pages: PostPage[] = await Promise.all(ids.map((id) => client.page(id)));
    expect(result.targets.map(({ provider, outcome, url }) => ({ provider, outcome, url }))).toEqual([
      { provider: 'bluesky', outcome: 'published', url: pages[0]?.releaseURL },
      { provider: 'mastodon', outcome: 'published', url: pages[1]?.releaseURL },
    ]);
    const words = (await historyOf(workflowId)).filter((e) => e.summary !== null).map((e) => e.summary);
    expect(words.toSorted()).toEqual(
      [summary, `publish to ${bluesky} (bluesky)`, `publish to ${mastodon} (mastodon)`].toSorted(),
    );
  });

  it('can be found in Temporal by how it ended', async () => {
    const ids = await client.create({
      channels: channelsOf('nostr', 'mastodon'),
      parts: [{ content: unique('To be found') }],
      date: inSeconds(3600),
    });
    const { workflowId } = await behind({ crier }, ids[0] ?? '');
    const found = async (query: string): Promise<boolean> => {
      for await (const run of temporal().workflow.list({ query })) {
        if (run.workflowId === workflowId) return true;
      }
      return false;
    };
    await eventually('the waiting run is found', () =>
      found(
        `OrganizationId = "${crier.organizationId}" AND ExecutionStatus = "Running" AND Provider = "nostr"`,
      ),
    );
    for (const id of ids) await crier.call('DELETE', `/posts/${id}`);
    await eventually('the cancelled run is found', () =>
      found('PostState = "cancelled" AND Provider IN ("nostr")'),
    );
    expect(await found('ExecutionStatus = "Running"')).toBe(false);
  });

  it('republishes a failed post at once, while another post of the request still waits', async () => {
    const text = unique('Once more');
    const [sandbox] = networks as [ReturnType<typeof openSandbox>];
    await sandbox.arm('rejected');
    const [failed = '', waiting = ''] = await client.create({
      channels: channelsOf('sandbox', 'mastodon'),
      parts: [{ content: text }],
      date: inSeconds(6),
    });
    await crier.call('PATCH', `/posts/${waiting}`, { body: { date: inSeconds(3600).toISOString() } });
    await client.reaches(failed, 'failed');
    expect(await crier.call('POST', `/posts/${failed}/retry`)).toMatchObject({ status: 201 });
    await client.reaches(failed, 'published');
    expect(await live(sandbox, text)).toHaveLength(1);
    expect(await client.page(waiting)).toMatchObject({ status: 'scheduled' });
  });

  it('publishes a post that is retried at the moment of its failure', async () => {
    const [sandbox] = networks as [ReturnType<typeof openSandbox>];
    for (let round = 0; round < 5; round++) {
      const text = unique('In a hurry');
      await sandbox.arm('rejected');
      const [id = ''] = await client.create({ channels: channelsOf('sandbox'), parts: [{ content: text }] });
      // The refusal is recorded before the run ends.
      while ((await crier.call('POST', `/posts/${id}/retry`)).status !== 201);
      await client.reaches(id, 'published');
      expect(await live(sandbox, text)).toHaveLength(1);
    }
  });
});
