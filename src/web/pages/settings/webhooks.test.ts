/** Webhooks in a real browser, with a worker that delivers to a real receiver. */
import { afterAll, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../../../test/factories.ts';
import { closeFirstRun, expectCleanPage, shownOnce } from '../../../test/page-checks.ts';
import { eventually, startInstance } from '../../../test/instance.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { webhooks as text } from '../../strings/webhooks.ts';

describeWith([chromium], 'the pages of webhooks', () => {
  let receiver: WebhookReceiver;
  const app = useWebApp({
    start: () => startInstance(),
    prepare: async (crier) => {
      await closeFirstRun(crier);
      receiver = await startReceiver();
      await crier.startWorker();
    },
  });
  afterAll(() => receiver?.stop());
  const { press, region, field } = app;

  it('make a webhook, whose secret is shown once', async () => {
    await app.page.goto('/settings/webhooks');
    await app.page.getByText(text.none).waitFor();
    await expectCleanPage(app.open, 'webhooks-empty');
    await field(text.url).fill('http://example.com/hook');
    await press(text.create);
    await region(text.create).getByText('https://', { exact: false }).first().waitFor();
    await field(text.url).fill(receiver.url);
    await press(text.create);
    receiver.secret = (await shownOnce(app.page))[0] ?? '';
    expect(receiver.secret).toMatch(/^whsec_/);
    await app.page.reload();
    await region(text.title).getByText(receiver.url).waitFor();
    expect(await app.page.content()).not.toContain(receiver.secret);
    await expectCleanPage(app.open, 'webhooks');
  });

  it('send a test event, and show what the receiver answered', async () => {
    await region(text.title).getByRole('link').first().click();
    receiver.answer = () => ({ status: 200, body: 'Thank you' });
    await press(text.test);
    await region(text.deliveries).getByText(text.states.delivered).waitFor();
    await region(text.deliveries).getByText(text.request, { exact: true }).click();
    await region(text.deliveries).getByText('Thank you').waitFor();
    await expectCleanPage(app.open, 'webhook');
    expect(receiver.received).toMatchObject([{ verified: true, body: { type: 'webhook.test' } }]);
  });

  it('show a delivery that failed, and send it again', async () => {
    receiver.answer = () => ({ status: 500, body: 'Out of order' });
    const [channel] = (await app.crier.call<{ id: string }[]>('GET', '/integrations')).body;
    await createOne(app.crier, buildPost(channel?.id ?? (await app.crier.connect('sandbox')).id));
    await app.page.reload();
    const row = region(text.deliveries).getByRole('listitem').filter({ hasText: 'post.scheduled' });
    await row.getByText('the receiver answered 500', { exact: false }).waitFor();
    await sql(app.crier, "update user_account set language = 'de'");
    await app.page.reload();
    await app.page.getByText('Der Empfänger hat mit 500 geantwortet').first().waitFor();
    await sql(app.crier, 'update user_account set language = null');
    await sql(
      app.crier,
      "update webhook_delivery set state = 'failed', settled_at = now() where state = 'pending'",
    );
    receiver.answer = () => ({ status: 204 });
    await app.page.reload();
    await row.getByRole('button', { name: text.resend }).click();
    await row.getByText(text.states.delivered).waitFor();
  });

  it('show what waits with its age, also when nothing fails', async () => {
    await sql(
      app.crier,
      "update webhook_delivery set state = 'pending', settled_at = null, next_at = now() + interval '1 day', created_at = now() - interval '3 hours'",
    );
    await app.page.reload();
    await app.page.getByText(`${text.pending(3)}, ${text.oldest}`, { exact: false }).waitFor();
    await sql(app.crier, 'update webhook set full_since = now()');
    await app.page.reload();
    await app.page.getByText(text.full).waitFor();
    await expectCleanPage(app.open, 'webhook-full');
    await sql(app.crier, 'update webhook set full_since = null');
    await sql(
      app.crier,
      "update webhook_delivery set state = 'delivered', settled_at = now(), next_at = null",
    );
  });

  it('replace its secret: both sign for a day', async () => {
    await app.page.reload();
    await press(text.rotate);
    await app.page.getByRole('dialog').getByRole('button', { name: text.rotate }).click();
    const old = receiver.secret;
    const [fresh = ''] = await shownOnce(app.page);
    expect([fresh === old, fresh.startsWith('whsec_')]).toEqual([false, true]);
    for (const secret of [old, fresh]) {
      receiver.secret = secret;
      receiver.received.length = 0;
      await press(text.test);
      await eventually('the test event arrives', () => Promise.resolve(receiver.received.length > 0));
      expect(receiver.received.map(({ verified }) => verified)).toEqual([true]);
    }
  });

  it('send again what failed, or all since a moment, and page through older deliveries', async () => {
    const [row] = await sql<{ id: string }>(app.crier, 'select id from webhook');
    await sql(
      app.crier,
      `insert into webhook_delivery (id, webhook_id, event_id, state, settled_at, created_at)
      select gen_random_uuid(), $1, (select id from webhook_event limit 1), 'delivered', now(), '2026-11-01T09:30:00Z'::timestamptz + n * interval '1 minute'
      from generate_series(1, 125) n`,
      [row?.id],
    );
    await app.page.reload();
    await region(text.deliveries).getByRole('button', { name: text.older }).waitFor();
    let pages = 1;
    const older = region(text.deliveries).getByRole('button', { name: text.older });
    for (; await older.isEnabled(); pages++) {
      const first = await region(text.deliveries).getByRole('listitem').first().textContent();
      await older.click();
      await eventually(
        'the next page is shown',
        async () =>
          (await region(text.deliveries).getByRole('listitem').count()) > 0 &&
          (await region(text.deliveries).getByRole('listitem').first().textContent()) !== first,
      );
    }
    expect(pages).toBeGreaterThan(6);
    await expectCleanPage(app.open, 'webhook-older');
    await app.page.getByLabel(text.since, { exact: false }).fill('2026-11-02T00:00');
    await press(text.resendSince);
    await app.page.getByText(text.resent(0)).waitFor();
    receiver.received.length = 0;
    await app.page.getByLabel(text.which, { exact: true }).first().click();
    await app.page.getByRole('option', { name: text.whiches.all }).click();
    await press(text.resendSince);
    await app.page.getByText(text.resent(5)).waitFor();
    await eventually('they arrive again', () => Promise.resolve(receiver.received.length >= 5));
  });

  it('change what a webhook is called and what it is for', async () => {
    await app.page.getByText(text.change, { exact: true }).first().click();
    const form = region(text.change);
    await form.getByLabel(text.name, { exact: false }).fill('Shop');
    await form.getByLabel(text.events, { exact: true }).first().click();
    await app.page.getByRole('option', { name: 'media.rejected' }).click();
    await app.page.keyboard.press('Escape');
    await expectCleanPage(app.open, 'webhook-change');
    await form.getByRole('button', { name: text.save }).click();
    await form.getByText(text.saved).waitFor();
    await app.page.reload();
    await app.page.getByRole('heading', { name: 'Shop' }).waitFor();
    const [webhook] = (await app.crier.call<{ events: string[]; url: string }[]>('GET', '/webhooks')).body;
    expect([webhook?.events, webhook?.url]).toEqual([['media.rejected'], receiver.url]);
  });

  it('switch a webhook off and on', async () => {
    await press(text.switchOff);
    await app.page.getByText(text.off, { exact: true }).waitFor();
    await press(text.switchOn);
    await app.page.getByText(text.on, { exact: true }).waitFor();
  });

  it('show that a receiver which answers 410 has switched its webhook off, and switch it on again', async () => {
    receiver.answer = () => ({ status: 410 });
    await press(text.test);
    await app.page.getByText(text.off, { exact: true }).waitFor();
    await app.page.getByText('the receiver answered 410 Gone').first().waitFor();
    await expectCleanPage(app.open, 'webhook-off');
    receiver.answer = () => ({ status: 204 });
    await press(text.switchOn);
    await press(text.test);
    await region(text.deliveries).getByText(text.states.delivered).first().waitFor();
    await app.page.getByText(text.on, { exact: true }).waitFor();
  });

  it('delete a webhook', async () => {
    await press(text.remove);
    await app.page.getByRole('dialog').getByRole('button', { name: text.remove }).click();
    await app.page.getByText(text.none).waitFor();
  });

  it('are for admins', async () => {
    const member = await addPerson(app.crier, { role: 'member' });
    expect((await member.call('GET', '/webhooks')).status).toBe(403);
  });
});
