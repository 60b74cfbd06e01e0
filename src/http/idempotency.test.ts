import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { buildPost, countRows, refusal, sql, withContent, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';

describe('an Idempotency-Key', () => {
  let crier: TestInstance;
  let channel: string;
  let key: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(() => {
    key = randomUUID();
  });
  afterAll(() => crier?.stop());

  const create = (
    body: unknown,
    options: { idempotencyKey?: string; apiKey?: string } = {},
  ): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', {
      body,
      headers: { 'idempotency-key': options.idempotencyKey ?? key },
      ...(options.apiKey ? { key: options.apiKey } : {}),
    });
  const groups = (): Promise<number> => countRows(crier, 'post_group');

  it('gets the same answer again, byte for byte, and creates one post', async () => {
    const before = await groups();
    const [first, again] = [
      await create(buildPost([channel, channel])),
      await create(buildPost([channel, channel])),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await groups()).toBe(before + 1);
  });

  it('is refused with another body', async () => {
    expect((await create(buildPost(channel))).status).toBe(201);
    expect(refusal(await create(withContent(channel, 'Another text')))).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  it('creates one post for 20 simultaneous requests, which all get the same ids', async () => {
    const before = await groups();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(buildPost(channel))));
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map((a) => a.text)).size).toBe(1);
    expect(await groups()).toBe(before + 1);
  });

  it('lets one through of simultaneous requests with different bodies', async () => {
    const before = await groups();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => create(withContent(channel, `Text ${i}`))),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    expect(await groups()).toBe(before + 1);
  });

  it('belongs to its organisation', async () => {
    const other = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', {}, other.id)).id;
    expect((await create(buildPost(channel))).status).toBe(201);
    const answer = await create(buildPost(theirs), { apiKey: other.apiKey });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  it('is not used up by a failed request', async () => {
    expect((await create(buildPost(channel, { date: 'tomorrow' }))).status).toBe(400);
    expect((await create(buildPost('nobody'))).status).toBe(404);
    expect((await create(buildPost(channel))).status).toBe(201);
  });

  it('can be used again after a day', async () => {
    const first = await create(buildPost(channel));
    await sql(
      crier,
      "update idempotency_record set created_at = now() - interval '25 hours' where key = $1",
      [key],
    );
    const second = await create(withContent(channel, 'A day later'));
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
    expect((await create(withContent(channel, 'A day later'))).text).toBe(second.text);
  });

  it('can have 1 to 255 characters', async () => {
    expect((await create(buildPost(channel), { idempotencyKey: 'k'.repeat(255) })).status).toBe(201);
    expect(refusal(await create(buildPost(channel), { idempotencyKey: 'k'.repeat(256) }))).toEqual({
      status: 400,
      code: 'invalid_idempotency_key',
    });
    expect(refusal(await create(buildPost(channel), { idempotencyKey: '' }))).toEqual({
      status: 400,
      code: 'invalid_idempotency_key',
    });
  });

  it('is the same key under both paths of the API', async () => {
    const first = await create(buildPost(channel));
    const response = await fetch(`${crier.url}/api//public/v1/posts`, {
      method: 'POST',
      headers: { authorization: crier.apiKey, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(buildPost(channel)),
    });
    expect(await response.text()).toBe(first.text);
  });

  it('is optional: without one, two different requests create two posts', async () => {
    const before = await groups();
    for (const content of ['One', 'Two']) {
      expect(
        (await crier.call('POST', '/posts', { body: withContent(channel, content), idempotent: false }))
          .status,
      ).toBe(201);
    }
    expect(await groups()).toBe(before + 2);
  });

  it('is suggested when the same request arrives eight times at once without one: one is stored, the others learn which', async () => {
    const before = await groups();
    const body = withContent(channel, 'A double click');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => crier.call<ErrorBody>('POST', '/posts', { body, idempotent: false })),
    );
    const [first] = answers
      .filter((a) => a.status === 201)
      .map((a) => a.body as unknown as { postId: string }[]);
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    for (const { body: answer, status } of answers) {
      if (status === 409) {
        expect(answer).toMatchObject({
          code: 'duplicate_request',
          message: expect.stringContaining(first?.[0]?.postId ?? 'no post'),
        });
      }
    }
    expect(await groups()).toBe(before + 1);
  });

  it('separates two identical requests, as do ten seconds, another organisation, and a draft', async () => {
    const body = withContent(channel, 'Said twice');
    const unkeyed = (changes = {}): Promise<Answer<ErrorBody>> =>
      crier.call<ErrorBody>('POST', '/posts', { body: { ...body, ...changes }, idempotent: false });
    expect([(await unkeyed()).status, (await unkeyed()).status, (await create(body)).status]).toEqual([
      201, 409, 201,
    ]);
    expect([(await unkeyed({ type: 'draft' })).status, (await unkeyed({ type: 'draft' })).status]).toEqual([
      201, 201,
    ]);
    await sql(
      crier,
      "update idempotency_record set created_at = created_at - interval '11 seconds' where key like 'request:%'",
    );
    expect((await unkeyed()).status).toBe(201);
    const other = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', {}, other.id)).id;
    expect(
      (
        await crier.call('POST', '/posts', {
          body: withContent(theirs, 'Said twice'),
          key: other.apiKey,
          idempotent: false,
        })
      ).status,
    ).toBe(201);
  });
});
