import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { buildPost, countRows, sql, type ErrorBody } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson } from '../test/person.ts';

interface Held {
  /** Sends what is left of the body. */
  finish(): Promise<{ status: number; body: ErrorBody }>;
}

describe('a request whose body is held back', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  /**
   * Begins a request and waits until the server has looked at who calls: `looked` is a condition that only
   * that makes true.
   */
  async function hold(
    path: string,
    headers: Record<string, string>,
    { body, looked }: { body: object; looked: string },
  ): Promise<Held> {
    const bytes = Buffer.from(JSON.stringify(body));
    const request = http.request(`${crier.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
    });
    const answered = new Promise<{ status: number; body: ErrorBody }>((resolve, reject) => {
      request
        .on('error', reject)
        .on('response', async (response) =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(await response.toArray()).toString()) as ErrorBody,
          }),
        );
    });
    request.write(bytes.subarray(0, 1));
    await eventually('the caller was looked at', async () => (await sql(crier, looked)).length > 0);
    return {
      finish: () => {
        request.end(bytes.subarray(1));
        return answered;
      },
    };
  }
  async function withKey(): Promise<{ id: string; held: Held }> {
    const { id, key } = (
      await (
        await addPerson(crier)
      ).call<{ id: string; key: string }>('POST', '/api-keys', { body: { name: 'Held' } })
    ).body;
    return {
      id,
      held: await hold(
        '/public/v1/posts',
        { authorization: key, 'idempotency-key': randomUUID() },
        {
          body: buildPost(channel),
          looked: `select 1 from api_key where id = '${id}' and last_used_at is not null`,
        },
      ),
    };
  }
  async function withSession(): Promise<{ id: string; sessionId: string; held: Held }> {
    const { id, sessionId, cookie, csrfToken } = await addPerson(crier, { role: 'admin' });
    await sql(crier, "update session set last_seen_at = now() - interval '1 hour' where id = $1", [
      sessionId,
    ]);
    const looked = `select 1 from session where id = '${sessionId}' and last_seen_at > now() - interval '1 minute'`;
    return {
      id,
      sessionId,
      held: await hold(
        '/api/api-keys',
        { cookie, 'x-csrf-token': csrfToken },
        { body: { name: 'Held' }, looked },
      ),
    };
  }

  it('is answered when the rest arrives', async () => {
    expect((await (await withKey()).held.finish()).status).toBe(201);
    expect((await (await withSession()).held.finish()).status).toBe(201);
  });

  it('does nothing with a key that was revoked meanwhile', async () => {
    const before = await countRows(crier, 'post');
    const { id, held } = await withKey();
    await sql(crier, 'update api_key set revoked_at = now() where id = $1', [id]);
    expect(await held.finish()).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    expect(await countRows(crier, 'post')).toBe(before);
  });

  it.each([
    ['after the session has ended', 'delete from session where user_id = $1', 401, 'not_signed_in'],
    ['for somebody who was removed', 'delete from membership where user_id = $1', 403, 'no_organization'],
    [
      'for an admin who is none any more',
      "update membership set role = 'member' where user_id = $1",
      403,
      'insufficient_role',
    ],
  ])('does nothing %s', async (_, change, status, code) => {
    const before = await countRows(crier, 'api_key');
    const { id, held } = await withSession();
    await sql(crier, change, [id]);
    expect(await held.finish()).toMatchObject({ status, body: { code } });
    expect(await countRows(crier, 'api_key')).toBe(before);
  });
});
