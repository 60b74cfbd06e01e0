import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { cleanEnded } from '../../../../activities/clean-ended.ts';
import { buildPost, createOne, sql } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { endProcess } from '../../../test/servers/server.ts';
import { startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { runCrier, startCrier, type CliRun, type RunningCrier } from '../fixtures/run-cli.ts';

jest.setTimeout(120_000);

describe('webhooks listen', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let channel: string;
  // Another machine: only a URL and an API key are known.
  let remote: NodeJS.ProcessEnv;
  let running: RunningCrier | undefined;
  beforeAll(async () => {
    [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
    channel = (await crier.connect('sandbox', { name: 'Town square' })).id;
    remote = {
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      CRIER_DATA_DIR: join(crier.dataDir, 'elsewhere'),
      CRIER_API_KEY: crier.apiKey,
    };
  });
  afterEach(async () => {
    if (running) await endProcess(running.child);
    await sql(crier, 'delete from webhook_listener');
    await sql(crier, 'delete from webhook_event');
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 204 });
  });
  afterAll(async () => {
    await crier?.stop();
    await receiver?.stop();
  });

  /** Starts it, and gives the receiver its secret. */
  const listen = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<RunningCrier> => {
    running = startCrier(env, 'webhooks', 'listen', '--forward-to', receiver.url, ...args);
    const { screen } = running;
    await eventually('it listens', () => Promise.resolve(/Ctrl-C/.test(screen())), 60_000);
    receiver.secret = /whsec_\S+/.exec(screen())?.[0] ?? '';
    return running;
  };
  const received = (count: number): Promise<unknown> =>
    eventually('events have come', () => Promise.resolve(receiver.received.length >= count), 30_000);
  const says = ({ screen }: RunningCrier, text: string): Promise<unknown> =>
    eventually(text, () => Promise.resolve(screen().includes(text)), 30_000);
  const forwarded = ({ screen }: RunningCrier, count: number): Promise<unknown> =>
    eventually('lines', () => Promise.resolve((screen().match(/ {2}post\./g) ?? []).length >= count), 30_000);
  const types = (): unknown[] => receiver.received.map(({ body }) => (body as { type: string }).type);
  const endedBy = (signal: NodeJS.Signals, { child, ended }: RunningCrier): Promise<CliRun> => {
    child.kill(signal);
    return ended;
  };
  const leftBehind = (): Promise<unknown[]> =>
    sql(
      crier,
      `select id from webhook_listener
      union all select listener_id from webhook_listener_event
      union all select id from webhook_event
      union all select id from webhook_delivery`,
    );

  it('forwards what happens, in order and signed with the secret that it shows, and leaves nothing behind', async () => {
    const terminal = await listen(remote, '--api', crier.url);
    const post = await createOne(crier, buildPost(channel));
    await crier.call('DELETE', `/posts/${post}`);
    await received(2);
    expect(types()).toEqual(['post.scheduled', 'post.cancelled']);
    expect(receiver.received.map(({ verified }) => verified)).toEqual([true, true]);
    expect(receiver.received[0]?.body).toMatchObject({
      id: receiver.received[0]?.id,
      organizationId: crier.organizationId,
      sequence: 1,
      data: { post: { id: post } },
    });
    await says(terminal, 'post.cancelled');
    const { code, stdout, stderr } = await endedBy('SIGINT', terminal);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/whsec_/g)).toHaveLength(1);
    expect(stdout).toMatch(new RegExp(`post.scheduled +${receiver.received[0]?.id} {2}204 in \\d+ ms`));
    expect(stdout).toContain('2 events forwarded, 0 of them without success');
    expect(await leftBehind()).toEqual([]);
  });

  it('leaves nothing of what it has not taken when its listener is deleted', async () => {
    const { body } = await crier.call<{ id: string }>('POST', '/webhook-listeners', { body: {} });
    const post = await createOne(crier, buildPost(channel));
    await crier.call('DELETE', `/posts/${post}`);
    const kept = await crier.call<{ events: unknown[] }>('POST', `/webhook-listeners/${body.id}/events`, {
      body: { taken: [] },
    });
    expect(kept.body.events).toHaveLength(2);
    await crier.call('DELETE', `/webhook-listeners/${body.id}`);
    expect(await leftBehind()).toEqual([]);
  });

  it('forwards only what it is asked for, on the machine of the instance too, with a secret of its own', async () => {
    const secret = `whsec_${Buffer.from('the same secret at every start').toString('base64')}`;
    const elsewhere = (await crier.connect('sandbox', { name: 'Elsewhere' })).id;
    const env = { ...crier.env, CRIER_WEBHOOK_SECRET: secret };
    const terminal = await listen(
      env,
      '--events',
      'post.scheduled,post.failed',
      '--channels=Town square',
      '--json',
      '--organization=Ada & Co',
    );
    receiver.secret = secret;
    await createOne(crier, buildPost(elsewhere));
    const post = await createOne(crier, buildPost(channel));
    await crier.call('DELETE', `/posts/${post}`);
    await createOne(crier, buildPost(channel));
    await forwarded(terminal, 2);
    const { stdout } = await endedBy('SIGTERM', terminal);
    expect(JSON.parse(stdout)).toEqual({ forwarded: 2, refused: 0 });
    expect(types()).toEqual(['post.scheduled', 'post.scheduled']);
    expect(receiver.received.every(({ verified }) => verified)).toBe(true);
    expect(terminal.screen()).not.toContain(secret);
  });

  it('reports what the receiver answered, and goes on when it fails', async () => {
    const answers = [{ status: 500 }, null, { status: 302, headers: { location: crier.url } }];
    const last = { status: 200, body: '\u001b[2J' };
    receiver.answer = () => (answers.length ? (answers.shift() ?? null) : last);
    const terminal = await listen(remote, '--api', crier.url);
    for (let i = 0; i < 4; i++) await createOne(crier, buildPost(channel));
    await forwarded(terminal, 4);
    const { stdout } = await endedBy('SIGINT', terminal);
    expect(stdout.match(/(?<=[0-9a-f]{12} {2})(no answer|\d+)/g)).toEqual(['500', 'no answer', '302', '200']);
    expect(stdout).toContain('4 events forwarded, 3 of them without success');
    expect(stdout).not.toContain('\u001b');
  });

  it('goes on after the API was restarted, with what happened meanwhile, and reports it', async () => {
    const { child, url } = await crier.startApiProcess();
    const terminal = await listen(remote, '--api', url);
    await endProcess(child, 0);
    await createOne(crier, buildPost(channel));
    await says(terminal, 'The instance does not answer (');
    expect(receiver.received).toEqual([]);
    await crier.startApiProcess({ PORT: new URL(url).port });
    await received(1);
    await says(terminal, 'The instance responds again; it has kept what happened in the meantime');
    expect(terminal.screen()).not.toContain('may be missing');
    await endedBy('SIGINT', terminal);
    expect(await leftBehind()).toEqual([]);
  });

  it('reports which events may be missing when it was away for too long', async () => {
    const terminal = await listen(remote, '--api', crier.url);
    terminal.child.kill('SIGSTOP');
    await createOne(crier, buildPost(channel));
    await eventually('the listener was given up', async () => {
      await sql(crier, "update webhook_listener set asked_at = now() - interval '11 minutes'");
      await cleanEnded(crier.context.database, 100);
      return (await sql(crier, 'select 1 from webhook_listener')).length === 0;
    });
    terminal.child.kill('SIGCONT');
    await says(terminal, 'may be missing');
    await createOne(crier, buildPost(channel));
    await received(1);
    expect(receiver.received[0]?.verified).toBe(true);
    await endedBy('SIGINT', terminal);
  });

  it('ends with its API key', async () => {
    const key = (await crier.anotherOrganization('Ben & Co')).apiKey;
    const terminal = await listen({ ...remote, CRIER_API_KEY: key }, '--api', crier.url);
    await sql(crier, 'update api_key set revoked_at = now() where organization_id <> $1', [
      crier.organizationId,
    ]);
    const { code, stderr } = await terminal.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('API key')]);
  });

  it.each([
    [['--forward-to', 'http://ann:pw@localhost/'], '--forward-to must be a URL'],
    [['--forward-to', 'http://'], '--forward-to must be a URL'],
    [['--forward-to', 'ftp://localhost/'], '--forward-to must be a URL'],
    [['--forward-to', 'localhost', '--events', 'post.liked'], 'There is no event "post.liked"'],
    [['--forward-to', 'localhost', '--channels', 'Nowhere'], 'No channel has the name or id "Nowhere"'],
  ])('does not begin with %j', async (args, message) => {
    const { code, stderr } = await runCrier(remote, 'webhooks', 'listen', '--api', crier.url, ...args);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
    expect(stderr).not.toContain('pw@');
  });

  it('does not begin with a secret that no library would take, and does not repeat it', async () => {
    const { code, stderr } = await runCrier(
      { ...remote, CRIER_WEBHOOK_SECRET: 'hunter22!' },
      'webhooks',
      'listen',
      `--api=${crier.url}`,
      '--forward-to=localhost',
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('CRIER_WEBHOOK_SECRET is not a secret')]);
    expect(stderr).not.toContain('hunter22');
  });
});
