import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { relayOnce } from '../../platform/outbox/relay.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import {
  buildPost,
  createOne,
  png,
  refusal,
  setState,
  sql,
  upload,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

describe('DELETE /organization', () => {
  let crier: TestInstance;
  let home: { id: string; apiKey: string };
  let channel: string;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance();
  });
  beforeEach(async () => {
    home = await crier.anotherOrganization('Cafe Nord');
    channel = (await crier.connect('sandbox', {}, home.id)).id;
    ada = await addPerson(crier, { organizationId: home.id });
  });
  afterAll(() => crier?.stop());

  const remove = (
    name: unknown = 'Cafe Nord',
    by = ada,
  ): Promise<Answer<ErrorBody & { success: boolean; scheduledPosts: number }>> =>
    by.call('DELETE', '/organization', { body: { name } });
  const post = (changes: Record<string, unknown> = {}): Promise<string> =>
    createOne(crier, buildPost(channel, changes), home.apiKey);
  const groupOf = async (postId: string): Promise<string> =>
    (await sql<{ g: string }>(crier, 'select post_group_id as g from post where id = $1', [postId]))[0]?.g ??
    '';
  const statusOf = async (group: string): Promise<string> =>
    (await crier.context.temporal.workflow.getHandle(publishWorkflowId(group)).describe()).status.name;
  const relay = (): Promise<unknown> =>
    eventually('the outbox is empty', async () => {
      await sql(crier, 'update outbox set available_at = now()');
      await relayOnce(crier.context);
      return (await sql(crier, 'select 1 from outbox')).length === 0;
    });
  const there = async (): Promise<boolean> =>
    (await sql(crier, 'select 1 from organization where id = $1', [home.id])).length === 1;

  it('deletes everything in it, and reports how many posts will not be published', async () => {
    for (const type of ['schedule', 'schedule', 'draft']) await post({ type });
    await setState(crier, await post(), 'published');
    expect((await remove()).body).toEqual({ success: true, scheduledPosts: 2 });
    for (const table of ['post', 'post_group', 'integration', 'api_key', 'membership', 'audit_event']) {
      expect([
        table,
        await sql(crier, `select 1 from ${table} where organization_id = $1`, [home.id]),
      ]).toEqual([table, []]);
    }
    expect(await there()).toBe(false);
    expect(refusal(await ada.call<ErrorBody>('GET', '/integrations'))).toEqual({
      status: 403,
      code: 'no_organization',
    });
    expect((await ada.call('GET', '/organizations')).body).toEqual([]);
  });

  it('revokes all its API keys and access tokens (security case 32)', async () => {
    const token = newToken('pos_', 40);
    // The app is another organisation's.
    await sql(
      crier,
      "insert into oauth_app (id, organization_id, name, redirect_url, client_id, secret_hash) values (gen_random_uuid(), $1, 'App', 'https://app.example', 'pca_x', repeat('0', 64))",
      [crier.organizationId],
    );
    await sql(
      crier,
      "insert into oauth_token (id, app_id, user_id, organization_id, token_hash) select gen_random_uuid(), id, $1, $2, $3 from oauth_app where client_id = 'pca_x'",
      [ada.id, home.id, hashToken(token)],
    );
    for (const key of [home.apiKey, token]) {
      expect((await crier.call('GET', '/integrations', { key })).status).toBe(200);
    }
    await remove();
    expect(refusal(await crier.call<ErrorBody>('GET', '/integrations', { key: home.apiKey }))).toEqual({
      status: 401,
      code: 'invalid_api_key',
    });
    expect(refusal(await crier.call<ErrorBody>('GET', '/integrations', { key: token }))).toEqual({
      status: 401,
      code: 'invalid_oauth_token',
    });
  });

  it('ends the runs of its posts, even one that waits for a person, and no others', async () => {
    const other = (await crier.connect('sandbox')).id;
    const [waiting, unconfirmed, theirs] = [
      await post(),
      await post(),
      await createOne(crier, buildPost(other)),
    ];
    await relay();
    const [own, lost, kept] = [await groupOf(waiting), await groupOf(unconfirmed), await groupOf(theirs)];
    await setState(crier, unconfirmed, 'unconfirmed');
    expect([await statusOf(own), await statusOf(lost)]).toEqual(['RUNNING', 'RUNNING']);
    expect((await remove()).body.scheduledPosts).toBe(1);
    await relay();
    expect([await statusOf(own), await statusOf(lost), await statusOf(kept)]).toEqual([
      'TERMINATED',
      'TERMINATED',
      'RUNNING',
    ]);
  });

  it('leaves a message for the relay when Temporal was away, and accepts a run that never existed', async () => {
    const id = await post({ type: 'draft' });
    await setState(crier, id, 'scheduled');
    await remove();
    expect(await sql(crier, 'select kind from outbox')).toEqual([{ kind: 'end_group' }]);
    await relay();
  });

  it('removes its files', async () => {
    const { body } = await upload<{ path: string }>(crier, png(), { key: home.apiKey });
    const file = join(crier.dataDir, 'uploads', body.path.split('/uploads/')[1] ?? '');
    expect(existsSync(file)).toBe(true);
    await remove();
    await eventually('the file is gone', () => !existsSync(file));
  });

  it('requires the name of the organisation', async () => {
    for (const name of ['', 'cafe nord', 'Another']) {
      expect(refusal(await remove(name))).toEqual({ status: 400, code: 'invalid_request', paths: ['name'] });
    }
    expect(await there()).toBe(true);
    expect((await remove(' Cafe Nord ')).status).toBe(200);
  });

  it.each(['publishing', 'processing'])(
    'is refused while a post is %s, and changes nothing',
    async (state) => {
      const id = await post();
      await setState(crier, id, state);
      expect(refusal(await remove())).toEqual({ status: 409, code: 'post_locked' });
      expect(await there()).toBe(true);
      await sql(crier, "update post set hold = 'channel' where id = $1", [id]);
      expect((await remove()).status).toBe(200);
    },
  );

  it('is for owners; an admin is refused', async () => {
    const admin = await addPerson(crier, { organizationId: home.id, role: 'admin', name: 'Ben' });
    expect(refusal(await remove('Cafe Nord', admin))).toEqual({ status: 403, code: 'insufficient_role' });
    expect((await remove()).status).toBe(200);
  });

  it('lets nothing be published: a run that was not notified finds no post at its date, and ends', async () => {
    const id = await post({ date: new Date(Date.now() + 2000).toISOString() });
    await relay();
    const group = await groupOf(id);
    await remove();
    await sql(crier, 'delete from outbox');
    expect(await statusOf(group)).toBe('RUNNING');
    await crier.startWorker();
    await eventually('its run has ended', async () => (await statusOf(group)) === 'COMPLETED');
    await createOne(crier, {
      ...withContent((await crier.connect('sandbox')).id, 'Of another organisation'),
      type: 'now',
    });
    const ledger = async (): Promise<string> => (await fetch(`${crier.url}/sandbox/posts.json`)).text();
    await eventually('a post of another organisation is out', async () =>
      (await ledger()).includes('Of another organisation'),
    );
    expect(await ledger()).not.toContain('Spring menu');
  });
});
