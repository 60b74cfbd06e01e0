import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, buildTarget, countRows, png, sql, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson } from '../test/person.ts';
import { assertStorageQuota } from '../platform/media/storage-quota.ts';

const limits = { channels: null, postsPerMonth: null, members: null, webhooks: null };
const PLANS = JSON.stringify({
  small: { label: 'Small', ...limits, storageMb: 1 },
  old: { label: 'Old', ...limits },
});
interface QuotaBody extends ErrorBody {
  readonly id: string;
  readonly quota?: unknown;
}

describe('an organisation whose plan limits its files', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { CRIER_PLANS: PLANS } });
  });
  beforeEach(() => sql(crier, 'update organization set plan = null'));
  afterAll(() => crier?.stop());

  const add = () => upload<QuotaBody>(crier, png(30, 30));
  /** As if it were larger than it is. */
  const grow = (id: string, size: number) =>
    sql(crier, 'update media set size = $2 where id = $1', [id, size]);

  it('stores files until they are as large together; the next is refused with the numbers, and deleted ones make room', async () => {
    const first = await add();
    expect(first.status).toBe(201);
    await grow(first.body.id, 999_990);
    const before = await countRows(crier, 'media');
    const over = await add();
    expect([over.status, over.body.code]).toEqual([402, 'quota_exceeded']);
    expect(over.body).toMatchObject({
      message: 'The plan Small allows 1 MB of files: 1 is used',
      quota: { quota: 'storageMb', limit: 1, used: 1, plan: 'small' },
    });
    expect(await countRows(crier, 'media')).toBe(before);
    const url = `data:image/png;base64,${Buffer.from(png(30, 30)).toString('base64')}`;
    const channel = (await crier.connect('sandbox')).id;
    const value = [{ content: 'x', image: [{ path: url }] }];
    const post = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost([], { posts: [buildTarget(channel, { value })] }),
    });
    expect([post.status, post.body.code]).toEqual([402, 'quota_exceeded']);
    await sql(crier, 'update media set deleted_at = now() where id = $1', [first.body.id]);
    expect((await add()).status).toBe(201);
  });

  it('never has more of them together, when two are stored at one moment', async () => {
    await sql(crier, 'delete from media');
    const { database, config, publicUrl } = crier.context;
    const { organizationId } = crier;
    const store = (): Promise<void> =>
      database.fork().transactional(async (tx) => {
        await assertStorageQuota({ config, publicUrl }, tx, { organizationId, size: 600_000 });
        // The other one asks before this one is there.
        await tx.execute('select pg_sleep(0.3)');
        await tx.execute(
          `insert into media (id, organization_id, path, name, mime, size, created_at)
            values (gen_random_uuid(), ?, gen_random_uuid()::text, 'x', 'image/png', 600000, now())`,
          [organizationId],
        );
      });
    const outcomes = (await Promise.allSettled([store(), store()])).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is limited by no plan that does not mention files, and sees what it uses', async () => {
    await sql(crier, "update organization set plan = 'old'");
    await sql(crier, 'delete from media');
    const { body: file } = await add();
    await grow(file.id, 1_200_000);
    const ada = await addPerson(crier);
    const { body } = await ada.call<{ limits: object; used: object }>('GET', '/billing');
    expect(body).toMatchObject({ limits: { storageMb: null }, used: { storageMb: 2 } });
  });
});
