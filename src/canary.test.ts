import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql, upload, png, withContent, type ErrorBody } from './test/factories.ts';
import { startInstance, type TestInstance } from './test/instance.ts';

/** Every row of every table as text. */
async function dump(crier: TestInstance): Promise<string> {
  const tables = await sql<{ name: string }>(crier, "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'");
  const rows = await Promise.all(tables.map(({ name }) => sql<{ text: string | null }>(crier, `select json_agg(t)::text as text from ${name} t`)));
  return rows.flat().map((r) => r.text ?? '').join('\n');
}

describe('secrets', () => {
  let crier: TestInstance;
  let url: string;
  const canaries: Record<string, string> = {};
  const answers: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const channel = await crier.connect('sandbox');
    const sealed = (await sql<{ credentials: string }>(crier, 'select credentials from integration'))[0]?.credentials ?? '';
    const { token } = JSON.parse(crier.context.secrets.open(sealed, `integration:${crier.organizationId}:${channel.id}`)) as { token: string };
    Object.assign(canaries, { apiKey: crier.apiKey, networkToken: token, encryptionKey: crier.env.ENCRYPTION_KEY?.split(':')[1] ?? '', databasePassword: new URL(crier.env.DATABASE_URL ?? '').password });
    // A process of its own, so that what it writes is what an operator reads.
    url = (await crier.startApiProcess({ LOG_LEVEL: 'trace' })).url;
    const call = async (method: string, path: string, body?: unknown, key = crier.apiKey): Promise<void> => {
      const response = await fetch(`${url}/public/v1${path}`, { method, headers: { authorization: key, 'content-type': 'application/json', 'idempotency-key': `key-${answers.length}` }, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) });
      answers.push(await response.text());
    };
    const id = await createOne(crier, buildPost(channel.id));
    await upload(crier, png());
    for (const path of ['/is-connected', '/integrations', `/posts/${id}`, '/posts?startDate=2031-01-01&endDate=2032-01-01', '/posts/x', '/nothing']) await call('GET', path);
    for (const body of [buildPost(channel.id), withContent(channel.id, ''), buildPost('nobody'), `{"key":"${crier.apiKey}`]) await call('POST', '/posts', body);
    for (const key of [`Bearer ${crier.apiKey}`, `${crier.apiKey}x`, `Basic ${crier.apiKey}`]) await call('GET', '/is-connected', undefined, key);
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

  it('stand in no answer but to whoever sent them', () => {
    expect(answers).toHaveLength(16);
    // What is not JSON is shown where it breaks off; that is the caller's own text.
    const others = answers.filter((text) => !text.includes('"code":"invalid_json"')).join('\n');
    expect(Object.entries(canaries).filter(([, value]) => others.includes(value))).toEqual([]);
  });

  it('stand in no log, at its most talkative', () => {
    expect(crier.logs()).toContain('"request"');
    expect(Object.entries(canaries).filter(([, value]) => crier.logs().includes(value)).map(([name]) => name)).toEqual([]);
  });

  it('stand in no row of the database', async () => {
    const text = await dump(crier);
    expect(text).toContain('Spring menu');
    expect(Object.entries(canaries).filter(([, value]) => text.includes(value)).map(([name]) => name)).toEqual([]);
  });

  it('and the sweep would find them', async () => {
    await sql(crier, "insert into instance_state (key, value) values ('canary', to_jsonb($1::text))", [crier.apiKey]);
    expect(await dump(crier)).toContain(crier.apiKey);
    expect((await crier.call<ErrorBody>('GET', '/is-connected')).status).toBe(200);
  });
});
