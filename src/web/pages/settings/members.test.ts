/** Members and their roles, several organisations, and signing out, in a real browser. */
import { expect, it } from '@jest/globals';
import { Membership } from '../../../platform/entities/account.ts';
import { buildPost, buildTarget, createOne } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { urlsOf, closeFirstRun, expectCleanPage, pressTwice, shownOnce } from '../../../test/page-checks.ts';
import { addPerson, callApp, roleOf, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const { common, auth, settings } = strings;
const { members, nav, roles, onlyAdmins, organization } = settings;

describeWith([chromium], 'an organisation', () => {
  let ada: TestPerson;
  const ids: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      ada = await addPerson(crier, { name: 'Ada' });
      const other = await crier.anotherOrganization('Bakery');
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
    },
    person: async () => ada,
  });
  const { region } = app;

  const row = (name: string) => region(nav.members).getByRole('listitem').filter({ hasText: name });
  const choose = async (item: string, among = app.page): Promise<void> => {
    await among.getByRole('button', { name: common.menu.label }).click();
    await among
      .getByRole(item === common.menu.signOut ? 'menuitem' : 'menuitemradio', { name: item })
      .click();
  };

  it('lets an owner change the role of a member, and remove them', async () => {
    const ben = await addPerson(app.crier, { name: 'Ben Long', role: 'member' });
    await app.page.goto('/settings/members');
    await row('Ben Long').waitFor();
    await expectCleanPage(app.open, 'members');
    await row('Ben Long').getByRole('combobox').or(row('Ben Long').getByRole('textbox')).first().click();
    await app.page.getByRole('option', { name: roles.admin }).click();
    await eventually('Ben is an admin', async () => (await roleOf(app.crier, ben.id)) === 'admin');
    expect(await row('(you)').getByRole('button').count()).toBe(0);
    await pressTwice(app.page, members.remove, row('Ben Long'));
    await row('Ben Long').waitFor({ state: 'detached' });
    expect(await roleOf(app.crier, ben.id)).toBeUndefined();
  });

  it('gives out an invitation link that is shown once and can be revoked', async () => {
    await app.page.getByRole('button', { name: members.send, exact: true }).click();
    const [link = ''] = await shownOnce(app.page);
    expect(link).toMatch(new RegExp(`^${app.crier.context.publicUrl}/invitation#token=\\S{20,}$`));
    const token = new URL(link).hash.slice('#token='.length);
    const statusOfInvitation = async (): Promise<number> =>
      (await callApp(app.crier, { method: 'POST', path: '/auth/invitation' }, { body: { token } })).status;
    expect(await statusOfInvitation()).toBe(200);
    await expectCleanPage(app.open, 'invited');
    await app.page.reload();
    await region(members.open).getByText(members.anybody).waitFor();
    expect(await app.page.content()).not.toContain(token);
    await pressTwice(app.page, members.revoke, region(members.open));
    await region(members.open).waitFor({ state: 'detached' });
    expect(await statusOfInvitation()).toBe(404);
  });

  it('fills in the email address that an invitation is for, and shows the same on every page', async () => {
    const email = 'kim@example.org';
    await app.page.goto('/settings/members');
    await app.page.getByLabel(members.email, { exact: true }).fill(email);
    await app.page.getByRole('button', { name: members.send, exact: true }).click();
    const [link = ''] = await shownOnce(app.page);
    await app.page.getByText(members.linkHelp(email)).waitFor();
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await page.getByText(strings.invitation.forAddress(email)).waitFor();
    await page.getByRole('link', { name: strings.invitation.signUp }).click();
    await page.getByText(auth.signUp.invitedAddress).waitFor();
    expect(await page.getByLabel(auth.fields.email, { exact: true }).inputValue()).toBe(email);
    await page.context().close();
  });

  it('offers a member no API keys, apps, audit log, invitations or removals', async () => {
    const carl = await addPerson(app.crier, { name: 'Carl', role: 'member' });
    const visit = await app.browser.pageOf(app.crier, { person: carl });
    const urls = urlsOf(visit.page);
    await visit.page.goto('/settings/members');
    await visit.page.getByRole('listitem').filter({ hasText: 'Ada' }).waitFor();
    const links = await visit.page
      .getByRole('navigation', { name: nav.label })
      .getByRole('link')
      .allTextContents();
    expect(links).toEqual([nav.profile, nav.notifications, nav.organization, nav.members, nav.approved]);
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectCleanPage(visit, 'members-of-a-member');
    for (const path of ['api-keys', 'apps', `apps/${app.crier.organizationId}`, 'history']) {
      await visit.page.goto(`/settings/${path}`);
      await visit.page.getByText(onlyAdmins).waitFor();
      expect(await visit.page.getByRole('region').count()).toBe(0);
    }
    await expectCleanPage(visit, 'refused-room');
    await visit.page.goto('/settings/organization');
    await visit.page.getByRole('button', { name: organization.leave }).waitFor();
    expect(await visit.page.getByRole('button', { name: organization.remove }).count()).toBe(0);
    // Nor does the page ask the API for what it would refuse.
    expect(
      urls.filter((url) => /\/api\/(api-keys|user\/oauth-apps|organization\/(audit|invitations))/.test(url)),
    ).toEqual([]);
    await visit.page.context().close();
  });

  it('shows nothing of another one, even while its own posts are still loading', async () => {
    await app.page.goto('/');
    await app.page.getByRole('link', { name: 'Ours alone' }).waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await app.page.route('**/api/posts?**', async (route) => {
      await held;
      await route.continue();
    });
    await choose('Bakery');
    await app.page.getByRole('button', { name: common.menu.label }).click();
    await app.page.getByRole('menuitemradio', { name: 'Bakery', checked: true }).waitFor();
    await app.page.keyboard.press('Escape');
    expect(await app.page.content()).not.toContain('Ours');
    answer();
    await app.page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await app.page.unroute('**/api/posts?**');
    expect(await app.page.content()).not.toContain('Ours');
  });

  it('shows nothing of another one after the back button', async () => {
    await choose('Ada & Co');
    await app.page.getByRole('link', { name: 'Ours alone' }).click();
    await app.page.waitForURL(`**/posts/${ids.Ours}`);
    await app.page.getByText('Ours alone').first().waitFor();
    await choose('Bakery');
    await app.page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await app.page.goBack();
    await app.page.waitForURL(`**/posts/${ids.Ours}`);
    await app.page.getByRole('alert').waitFor();
    expect(await app.page.content()).not.toContain('Ours alone');
    await app.page.goto('/channels');
    await app.page.getByText('Channel of Theirs').waitFor();
    expect(await app.page.content()).not.toContain('Channel of Ours');
  });

  it('is switched in all windows of the browser at once', async () => {
    await app.page.goto('/');
    await app.page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    const second = await app.page.context().newPage();
    await second.goto('/');
    await second.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await choose('Ada & Co', second);
    await app.page.getByRole('link', { name: 'Ours alone' }).waitFor();
    await choose('Bakery', second);
    await app.page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await second.close();
  });

  it('is no longer visible after signing out: the back button leads to the sign-in page', async () => {
    await app.page.goto('/');
    await app.page.getByRole('link', { name: 'Theirs alone' }).waitFor();
    await choose(common.menu.signOut);
    await app.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect((await ada.call('GET', '/auth/me')).status).toBe(401);
    await app.page.goBack();
    await app.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(await app.page.content()).not.toContain('Theirs alone');
    await app.page.goto(`/posts/${ids.Theirs}`);
    await app.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(app.page.url()).toBe(
      `${app.crier.url}/sign-in?next=${encodeURIComponent(`/posts/${ids.Theirs}`)}`,
    );
  });

  it('asks a person who was signed out elsewhere to sign in, and brings them back to the page', async () => {
    const eve = await addPerson(app.crier, { name: 'Eve' });
    const visit = await app.browser.pageOf(app.crier, { person: eve });
    await visit.page.goto('/settings');
    await visit.page.getByRole('heading', { name: settings.profile.sessions }).waitFor();
    await eve.call('POST', '/auth/logout');
    await visit.page.getByRole('link', { name: nav.members }).click();
    await visit.page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(new URL(visit.page.url()).searchParams.get('next')).toBe('/settings/members');
    await visit.page.context().close();
  });

  it('stays visible when signing out did not reach the server', async () => {
    const dora = await addPerson(app.crier, { name: 'Dora' });
    const visit = await app.browser.pageOf(app.crier, { person: dora });
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

  it('causes no errors in the console of the browser', () => {
    expect(app.open.complaints).toEqual([]);
  });
});
