/** The two seams by their rows alone: old ids, and "published elsewhere". */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { assertPublishedHere } from '../platform/assert-published-here.ts';
import { buildPost, createOne, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';

const OLD_POST = 'cm0a1b2c3d4e5f6g7h8i9j0k1';
const OLD_CHANNEL = 'cm1k0j9i8h7g6f5e4d3c2b1a0';

describe('An organisation that came over from another system', () => {
  let crier: TestInstance;
  let post: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const channel = (await crier.connect('sandbox')).id;
    post = await createOne(crier, buildPost(channel));
    const source = randomUUID();
    await sql(crier, "insert into v1_source (id, fingerprint, version) values ($1, 'test', '1')", [source]);
    await sql(
      crier,
      "insert into v1_organization (organization_id, source_id, legacy_id) values ($1, $2, 'old')",
      [crier.organizationId, source],
    );
    for (const [kind, old, id] of [
      ['post', OLD_POST, post],
      ['integration', OLD_CHANNEL, channel],
    ]) {
      await sql(
        crier,
        `insert into legacy_id (source_id, kind, legacy_id, id, organization_id, digest)
          values ($1, $2, $3, $4, $5, '')`,
        [source, kind, old, id, crier.organizationId],
      );
    }
  });
  afterAll(() => crier?.stop());
  beforeEach(() => publishes('v1'));

  const publishes = (who: 'v1' | 'crier', detail: object = {}): Promise<unknown> =>
    sql(
      crier,
      `update v1_organization set publishes = $1, detail = $2::jsonb,
        phase = case when $1 = 'crier' then 'cut_over' else 'copying' end,
        cut_over_at = case when $1 = 'crier' then now() end`,
      [who, JSON.stringify(detail)],
    );
  const inDoubt = (): Promise<unknown> => publishes('v1', { restoredAt: '2026-11-24T00:00:00Z' });
  const setSettings = (id: string): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('PUT', `/posts/${id}/settings`, { body: { settings: {} } });
  const onCommandLine = (): Promise<void> =>
    assertPublishedHere(crier.context.database, crier.organizationId);

  it('is read under old ids, and shown with them', async () => {
    const found = await crier.call('GET', `/posts/${OLD_POST}`);
    expect(found).toMatchObject({ status: 200, body: { id: OLD_POST, integration: { id: OLD_CHANNEL } } });
  });

  it('is not changed here while that publishes for it', async () => {
    expect(await setSettings(OLD_POST)).toMatchObject({ status: 409, body: { code: 'cutover_pending' } });
    await expect(onCommandLine()).rejects.toMatchObject({ code: 'cutover_pending' });
  });

  it('is not changed here while nobody knows who publishes for it', async () => {
    await inDoubt();
    expect(await setSettings(OLD_POST)).toMatchObject({ status: 409, body: { code: 'publisher_in_doubt' } });
    await expect(onCommandLine()).rejects.toMatchObject({ code: 'publisher_in_doubt' });
  });

  it('is changed here once Crier publishes for it, under either id', async () => {
    await publishes('crier');
    await expect(onCommandLine()).resolves.toBeUndefined();
    expect((await setSettings(OLD_POST)).status).toBe(200);
    expect((await setSettings(post)).status).toBe(200);
  });
});
