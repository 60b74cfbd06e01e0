import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { buildPost, createOne, sql, upload, png, withContent, type ErrorBody } from '../factories.ts';
import { dump } from '../dump.ts';
import { clientOf, type PostPage } from '../e2e/client.ts';
import { readableText } from '../history.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';

describe('the secrets of a day', () => {
  let crier: TestInstance;
  let url: string;
  const canaries: Record<string, string> = {};
  const answers: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const channel = await crier.connect('sandbox');
    const sealed =
      (await sql<{ credentials: string }>(crier, 'select credentials from integration'))[0]?.credentials ??
      '';
    const { token } = JSON.parse(
      crier.context.secrets.open(sealed, `integration:${crier.organizationId}:${channel.id}`),
    ) as { token: string };
    Object.assign(canaries, {
      apiKey: crier.apiKey,
      networkToken: token,
      encryptionKey: crier.env.ENCRYPTION_KEY?.split(':')[1] ?? '',
      databasePassword: new URL(crier.env.DATABASE_URL ?? '').password,
    });
    // A separate process, so that what it writes is what an operator reads.
    url = (await crier.startApiProcess({ LOG_LEVEL: 'trace' })).url;
    const call = async (method: string, path: string, body?: unknown, key = crier.apiKey): Promise<void> => {
      const response = await fetch(`${url}/public/v1${path}`, {
        method,
        headers: {
          authorization: key,
          'content-type': 'application/json',
          'idempotency-key': `key-${answers.length}`,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      answers.push(await response.text());
    };
    const id = await createOne(crier, buildPost(channel.id));
    await upload(crier, png());
    for (const path of [
      '/is-connected',
      '/integrations',
      `/posts/${id}`,
      '/posts?startDate=2031-01-01&endDate=2032-01-01',
      '/posts/x',
      '/nothing',
    ]) {
      await call('GET', path);
    }
    for (const body of [
      buildPost(channel.id),
      withContent(channel.id, ''),
      buildPost('nobody'),
      `{"key":"${crier.apiKey}`,
    ]) {
      await call('POST', '/posts', body);
    }
    for (const key of [`Bearer ${crier.apiKey}`, `${crier.apiKey}x`, `Basic ${crier.apiKey}`]) {
      await call('GET', '/is-connected', undefined, key);
    }
    await sql(crier, 'alter table integration rename to integration_away');
    await call('GET', '/integrations');
    await call('POST', '/posts', buildPost(channel.id));
    await sql(crier, 'alter table integration_away rename to integration');
    answers.push(await (await fetch(`${url}/api/ready`)).text());
  });
  afterAll(() => crier?.stop());

  it('are four different ones', () => {
    expect(Object.values(canaries).filter((c) => c.length > 8)).toHaveLength(4);
  });

  it('are in no answer except to the caller who sent them', () => {
    expect(answers).toHaveLength(16);
    // Invalid JSON is quoted where it breaks off; that is the caller's own text.
    const others = answers.filter((text) => !text.includes('"code":"invalid_json"')).join('\n');
    expect(Object.entries(canaries).filter(([, value]) => others.includes(value))).toEqual([]);
  });

  it('are in no log at the most verbose level', () => {
    expect(crier.logs()).toContain('"request"');
    expect(
      Object.entries(canaries)
        .filter(([, value]) => crier.logs().includes(value))
        .map(([name]) => name),
    ).toEqual([]);
  });

  it('are in no row of the database', async () => {
    const text = await dump(crier);
    expect(text).toContain('Spring menu');
    expect(
      Object.entries(canaries)
        .filter(([, value]) => text.includes(value))
        .map(([name]) => name),
    ).toEqual([]);
  });

  it('would be found if there were one', async () => {
    await sql(crier, "insert into instance_state (key, value) values ('canary', to_jsonb($1::text))", [
      crier.apiKey,
    ]);
    expect(await dump(crier)).toContain(crier.apiKey);
    expect((await crier.call<ErrorBody>('GET', '/is-connected')).status).toBe(200);
  });
});

/** A network at its worst: its refusals quote the credentials. The text of a post chooses the answer. */
function quotingNetwork(): { server: http.Server; seen: string[] } {
  const seen: string[] = [];
  let garbled = false;
  const server = http.createServer((request, response) => {
    void textOf(request).then((body) => {
      const { authorization = '' } = request.headers;
      seen.push(`${authorization} ${body}`);
      const answer = (status: number, content: object): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      if (request.method === 'GET') return answer(200, { posts: [] });
      if (request.url === '/sandbox/api/token') {
        return answer(400, { error: 'invalid_grant', error_description: `Unknown refresh token: ${body}` });
      }
      if (body.includes('Nobody knows me')) {
        return answer(401, { error: 'invalid_token', message: `Malformed access token: ${authorization}` });
      }
      if (garbled) {
        return answer(422, {
          error: 'unprocessable',
          message: `Against a rule, and sent with ${authorization}`,
        });
      }
      garbled = true;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<h1>Just a moment, ${authorization}</h1>`);
    });
  });
  return { server, seen };
}

describe('the credentials of a channel whose network quotes them', () => {
  const CANARIES = { token: 'canary5e1ftoken8c2b', refreshToken: 'canary77d0refresh41aa' };
  const { server, seen } = quotingNetwork();
  let crier: TestInstance;
  let rejected: PostPage;
  let held: PostPage;
  beforeAll(async () => {
    crier = await startInstance();
    const channel = (await crier.connect('sandbox')).id;
    const sealed = crier.context.secrets.seal(
      JSON.stringify(CANARIES),
      credentialsBinding(crier.organizationId, channel),
    );
    await sql(crier, 'update integration set credentials = $1 where id = $2', [sealed, channel]);
    const port = await freePort();
    await crier.startWorkerProcess({ LOG_LEVEL: 'trace', CRIER_SANDBOX_URL: `http://127.0.0.1:${port}` });
    const client = clientOf(crier);
    const create = async (content: string): Promise<string> =>
      (await client.create({ channels: [channel], parts: [{ content }] }))[0] ?? '';
    const tells = (id: string, event: string): Promise<PostPage> =>
      eventually(
        event,
        async () => {
          const page = await client.page(id);
          return page.timeline.some((line) => line.event === event) && page;
        },
        60_000,
      );
    const first = await create('Spring menu');
    await tells(first, 'will_retry'); // nothing listens there
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    rejected = await client.reaches(first, 'failed');
    held = await tells(await create('Nobody knows me'), 'held');
  }, 180_000);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await crier?.stop();
  });

  const histories = async (): Promise<string> => {
    const groups = await sql<{ id: string }>(crier, 'select id from post_group');
    return (
      await Promise.all(
        groups.map(async ({ id }) =>
          readableText(await crier.context.temporal.workflow.getHandle(publishWorkflowId(id)).fetchHistory()),
        ),
      )
    ).join('\n');
  };
  const found = (text: string): string[] =>
    Object.entries(CANARIES)
      .filter(([, value]) => text.includes(value))
      .map(([name]) => name);

  it('were sent, and every kind of failure occurred', async () => {
    expect(found(seen.join('\n'))).toEqual(['token', 'refreshToken']);
    expect(rejected.timeline.map((line) => line.event)).toEqual(
      expect.arrayContaining(['will_retry', 'outcome_unknown', 'failed']),
    );
    expect(rejected.error).toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('Against a rule, and sent with Bearer [redacted]'),
    });
    const [notice] = await sql<{ content: string }>(
      crier,
      "select content from notification where kind = 'channel_disconnected'",
    );
    expect(notice?.content).toContain('Unknown refresh token: {"refreshToken":"[redacted]"}');
  });

  it('are in no page, timeline, ledger, notification or other row', async () => {
    expect(found(JSON.stringify([rejected, held]))).toEqual([]);
    const count = async (table: string, where: string): Promise<number> =>
      (await sql(crier, `select 1 from ${table} where ${where}`)).length;
    expect([
      (await count('post_event', "detail <> '{}'")) > 3,
      await count('publish_attempt', "evidence <> '[]'"),
      (await count('notification', "content like '%redacted%'")) > 0,
    ]).toEqual([true, 2, true]);
    expect(found(await dump(crier))).toEqual([]);
  });

  it('are in no history, nor is any other text of the network: it has codes', async () => {
    const text = await histories();
    for (const code of ['rejected', 'Nothing was sent (ECONNREFUSED)']) expect(text).toContain(code);
    expect(text).not.toMatch(/Against a rule|Just a moment|Malformed access token|Unknown refresh token/);
    expect(text).not.toMatch(/Spring menu|Nobody knows me/);
    expect(found(text)).toEqual([]);
  });

  it('are in no log, whose lines about a post name it and its group', async () => {
    expect(found(crier.logs())).toEqual([]);
    const lines = crier
      .logs()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [post] = await sql<{ groupId: string }>(
      crier,
      'select post_group_id as "groupId" from post where id = $1',
      [held.id],
    );
    expect(lines.find((line) => line.msg === 'channel must be reconnected')).toMatchObject({
      component: 'worker',
      postId: held.id,
      groupId: post?.groupId,
      part: 1,
      reason: expect.stringContaining('[redacted]'),
    });
  });
});
