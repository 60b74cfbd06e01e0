/**
 * A person in two organisations: what acts for one never reaches the other, whichever is current (case 44).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, registerApp } from '../../oauth/fixtures/flow.ts';
import { buildPost, createOne, refusal, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';

describe('a person of two organisations', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let second: { id: string; apiKey: string };
  const channels = { first: '', second: '' };
  const posts = { first: '', second: '' };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    second = await crier.anotherOrganization('Second');
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'owner')", [
      second.id,
      ada.id,
    ]);
    channels.first = (await crier.connect('sandbox', { name: 'Of the first' })).id;
    channels.second = (await crier.connect('sandbox', { name: 'Of the second' }, second.id)).id;
    posts.first = await createOne(crier, buildPost(channels.first));
    posts.second = await createOne(crier, buildPost(channels.second), second.apiKey);
  });
  afterAll(() => crier?.stop());

  const listed = async (key: string): Promise<string[]> =>
    (await crier.call<{ id: string }[]>('GET', '/integrations', { key })).body.map(({ id }) => id);
  const postsOf = async (key: string): Promise<string[]> =>
    (
      await crier.call<{ posts: { id: string }[] }>('GET', '/posts?startDate=2000-01-01&endDate=2100-01-01', {
        key,
      })
    ).body.posts.map(({ id }) => id);

  it('has keys that list one of them, and never the other', async () => {
    expect([await listed(crier.apiKey), await postsOf(crier.apiKey)]).toEqual([
      [channels.first],
      [posts.first],
    ]);
    expect([await listed(second.apiKey), await postsOf(second.apiKey)]).toEqual([
      [channels.second],
      [posts.second],
    ]);
  });

  it('approves an app for one of them: its token stays there while the person works in the other', async () => {
    const app = await registerApp(ada);
    const token = await authorize(crier, ada, app, { organization_id: second.id });
    for (const organizationId of [crier.organizationId, second.id]) {
      await ada.call('POST', '/organization/switch', { body: { organizationId } });
      expect([await listed(token), await postsOf(token)]).toEqual([[channels.second], [posts.second]]);
      expect(refusal(await crier.call<ErrorBody>('GET', `/posts/${posts.first}`, { key: token }))).toEqual({
        status: 403,
        code: 'foreign_resource',
      });
      expect(
        refusal(
          await crier.call<ErrorBody>('POST', '/posts', { key: token, body: buildPost(channels.first) }),
        ),
      ).toEqual({ status: 403, code: 'foreign_resource', paths: ['posts.0.integration.id'] });
    }
    expect(
      (await crier.call('POST', '/posts', { key: token, body: buildPost(channels.second) })).status,
    ).toBe(201);
  });

  it('loses with one membership the access of apps there, and nothing in the other', async () => {
    const app = await registerApp(ada);
    const [inFirst, inSecond] = [
      await authorize(crier, ada, app, { organization_id: crier.organizationId }),
      await authorize(crier, ada, app, { organization_id: second.id }),
    ];
    await addPerson(crier, { organizationId: second.id, name: 'Ben' });
    await ada.call('POST', '/organization/switch', { body: { organizationId: second.id } });
    expect((await ada.call('POST', '/organization/leave')).status).toBe(200);
    expect(refusal(await crier.call<ErrorBody>('GET', '/integrations', { key: inSecond }))).toEqual({
      status: 401,
      code: 'invalid_oauth_token',
    });
    expect(await listed(inFirst)).toEqual([channels.first]);
  });

  it("sees in the web app only the current organisation's data, never cached by a browser", async () => {
    const answer = await ada.call<{ id: string }[]>('GET', '/integrations');
    expect([answer.body.map(({ id }) => id), answer.headers.get('cache-control')]).toEqual([
      [channels.first],
      'no-store',
    ]);
  });
});
