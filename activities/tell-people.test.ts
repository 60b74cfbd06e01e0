import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMailer, mailerOf } from '../src/mail/create-mailer.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import type { Mailer } from '../src/platform/mailer.ts';
import { sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { addPerson, type TestPerson } from '../src/test/person.ts';
import { startSmtp, type SmtpSink, type TakenMail } from '../src/test/servers/smtp.ts';
import { tellPeople } from './tell-people.ts';

let crier: TestInstance;
let smtp: SmtpSink;
let mail: Mailer;
let channel: string;
let ada: TestPerson;
const refusals: string[] = [];
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  smtp = await startSmtp({ refusals });
  const { egress, log } = crier.context;
  const config = loadConfig({
    EMAIL_FROM_ADDRESS: 'post@crier.example',
    EMAIL_PROVIDER: 'nodemailer',
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String(smtp.port),
  });
  mail = createMailer(config, { egress, log, pausesMs: [] });
  channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
});
afterAll(async () => {
  await mail?.close();
  await smtp?.stop();
  await crier?.stop();
});
beforeEach(async () => {
  for (const table of ['notification', 'notification_choice', 'notification_digest']) {
    await sql(crier, `delete from ${table}`);
  }
  ada = await addPerson(crier);
});

const choose = async (choice: string, { person = ada, topic = 'posts', app = true } = {}): Promise<void> => {
  await person.call('PUT', '/notifications/choices', { body: { topics: [{ topic, app, mail: choice }] } });
  // Long ago, as all that happens here did.
  await sql(crier, "update notification_choice set changed_at = now() - interval '3 days'");
  await sql(crier, "update membership set created_at = now() - interval '3 days'");
};
const happened = async (kind: string, ago = '2 minutes', onChannel = true): Promise<void> => {
  await sql(
    crier,
    `insert into notification (organization_id, kind, integration_id, content, created_at)
      values ($1, $2, $3, 'The text of the network', now() - $4::interval)`,
    [crier.organizationId, kind, onChannel ? channel : null, ago],
  );
};
/** The mails of one pass. */
async function pass(): Promise<TakenMail[]> {
  const before = smtp.mails.length;
  await tellPeople({ ...crier.context, mail });
  return smtp.mails.slice(before);
}

describe('A mail at once', () => {
  it('mails what was not read within a minute, once, with a link that ends it (RFC 8058)', async () => {
    await choose('at_once');
    await happened('failed', '10 seconds');
    expect(await pass()).toEqual([]);
    await sql(crier, "update notification set created_at = now() - interval '61 seconds'");
    const [sent] = await pass();
    expect(sent?.to).toEqual([ada.email]);
    expect(sent?.parsed.subject).toMatch(/^A post could not be published: Cafe Nord – /);
    expect(sent?.raw).not.toContain('The text of the network');
    const headers = new Map(sent?.parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.*)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(await pass()).toEqual([]);
    const { pathname, search } = new URL(url);
    expect((await fetch(crier.url + pathname + search, { method: 'POST' })).status).toBe(201);
    await happened('missed');
    expect(await pass()).toEqual([]);
  });

  it('is not sent about what was read in the app meanwhile', async () => {
    await choose('at_once');
    await happened('failed', '10 seconds');
    await ada.call('POST', '/notifications/mine/read', { body: {} });
    await sql(crier, "update notification set created_at = now() - interval '2 minutes'");
    expect(await pass()).toEqual([]);
  });

  it('mails the same failure of one channel with a count, and the rest an hour later', async () => {
    await choose('at_once');
    for (let n = 0; n < 3; n++) await happened('failed');
    await happened('missed');
    const [sent, ...more] = await pass();
    expect(more).toEqual([]);
    expect(sent?.parsed.subject).toMatch(/^2 notifications – /);
    expect(sent?.parsed.text).toContain('A post could not be published: Cafe Nord (3 times)');
    await happened('failed');
    await happened('failed');
    expect(await pass()).toEqual([]);
    await sql(crier, "update notification_receipt set notified_at = now() - interval '61 minutes'");
    expect((await pass()).map(({ parsed }) => parsed.subject)).toEqual([
      expect.stringMatching(/^A post could not be published: Cafe Nord \(twice\) – /),
    ]);
  });

  it.each([
    ['before it was chosen', 'update notification_choice set changed_at = now()'],
    ['before the person joined', 'update membership set created_at = now()'],
    ['more than a day ago', "update notification set created_at = now() - interval '25 hours'"],
    ['to somebody whose account is disabled', 'update user_account set disabled_at = now()'],
  ])('mails nothing of what happened %s', async (_, statement) => {
    await choose('at_once');
    await happened('failed');
    await sql(crier, statement);
    expect(await pass()).toEqual([]);
    await sql(crier, 'update user_account set disabled_at = null');
  });

  it('goes to those who chose the topic, in their language', async () => {
    const mia = await addPerson(crier);
    await mia.call('PATCH', '/user/self', { body: { language: 'de' } });
    await choose('at_once', { person: mia, topic: 'publishing' });
    await choose('at_once');
    await happened('frozen', '2 minutes', false);
    const sent = await pass();
    expect(sent.map(({ to }) => to)).toEqual([[mia.email]]);
    expect(sent[0]?.parsed.subject).toMatch(/^Das Veröffentlichen wurde eingefroren – /);
  });

  it('that the mail server takes later is sent later; one that it never takes is not tried again', async () => {
    await choose('at_once');
    await happened('failed');
    refusals.push('450 4.2.0 greylisted');
    expect(await pass()).toEqual([]);
    expect(await pass()).toHaveLength(1);
    await happened('missed');
    refusals.push('550 5.1.1 no such user');
    expect(await pass()).toEqual([]);
    expect(await pass()).toEqual([]);
  });
});

describe('A mail server that says nothing', () => {
  it('ends no pass: what was not begun in time is sent by the next, what it may have taken is not', async () => {
    await choose('at_once');
    await choose('at_once', { person: await addPerson(crier) });
    await happened('failed');
    let calls = 0;
    const silent = {
      deliver: () => (calls++, new Promise<never>(() => {})),
      check: () => Promise.resolve({ detail: '' }),
      close: () => Promise.resolve(),
    };
    const deps = { ...crier.context, mail: mailerOf(silent, { log: crier.context.log }) };
    await tellPeople(deps, { pushMs: 0, pushers: 1, mailsMs: -1, mailMs: 20 });
    expect(calls).toBe(0);
    await tellPeople(deps, { pushMs: 0, pushers: 1, mailsMs: 60_000, mailMs: 20 });
    expect(calls).toBe(2);
    expect(await pass()).toEqual([]);
  });
});

describe('The daily mail', () => {
  /** The zone in which it is this hour now. */
  const zoneAt = (hour: number): string => {
    const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
    return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  };
  const setZone = (hour: number): Promise<unknown> =>
    sql(crier, 'update organization set time_zone = $2 where id = $1', [crier.organizationId, zoneAt(hour)]);
  const daysAgo = (days: number): Promise<unknown> =>
    sql(
      crier,
      `update notification_digest set day = (now() at time zone o.time_zone - interval '8 hours')::date - $1::int
        from organization o where o.id = organization_id`,
      [days],
    );

  it('comes once a day, from 8:00 of the organisation on, with what was neither read nor sent before', async () => {
    await choose('daily');
    await setZone(8);
    await happened('failed', '3 hours');
    await happened('failed', '2 hours');
    await happened('missed', '1 hour');
    // Chosen after 8:00: the first one comes the next morning.
    expect(await pass()).toEqual([]);
    await setZone(7);
    await sql(crier, 'update notification_digest set day = day - 1');
    expect(await pass()).toEqual([]);
    await setZone(8);
    const [sent, ...more] = await pass();
    expect(more).toEqual([]);
    expect(sent?.parsed.text).toContain('A post could not be published: Cafe Nord (twice)');
    await daysAgo(1);
    expect(await pass()).toEqual([]);
  });

  it('is not sent on a day without anything', async () => {
    await choose('daily');
    await setZone(12);
    await pass();
    await daysAgo(1);
    expect(await pass()).toEqual([]);
    expect(await sql(crier, 'select 1 from notification_digest where day >= now()::date - 1')).toHaveLength(
      1,
    );
  });

  it('does not repeat what was sent at once', async () => {
    await choose('at_once');
    await choose('daily', { topic: 'channels' });
    await setZone(12);
    await happened('failed');
    expect(await pass()).toHaveLength(1);
    await choose('daily');
    await daysAgo(1);
    expect(await pass()).toEqual([]);
  });
});
