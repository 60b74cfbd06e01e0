/**
 * After a restore nobody knows who publishes for an organisation from v1: where a person reads that, and
 * goes.
 */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { noteRestored } from '../../platform/restored.ts';
import { sql } from '../../test/factories.ts';
import { closeFirstRun, expectCleanPage } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { useWebApp } from '../../test/web-app.ts';
import { german } from '../../web/strings/de/index.ts';
import { migration as germanMigration } from './strings/de.ts';
import { strings } from '../../web/strings/index.ts';
import { migration as text } from './strings/index.ts';
import { look } from './strings/link.ts';

const PAGE = '/instance/migration';

describeWith([chromium], 'an organisation of which nobody knows who publishes', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      const source = randomUUID();
      await sql(crier, `insert into v1_source (id, fingerprint, version) values ($1, 'one', 'v2.11.3')`, [
        source,
      ]);
      await sql(
        crier,
        `insert into v1_organization (organization_id, source_id, legacy_id, publishes, phase, cut_over_at)
          values ($1, $2, 'old', 'crier', 'cut_over', now())`,
        [crier.organizationId, source],
      );
      await noteRestored(crier.context.database, new Date('2026-11-20T09:30:00Z'));
    },
    person: (crier) => addPerson(crier, { operator: true, role: 'owner' }),
  });
  const link = (name: string, within = app.page.getByRole('main')) => within.getByRole('link', { name });
  const act = async (text: string): Promise<void> => {
    await app.press(text);
    await app.page.getByRole('dialog').getByRole('button', { name: text, exact: true }).click();
  };

  it('is named above every page, and the operator is led to where v1 is looked at', async () => {
    await app.page.goto('/settings');
    const banner = app.region(strings.status.frozen);
    await banner.getByText(strings.status.inDoubt).waitFor();
    expect(await link(look, banner).getAttribute('href')).toBe(PAGE);
    const member = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { role: 'member' }),
    });
    await member.page.goto('/settings');
    await member.page.getByText(strings.status.inDoubt).waitFor();
    expect(await member.page.getByRole('link', { name: look }).count()).toBe(0);
    await member.page.context().close();
  });

  it('takes no new post, and the refusal leads there', async () => {
    const words = strings.composer.part.label;
    await app.page.goto(`/compose?channel=${channel}`);
    await app.page.getByRole('textbox', { name: words, exact: true }).fill('Spring menu');
    await app.page.getByRole('button', { name: /^Schedule/ }).click();
    const alert = app.page.getByRole('main').getByRole('alert');
    expect(await link(strings.common.forOperator(look), alert).getAttribute('href')).toBe(PAGE);
    expect(await sql(app.crier, 'select id from post')).toEqual([]);
  });

  it('is not offered to be resumed with the others', async () => {
    await app.page.goto('/instance');
    const frozen = app.region(strings.instance.freeze.title);
    await frozen.getByText(strings.instance.freeze.inDoubt(1)).waitFor();
    expect(await frozen.getByRole('button', { name: strings.instance.freeze.resume }).count()).toBe(0);
    await expectCleanPage(app.open, 'instance-in-doubt');
    await link(look, frozen).click();
    await app.page.waitForURL(`**${PAGE}`);
  });

  it('shows why nothing is published, and that v1 cannot be asked', async () => {
    await app.page.getByText(text.afterRestore.doubt(1)).waitFor();
    expect(await app.page.getByRole('button', { name: text.rollback.one }).count()).toBe(0);
    await app.press(text.afterRestore.look);
    const said = app.region(text.afterRestore.title).getByRole('status');
    await said.getByText('Nothing says where v1 is').waitFor();
    expect(await said.getByRole('button').count()).toBe(0);
    await expectCleanPage(app.open, 'migration-in-doubt');
  });

  it('is shown in German as well', async () => {
    const reader = await addPerson(app.crier, { operator: true, role: 'owner' });
    await sql(app.crier, "update user_account set language = 'de' where id = $1", [reader.id]);
    const open = await app.browser.pageOf(app.crier, { person: reader });
    const { afterRestore } = germanMigration;
    await open.page.goto(PAGE);
    await open.page.getByText(afterRestore.doubt(1)).waitFor();
    await open.page.getByText(german.status.inDoubt).waitFor();
    await open.page.getByRole('button', { name: afterRestore.look }).click();
    await open.page.getByText(afterRestore.outcomes.refused).waitFor();
    await expectCleanPage(open, 'migration-in-doubt-german');
    await open.page.context().close();
  });

  it('publishes again once v1 is confirmed to be stopped permanently, and that was acted on', async () => {
    await app.page.getByLabel(text.afterRestore.frozen).check();
    await app.press(text.afterRestore.look);
    await app.page.getByText(text.afterRestore.outcomes.crier).waitFor();
    await app.page.getByText(text.afterRestore.doubt(1)).waitFor();
    await act(text.afterRestore.act);
    await app.page.getByText(text.afterRestore.done, { exact: true }).waitFor();
    await app.page.getByText(text.afterRestore.doubt(1)).waitFor({ state: 'detached' });
    await expectCleanPage(app.open, 'migration-settled');
    expect(await sql(app.crier, 'select frozen_at from organization where frozen_at is not null')).toEqual(
      [],
    );
  });
});
