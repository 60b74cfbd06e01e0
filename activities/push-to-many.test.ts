/** Push messages to many people in one pass: who comes first, and what one browser does to the others. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noMailer } from '../src/mail/mailer.ts';
import { Unsent } from '../providers/_kit/errors.ts';
import type { Logger } from '../src/platform/logger.ts';
import { sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { addPerson } from '../src/test/person.ts';
import { startPushService, type PushService } from '../src/test/servers/push-service.ts';
import { tellPeople, type TellDeps } from './tell-people.ts';

const LIMITS = { pushMs: 60_000, pushers: 20, mailsMs: 60_000, mailMs: 1000 };

let crier: TestInstance;
let service: PushService;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  service = await startPushService();
});
afterAll(async () => {
  await service?.stop();
  await crier?.stop();
});
beforeEach(async () => {
  for (const table of ['notification', 'push_subscription', 'membership']) {
    await sql(crier, `delete from ${table}`);
  }
});

/** A person with a browser, whose URL is returned. */
async function withBrowser(query = ''): Promise<string> {
  const person = await addPerson(crier);
  const { body } = await person.call<{ push: { publicKey: string } }>('GET', '/notifications/choices');
  const subscription = service.subscribe(body.push.publicKey);
  const endpoint = subscription.endpoint + query;
  await person.call('POST', '/notifications/browsers', { body: { ...subscription, endpoint } });
  await sql(crier, "update notification_choice set push_changed_at = now() - interval '3 days'");
  await sql(crier, "update membership set created_at = now() - interval '3 days'");
  return endpoint;
}
const happened = (kind: string, ago = '2 minutes'): Promise<unknown> =>
  sql(
    crier,
    `insert into notification (organization_id, kind, content, created_at)
      values ($1, $2, 'It happened', now() - $3::interval)`,
    [crier.organizationId, kind, ago],
  );
type Fetch = TellDeps['egress']['fetch'];
/** One pass, whose calls go through `fetch`; returns the URLs that were called, in their order. */
async function pass(fetch: Fetch, { pushers = 20, ...deps }: Partial<TellDeps> & { pushers?: number } = {}) {
  const called: string[] = [];
  const { egress } = crier.context;
  const watched: Fetch = (url, options) => (called.push(String(url)), fetch(url, options));
  const all = { ...crier.context, mail: noMailer, egress: { ...egress, fetch: watched }, ...deps };
  await tellPeople(all, { ...LIMITS, pushers });
  return called;
}
const real: Fetch = (url, options) => crier.context.egress.fetch(url, options);

describe('A browser that does not answer', () => {
  it('keeps no other person from their messages, however many there are', async () => {
    const silent = await withBrowser();
    for (let n = 0; n < 24; n++) await withBrowser();
    await happened('frozen');
    const before = service.taken.length;
    let others = 0;
    const { promise: othersHaveTheirs, resolve } = Promise.withResolvers<void>();
    const called = await pass(async (url, options) => {
      if (url === silent) {
        await othersHaveTheirs;
        throw new Unsent('no connection');
      }
      const answer = await real(url, options);
      if (++others === 24) resolve();
      return answer;
    });
    expect(called).toHaveLength(25);
    expect(service.taken).toHaveLength(before + 24);
  });

  it('comes last in the next pass', async () => {
    const silent = await withBrowser();
    await happened('frozen', '3 minutes');
    const fetch: Fetch = (url, options) =>
      url === silent ? Promise.reject(new Unsent('no connection')) : real(url, options);
    expect(await pass(fetch)).toEqual([silent]);
    const others = [await withBrowser(), await withBrowser()];
    const called = await pass(fetch, { pushers: 1 });
    expect(called.at(-1)).toBe(silent);
    expect(new Set(called)).toEqual(new Set([silent, ...others]));
  });

  it('is sent one message in a pass, not all that wait for it', async () => {
    const silent = await withBrowser();
    await happened('frozen');
    await happened('billing');
    expect(await pass(() => Promise.reject(new Unsent('no connection')))).toEqual([silent]);
    expect(await pass(real)).toEqual([silent, silent]);
  });
});

describe('A message', () => {
  it('is claimed when it is sent: a worker that ends leaves the others to the next pass', async () => {
    for (let n = 0; n < 3; n++) await withBrowser();
    await happened('frozen');
    const claimed: number[] = [];
    await pass(
      async (url, options) => {
        const rows = await sql(crier, "select 1 from notification_receipt where notified_by = 'push'");
        claimed.push(rows.length);
        return real(url, options);
      },
      { pushers: 1 },
    );
    expect(claimed).toEqual([1, 2, 3]);
  });

  it('that is refused is in the log without the secret of the URL, be it in the query', async () => {
    const endpoint = await withBrowser('?token=c2VjcmV0%2Bb3I%3D');
    await happened('frozen');
    const logged: unknown[] = [];
    const log = { ...crier.context.log, warn: (...about: unknown[]) => void logged.push(about) } as Logger;
    const answer = `${endpoint} has no c2VjcmV0+b3I= or c2VjcmV0%2Bb3I%3D`;
    await pass(() => Promise.resolve(new Response(answer, { status: 400 })) as never, { log });
    expect(logged).toMatchObject([[{ status: 400 }, 'a browser was not notified']]);
    expect(JSON.stringify(logged)).not.toMatch(/c2VjcmV0/);
  });
});
