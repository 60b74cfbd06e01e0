/** Members and rights, several organisations, and signing out, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Membership } from '../entities/account.ts';
import { openBrowser, type OpenPage, type TestBrowser } from '../test/browser.ts';
import { buildPost, buildTarget, createOne } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { addressesOf, closeFirstRun, expectSoundInEachLook, pressTwice, shownOnce } from '../test/looks.ts';
import { addPerson, callApp, roleOf, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const { common, auth, settings } = strings;
const { members, nav, roles, onlyAdmins, organization } = settings;

describeWith([chromium], 'in an organisation', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let ada: TestPerson;
  let open: OpenPage;
  let page: Page;
  let other: { id: string; apiKey: string };
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await closeFirstRun(crier);
    ada = await addPerson(crier, { name: 'Ada' });
    other = await crier.anotherOrganization('Bakery');
    const em = crier.context.database.fork();
    em.create(Membership, { organization: other.id, user: ada.id, role: 'member' });
    await em.flush();
    for (const [name, organizationId, key] of [
      ['Ours', crier.organizationId, crier.apiKey],
      ['Theirs', other.id, other.apiKey],
    ] as const) {
      const channel = await crier.connect('sandbox', { name: `Channel of ${name}` }, organizationId);
      ids[name] = await createOne(
        crier,
        buildPost([], {
          date: new Date(Date.now() + 3_600_000).toISOString(),
          posts: [buildTarget(channel.id, { value: [{ content: `${name} alone`, image: [] }] })],
        }),
        key,
      );
    }
    browser = await openBrowser();
    open = await browser.pageOf(crier, { person: ada });
    ({ page } = open);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  const room = (title: string) => page.getByRole('region', { name: title, exact: true });
  const row = (name: string) => room(nav.members).getByRole('listitem').filter({ hasText: name });
  const choose = async (item: string, among = page): Promise<void> => {
    await among.getByRole('button', { name: common.menu.label }).click();
    await among
      .getByRole(item === common.menu.signOut ? 'menuitem' : 'menuitemradio', { name: item })
      .click();
  };

  it('an owner gives a member another role, and takes the membership away', async () => {
    const ben = await addPerson(crier, { name: 'Ben Long', role: 'member' });
    await page.goto('/settings/members');
    await row('Ben Long').waitFor();
    await expectSoundInEachLook(open, 'members');
    await row('Ben Long').getByRole('combobox').or(row('Ben Long').getByRole('textbox')).first().click();
    await page.getByRole('option', { name: roles.admin }).click();
    await eventually('Ben is an admin', async () => (await roleOf(crier, ben.id)) === 'admin');
    expect(await row('(you)').getByRole('button').count()).toBe(0);
    await pressTwice(page, members.remove, row('Ben Long'));
    await row('Ben Long').waitFor({ state: 'detached' });
    expect(await roleOf(crier, ben.id)).toBeUndefined();
  });

  it('an invitation gives a link that is shown once, and can be taken back', async () => {
    await page.getByRole('button', { name: members.send, exact: true }).click();
    const [link = ''] = await shownOnce(page);
    expect(link).toMatch(new RegExp(`^${crier.context.publicUrl}/invitation#token=\\S{20,}$`));
    const token = new URL(link).hash.slice('#token='.length);
    const look = async (): Promise<number> =>
      (await callApp(crier, { method: 'POST', path: '/auth/invitation' }, { body: { token } })).status;
    expect(await look()).toBe(200);
    await expectSoundInEachLook(open, 'invited');
    await page.reload();
    await room(members.open).getByText(members.anybody).waitFor();
    expect(await page.content()).not.toContain(token);
    await pressTwice(page, members.revoke, room(members.open));
    await room(members.open).waitFor({ state: 'detached' });
    expect(await look()).toBe(404);
  });

  it('a member is offered no keys, apps, history, invitations or removals, and a direct address says who may', async () => {
    const carl = await addPerson(crier, { name: 'Carl', role: 'member' });
    const visit = await browser.pageOf(crier, { person: carl });
    const addresses = addressesOf(visit.page);
    await visit.page.goto('/settings/members');
    await visit.page.getByRole('listitem').filter({ hasText: 'Ada' }).waitFor();
    const links = await visit.page
      .getByRole('navigation', { name: nav.label })
      .getByRole('link')
      .allTextContents();
    expect(links).toEqual([nav.profile, nav.organization, nav.members, nav.channels, nav.approved]);
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectSoundInEachLook(visit, 'members-of-a-member');
    for (const path of ['api-keys', 'apps', `apps/${crier.organizationId}`, 'history']) {
      await visit.page.goto(`/settings/${path}`);
      await visit.page.getByText(onlyAdmins).waitFor();
      expect(await visit.page.getByRole('region').count()).toBe(0);
    }
    await expectSoundInEachLook(visit, 'refused-room');
    await visit.page.goto('/settings/organization');
    await visit.page.getByRole('button', { name: organization.leave }).waitFor();
    expect(await visit.page.getByRole('button', { name: organization.remove }).count()).toBe(0);
    // Nor is anything asked for that would be refused.
    expect(
      addresses.filter((address) =>
        /\/api\/(api-keys|user\/oauth-apps|organization\/(audit|invitations))/.test(address),
      ),
    ).toEqual([]);
    await visit.page.context().close();
  });

  it('another one shows nothing of the first, not even while its posts are on their way', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Ours alone' }).waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/posts?**', async (route) => {
      await held;
      await route.continue();
    });
    await choose('Bakery');
    await page.getByRole('button', { name: common.menu.label }).click();
    await page.getByRole('menuitemradio', { name: 'Bakery', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.content()).not.toContain('Ours');
    answer();
    await page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await page.unroute('**/api/posts?**');
    expect(await page.content()).not.toContain('Ours');
  });

  it('… neither by the back button', async () => {
    await choose('Ada & Co');
    await page.getByRole('link', { name: 'Ours alone' }).click();
    await page.getByRole('heading', { name: 'Ours alone' }).waitFor();
    await choose('Bakery');
    await page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await page.goBack();
    await page.waitForURL(`**/posts/${ids.Ours}`);
    await page.getByRole('alert').waitFor();
    expect(await page.content()).not.toContain('Ours alone');
    await page.goto('/settings/channels');
    await page.getByText('Channel of Theirs').waitFor();
    expect(await page.content()).not.toContain('Channel of Ours');
  });

  it('another one is shown in the other windows of the browser as well, whose changes would be made there', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    const second = await page.context().newPage();
    await second.goto('/');
    await second.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await choose('Ada & Co', second);
    await page.getByRole('link', { name: 'Ours alone' }).waitFor();
    await choose('Bakery', second);
    await page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await second.close();
  });

  it('who signs out leaves nothing behind: the back button leads to the sign-in page', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await choose(common.menu.signOut);
    await page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect((await ada.call('GET', '/auth/me')).status).toBe(401);
    await page.goBack();
    await page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(await page.content()).not.toContain('Theirs alone');
    await page.goto(`/posts/${ids.Theirs}`);
    await page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(page.url()).toBe(`${crier.url}/sign-in?next=${encodeURIComponent(`/posts/${ids.Theirs}`)}`);
  });

  it('who was signed out elsewhere is asked to sign in by the next page, and comes back to it', async () => {
    const eve = await addPerson(crier, { name: 'Eve' });
    const visit = await browser.pageOf(crier, { person: eve });
    await visit.page.goto('/settings');
    await visit.page.getByRole('heading', { name: settings.profile.sessions }).waitFor();
    await eve.call('POST', '/auth/logout');
    await visit.page.getByRole('link', { name: nav.members }).click();
    await visit.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(new URL(visit.page.url()).searchParams.get('next')).toBe('/settings/members');
    await visit.page.context().close();
  });

  it('a sign-out that did not arrive is no sign-out', async () => {
    const dora = await addPerson(crier, { name: 'Dora' });
    const visit = await browser.pageOf(crier, { person: dora });
    await visit.page.goto('/');
    await visit.page.getByRole('link', { name: 'Ours alone' }).waitFor();
    await visit.page.route('**/api/auth/logout', (route) => route.abort());
    await choose(common.menu.signOut, visit.page);
    await visit.page.getByText(common.unreachable).waitFor();
    await visit.page.getByRole('link', { name: 'Ours alone' }).waitFor();
    await visit.page.unroute('**/api/auth/logout');
    await choose(common.menu.signOut, visit.page);
    await visit.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    await visit.page.context().close();
  });

  it('the browser had nothing to complain about', () => {
    expect(open.complaints).toEqual([]);
  });
});
