/** The strips above every page about what keeps posts from being published. */
import { expect, it } from '@jest/globals';
import { sql } from '../../test/factories.ts';
import { expectCleanPage } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { useWebApp } from '../../test/web-app.ts';
import { strings } from '../strings/index.ts';

const text = strings.status;
const FREEZE = `insert into instance_state (key, value) values ('frozen', '{"at": "2026-11-01T09:30:00Z", "reason": "Moving house"}')`;

describeWith([chromium], 'above every page', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const worker = (age: string): Promise<unknown> =>
    sql(
      app.crier,
      `insert into instance_state (key, value, updated_at) values ('worker:test', 'true', now() - interval '${age}')
        on conflict (key) do update set updated_at = excluded.updated_at`,
    );
  const strip = (label: string, page = app.page) => page.getByRole('region', { name: label, exact: true });
  const heading = () => app.page.getByRole('heading', { level: 1 });

  it('shows nothing while posts are published', async () => {
    await worker('1 second');
    await app.page.goto('/settings');
    await heading().waitFor();
    await app.page.waitForLoadState('networkidle');
    for (const label of [text.frozen, text.worker, text.disconnected]) {
      expect(await strip(label).count()).toBe(0);
    }
  });

  it('a freeze is named with its reason, and the operator is led to where it ends', async () => {
    await sql(app.crier, FREEZE);
    await app.page.goto('/');
    await strip(text.frozen).getByText('Moving house').waitFor();
    expect(await strip(text.frozen).innerText()).toContain('frozen since Sun');
    expect(await strip(text.frozen).getByRole('link').count()).toBe(0);
    await expectCleanPage(app.open, 'status-frozen');
    const operator = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { operator: true }),
    });
    await operator.page.goto('/settings');
    const resume = strip(text.frozen, operator.page).getByRole('link', { name: text.resume });
    expect(await resume.getAttribute('href')).toBe('/instance');
    await operator.page.context().close();
    await sql(app.crier, "delete from instance_state where key = 'frozen'");
    // Without being loaded again.
    await strip(text.frozen).waitFor({ state: 'detached' });
  });

  it('a frozen organisation is named to its own people alone', async () => {
    await sql(
      app.crier,
      "update organization set frozen_at = now(), frozen_reason = 'Unpaid' where id = $1",
      [app.crier.organizationId],
    );
    const other = await app.crier.anotherOrganization();
    const elsewhere = await addPerson(app.crier, { organizationId: other.id });
    const status = async (person: typeof elsewhere) =>
      (await person.call<{ frozen: { scope: string } | null }>('GET', '/status')).body.frozen;
    expect(await status(await addPerson(app.crier, { role: 'member' }))).toMatchObject({
      scope: 'organization',
      reason: 'Unpaid',
    });
    expect(await status(elsewhere)).toBeNull();
    await sql(app.crier, 'update organization set frozen_at = null, frozen_reason = null');
  });

  it('a worker that has fallen silent is missed', async () => {
    await worker('5 minutes');
    await app.page.goto('/');
    await strip(text.worker).getByText(text.noWorker).waitFor();
    await worker('1 second');
    await app.page.reload();
    await heading().waitFor();
    await strip(text.worker).waitFor({ state: 'detached' });
  });

  it('a disconnected channel is named, with the way to reconnect it', async () => {
    await sql(app.crier, 'update integration set refresh_needed = true where id = $1', [channel]);
    await app.page.goto('/');
    await strip(text.disconnected).getByText('Cafe Nord').waitFor();
    await expectCleanPage(app.open, 'status-disconnected');
    const link = strip(text.disconnected).getByRole('link', { name: text.reconnect });
    expect(await link.getAttribute('href')).toBe('/channels');
    await app.crier.connect('sandbox', { name: 'Bar Süd' });
    await sql(app.crier, 'update integration set refresh_needed = true');
    await app.page.reload();
    await strip(text.disconnected).getByText(text.manyDisconnected(2)).waitFor();
    expect(app.open.complaints).toEqual([]);
  });
});
