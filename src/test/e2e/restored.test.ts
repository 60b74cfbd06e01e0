/**
 * An instance is lost, and goes on from a backup: what was published since then is not published again, on a
 * network of any kind.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crierJson } from '../../run/cli/fixtures/run-cli.ts';
import { buildPost, buildTarget, createOne, sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { movePast, startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly url: string | null;
  readonly error: string | null;
  readonly lateness: number | null;
}

describe('an instance that is restored from a backup', () => {
  let world: SandboxWorld;
  let original: TestInstance;
  let restored: TestInstance;
  /** Posts by the beginning of their text. */
  const ids = new Map<string, string>();
  const id = (text: string): string => ids.get(text) ?? '';

  const make = async (channel: SandboxChannel, ...parts: string[]): Promise<void> => {
    const value = parts.map((content, n) => ({ content, image: [], ...(n ? { delay: 0 } : {}) }));
    const body = buildPost([], { posts: [buildTarget(channel.id, { value })] });
    ids.set(parts[0] ?? '', await createOne(original, body));
  };
  const rows = async (instance: TestInstance): Promise<Map<string, Row>> =>
    new Map(
      (
        await sql<Row>(
          instance,
          `select p.id, i.content as text, p.state, p.release_url as url, p.error, p.lateness_ms as lateness
          from post p join post_item i on i.post_id = p.id and i.position = 0`,
        )
      ).map((row) => [row.text, row]),
    );
  const published = async (instance: TestInstance, texts: readonly string[]): Promise<unknown> =>
    eventually(
      `${texts.join(', ')} are published`,
      async () => {
        const found = await rows(instance);
        return texts.every((text) => found.get(text)?.state === 'published');
      },
      60_000,
    );
  const settled = (): Promise<unknown> =>
    eventually(
      'nothing is under way',
      async () =>
        (
          await sql(
            restored,
            "select 1 from post where state in ('scheduled', 'publishing') and publish_at < now()",
          )
        ).length === 0,
      90_000,
    );

  const SINCE = ['Key out', 'Lookup out', 'None out', 'Lookup thread', 'Lookup soup of the day is leek'];

  beforeAll(async () => {
    world = await startSandboxWorld();
    original = world.crier;
    const [key, lookup, none] = [
      await world.connect('Restored #native_key'),
      await world.connect('Restored #lookup'),
      await world.connect('Restored #none'),
    ];
    for (const [name, channel] of [
      ['Key', key],
      ['Lookup', lookup],
      ['None', none],
    ] as const) {
      await make(channel, `${name} out`);
      await make(channel, `${name} left`);
      await make(channel, `${name} later`);
    }
    await make(lookup, 'Lookup thread', 'and its end');
    await make(lookup, 'Whole chapter stayed behind', 'with its last page');
    await make(lookup, 'Lookup soup of the day is leek');
    await crierJson(original.env, 'backup', join(original.dataDir, 'yesterday.tar'));

    // After the backup: dates come, one of them after an edit, and everything is published.
    const worker = await original.startWorker();
    await sql(
      original,
      "update post_item set content = 'Lookup soup of the day is onion' where post_id = $1",
      [id('Lookup soup of the day is leek')],
    );
    await movePast(original, SINCE.map(id), 1);
    await published(original, [...SINCE.slice(0, 4), 'Lookup soup of the day is onion']);
    await worker.stop();

    restored = await startInstance({
      api: false,
      env: { ENCRYPTION_KEY: original.env.ENCRYPTION_KEY ?? '', CRIER_SANDBOX_URL: original.url },
    });
    await sql(restored, 'drop schema public cascade');
    await sql(restored, 'create schema public');
    await crierJson(restored.env, 'restore', join(original.dataDir, 'yesterday.tar'));
    const due = [...ids].filter(([text]) => !text.endsWith('later')).map(([, postId]) => postId);
    await sql(restored, "update post set publish_at = now() - interval '1 minute' where id = any($1)", [due]);
  }, 180_000);
  afterAll(async () => {
    await restored?.stop();
    await original?.stop();
  });

  it('shows before it is resumed how many posts may have been published since the backup', async () => {
    const { plan } = await crierJson<{ plan: Record<string, unknown> }>(restored.env, 'resume', '--all');
    expect(plan).toMatchObject({ overdue: 9, doubtful: 9, backupAt: expect.any(String) });
  });

  it('publishes nothing a second time, on any network', async () => {
    const before = (await world.texts()).toSorted();
    await restored.startWorker();
    await crierJson(restored.env, 'resume', '--all', '--plan', 'now', '--yes');
    await settled();
    const sent = ['Key left', 'Lookup left', 'Whole chapter stayed behind', 'with its last page'];
    expect((await world.texts()).toSorted()).toEqual([...before, ...sent].toSorted());
  }, 120_000);

  it('takes what was published since as published, with its URL, and no lateness', async () => {
    const there = await rows(original);
    const here = await rows(restored);
    for (const text of ['Key out', 'Lookup out']) {
      const at = (row: Row | undefined): unknown => [row?.state, row?.url?.split('#')[1], row?.error];
      expect(at(here.get(text))).toEqual(at(there.get(text)));
      expect(here.get(text)?.lateness).toBeNull();
    }
  });

  it('asks a person about what cannot be found out, with what it saw', async () => {
    const here = await rows(restored);
    const asked = (text: string): unknown => [here.get(text)?.state, here.get(text)?.error];
    expect(asked('None out')).toEqual(['unconfirmed', expect.stringMatching(/no way to look the post up/)]);
    expect(asked('None left')).toEqual(asked('None out'));
    expect(asked('Lookup thread')).toEqual(['unconfirmed', expect.stringMatching(/parts of a thread/)]);
    expect(asked('Lookup soup of the day is leek')).toEqual([
      'unconfirmed',
      expect.stringMatching(/resembles this one/),
    ]);
  });

  it('leaves what is due later alone, and is an ordinary instance from then on', async () => {
    const here = await rows(restored);
    expect(['Key later', 'Lookup later', 'None later'].map((text) => here.get(text)?.state)).toEqual([
      'scheduled',
      'scheduled',
      'scheduled',
    ]);
    await movePast(restored, [id('None later')], 0);
    await published(restored, ['None later']);
    expect((await world.texts()).filter((text) => text === 'None later')).toHaveLength(1);
  }, 60_000);
});
