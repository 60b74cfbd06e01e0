import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { checkWebhooks } from './check-webhooks.ts';

describe('doctor, about webhooks', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(() => sql(crier, 'delete from webhook'));
  afterAll(() => crier?.stop());

  const add = (name: string): Promise<unknown> =>
    crier.call('POST', '/webhooks', { body: { name, url: 'https://example.com/hook?token=hunter22' } });
  const found = async () => {
    const findings = await checkWebhooks(crier.context);
    expect(JSON.stringify(findings)).not.toContain('hunter22');
    return findings.map(({ status, detail }) => [status, detail]);
  };

  it('reports nothing where there are none, and how many deliveries wait where all is well', async () => {
    expect(await found()).toEqual([]);
    await add('Shop');
    await createOne(crier, buildPost(channel));
    expect(await found()).toEqual([['ok', '1 on, 1 event to be sent']]);
  });

  it('names what should have been sent long ago, and to whom', async () => {
    await add('Shop');
    await createOne(crier, buildPost(channel));
    await createOne(crier, buildPost(channel));
    await sql(crier, "update webhook_delivery set created_at = now() - interval '6 minutes'");
    expect(await found()).toEqual([
      ['fail', '2 events should have been sent more than 5 minutes ago: "Shop" of Ada & Co (2 to be sent)'],
    ]);
    await sql(crier, "update webhook_delivery set next_at = now() + interval '1 hour'");
    expect((await found()).map(([status]) => status)).toEqual(['ok']);
  });

  it('names receivers that take nothing, and webhooks that ended by themselves', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Gone', 'Off']) await add(name);
    await sql(
      crier,
      `update webhook set failing_since = '2031-05-04T09:30:00Z' where name <> 'Gone' and name <> 'Off'`,
    );
    await sql(
      crier,
      `update webhook set disabled_at = now(), disabled_reason = 'the receiver answered 410 Gone' where name = 'Gone'`,
    );
    const [off] = await sql<{ id: string }>(crier, "select id from webhook where name = 'Off'");
    await crier.call('PATCH', `/webhooks/${off?.id}`, { body: { disabled: true } });
    expect(await found()).toEqual([
      [
        'warn',
        expect.stringMatching(
          /^4 receivers without success: "One" of Ada & Co \(since 2031-05-04 09:30.*, 1 more$/,
        ),
      ],
      ['warn', '1 webhook switched off by Crier: "Gone" of Ada & Co (the receiver answered 410 Gone)'],
    ]);
  });
});
