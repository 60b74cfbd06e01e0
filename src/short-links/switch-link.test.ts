import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, registerApp } from '../oauth/fixtures/flow.ts';
import { buildPost, createOne, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { newCode } from './code.ts';

const LINK = 'https://shop.example.org/spring';

describe('a short link', () => {
  let crier: TestInstance;
  let [owner, admin, member]: TestPerson[] = [];
  let postId: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    [owner, admin, member] = await Promise.all(
      (['owner', 'admin', 'member'] as const).map((role) => addPerson(crier, { role })),
    );
    postId = await createOne(crier, buildPost((await crier.connect('sandbox')).id, { shortLink: true }));
  });
  afterAll(() => crier?.stop());

  /** Returns its URL; the post gets one more link each time. */
  const add = async (service = 'crier', domain = crier.context.publicUrl): Promise<string> => {
    const code = newCode();
    const shortUrl = `${domain}/s/${code}`;
    await sql(
      crier,
      `insert into short_link (id, organization_id, post_id, url, url_hash, target, short_url, service, code)
        values (gen_random_uuid(), $1, $2, $3, $4, $3, $5, $6, $4)`,
      [crier.organizationId, postId, LINK, code, shortUrl, service],
    );
    return shortUrl;
  };
  const follow = (shortUrl: string, method = 'GET'): Promise<Response> =>
    fetch(`${crier.url}${new URL(shortUrl).pathname}`, {
      method,
      redirect: 'manual',
      headers: { 'accept-language': 'de', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    });
  const body = (shortURL: string, disabled = true) => ({ body: { shortURL, disabled } });
  const patch = (person: TestPerson | undefined, shortUrl: string, disabled?: boolean) =>
    (person as TestPerson).call<ErrorBody>('PATCH', '/short-links', body(shortUrl, disabled));

  it('is switched off by an owner, an admin, a key and an app of theirs, and on again', async () => {
    const app = await authorize(crier, owner as TestPerson, await registerApp(owner as TestPerson));
    for (const by of [
      (...args: [string, boolean]) => patch(owner, ...args),
      (...args: [string, boolean]) => patch(admin, ...args),
      (...[shortUrl, off]: [string, boolean]) =>
        crier.call<ErrorBody>('PATCH', '/short-links', body(shortUrl, off)),
      (...[shortUrl, off]: [string, boolean]) =>
        crier.call<ErrorBody>('PATCH', '/short-links', { ...body(shortUrl, off), key: app }),
    ]) {
      const shortURL = await add();
      const shown = async (): Promise<unknown> =>
        (
          await crier.call<{ shortLinks: { shortURL: string; disabled: boolean }[] }>(
            'GET',
            `/posts/${postId}`,
          )
        ).body.shortLinks.find((link) => link.shortURL === shortURL)?.disabled;
      expect([(await follow(shortURL)).status, await shown()]).toEqual([302, false]);
      for (const off of [true, false]) {
        expect(await by(shortURL, off)).toMatchObject({
          status: 200,
          body: { url: LINK, shortURL, disabled: off },
        });
        expect([(await follow(shortURL)).status, await shown()]).toEqual([off ? 410 : 302, off]);
      }
    }
  });

  it('that is off shows it, and does not redirect, also for programs, and counts nothing', async () => {
    const shortUrl = await add();
    await patch(owner, shortUrl);
    const before = await sql(crier, 'select * from short_link_click order by 1, 2, 3, 4');
    const answer = await follow(shortUrl);
    const { headers } = answer;
    expect([answer.status, headers.get('location'), headers.get('cache-control')]).toEqual([
      410,
      null,
      'no-store',
    ]);
    expect(headers.getSetCookie()).toEqual([]);
    const page = await answer.text();
    expect(page).toContain('Dieser Link wurde abgeschaltet');
    expect(page).not.toContain(LINK);
    expect((await follow(shortUrl, 'HEAD')).status).toBe(410);
    expect(await sql(crier, 'select * from short_link_click order by 1, 2, 3, 4')).toEqual(before);
  });

  it('stays as it is for a member, a key that only reads, another organisation and an outsider', async () => {
    const shortUrl = await add();
    const other = await crier.anotherOrganization();
    const stranger = await addPerson(crier, { role: 'owner', organizationId: other.id });
    const send = (key: string | null) =>
      crier.call<ErrorBody>('PATCH', '/short-links', { ...body(shortUrl), key });
    expect(refusal(await patch(member, shortUrl))).toMatchObject({ status: 403, code: 'insufficient_role' });
    expect(refusal(await patch(stranger, shortUrl))).toMatchObject({ status: 403, code: 'foreign_resource' });
    expect(refusal(await send(other.apiKey))).toMatchObject({ status: 403, code: 'foreign_resource' });
    expect(refusal(await send(null))).toMatchObject({ status: 401 });
    expect((await follow(shortUrl)).status).toBe(302);
  });

  it('is found by its URL, also on an earlier domain and of a post that is deleted', async () => {
    const shortUrl = await add('crier', 'https://before.example');
    await sql(crier, 'update short_link set post_id = null where short_url = $1', [shortUrl]);
    expect((await patch(admin, `${shortUrl}/?utm_source=x`)).status).toBe(200);
    expect((await follow(shortUrl)).status).toBe(410);
  });

  it('that does not exist, and one that a service has made, is not found; what is no URL is refused', async () => {
    for (const shortUrl of [
      `${crier.context.publicUrl}/s/${newCode()}`,
      await add('dub', 'https://dub.example'),
      // The code of one of ours, somewhere else.
      (await add('crier', crier.context.publicUrl)).replace(/:\/\/[^/]+/, '://evil.example'),
      `${crier.context.publicUrl}/posts/${postId}`,
      'k7Xp2mQv',
    ]) {
      expect(refusal(await patch(owner, shortUrl))).toMatchObject({
        status: 404,
        code: 'short_link_not_found',
      });
    }
    for (const wrong of [
      {},
      { shortURL: 'x' },
      { shortURL: 7, disabled: true },
      { shortURL: 'x', disabled: 'yes' },
    ]) {
      const refused = await (owner as TestPerson).call<ErrorBody>('PATCH', '/short-links', { body: wrong });
      expect(refusal(refused)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });

  it('has in the history who switched it, once', async () => {
    const shortUrl = await add();
    for (const off of [true, true, false]) await patch(admin, shortUrl, off);
    expect(
      await sql(
        crier,
        "select user_id as who, kind from audit_event where detail ->> 'name' = $1 order by id",
        [shortUrl],
      ),
    ).toEqual(['short_link_disabled', 'short_link_enabled'].map((kind) => ({ who: admin?.id, kind })));
  });
});
