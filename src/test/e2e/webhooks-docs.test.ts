/** The blocks of docs/webhooks.md are typed as they stand. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createDeliverWebhook } from '../../../activities/deliver-webhook.ts';
import { startCrier, type RunningCrier } from '../../run/cli/fixtures/run-cli.ts';
import { childEnv } from '../../platform/config/config.ts';
import { blocksOf } from '../doc-blocks.ts';
import { buildPost, createOne, sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { documented } from '../listen-to.ts';
import { endProcess, run } from '../servers/server.ts';
import { startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';

describe('docs/webhooks.md', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let running: RunningCrier | undefined;
  const blocks = blocksOf('docs/webhooks.md');
  const [make = '', body = '', js = '', python = '', go = '', listen = '', screen = ''] = blocks.map(
    ({ text }) => text,
  );
  beforeAll(async () => {
    [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
  });
  afterEach(async () => {
    if (running) await endProcess(running.child);
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await crier?.stop();
    await receiver?.stop();
  });

  const publish = async (): Promise<void> => {
    const { id } = await crier.connect('sandbox');
    await sql(
      crier,
      `update post set state = 'published', published_at = now(), lateness_ms = 12, release_id = '113',
      release_url = 'https://social.example/@cafe/113' where id = $1`,
      [await createOne(crier, buildPost(id))],
    );
  };

  it('has blocks that make a webhook, show what comes, verify it in three languages, and listen', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'json', 'js', 'python', 'go', 'sh', '']);
  });

  it('makes a webhook, which is sent the body that is shown, signed as the program in JavaScript verifies it', async () => {
    const typed = make
      .replaceAll('https://crier.example/public', `${crier.url}/public`)
      .replace('curl', 'curl --silent --show-error --fail-with-body');
    const made = JSON.parse(
      await run('bash', ['-ec', typed], { env: childEnv({ CRIER_API_KEY: crier.apiKey }) }),
    ) as { id: string; secret: string; url: string; events: string[] };
    expect(made).toMatchObject({
      url: 'https://example.com/hooks/crier',
      events: ['post.published', 'post.failed'],
      secret: expect.stringMatching(/^whsec_/),
    });
    receiver.secret = made.secret;
    await sql(crier, 'update webhook set url = $2 where id = $1', [made.id, receiver.url]);
    await publish();
    const due = await sql<{ id: string }>(crier, "select id from webhook_delivery where state = 'pending'");
    const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    for (const { id } of due) await deliver({ deliveryId: id });

    const [came, ...others] = receiver.received;
    expect([others, came?.verified]).toEqual([[], true]);
    const shown = JSON.parse(body) as Parameters<typeof documented>[1];
    expect(shapeOf(shown)).toEqual(shapeOf(came?.body));
    await documented(crier, shown);

    const verify = (rawBody: string): Promise<string> => {
      const variables = JSON.stringify([made.secret, rawBody, { headers: came?.headers }]);
      const program = `const [secret, rawBody, request] = ${variables};\n${js}\nconsole.log(JSON.stringify(event));`;
      return run(process.execPath, ['--input-type=module', '-e', program]);
    };
    // As it came: the JSON that is sent has no white space between its parts.
    const raw = JSON.stringify(came?.body);
    expect(JSON.parse(await verify(raw))).toEqual(came?.body);
    await expect(verify(raw.replace('sandbox', 'mastodon'))).rejects.toThrow(/No matching signature/);
  });

  it.each([
    ['Python', 'receiver.py', python],
    ['Go', 'receiver.go', go],
  ])('verifies in %s with the lines of the receiver that the nightly run kills', (_, file, block) => {
    const program = readFileSync(`src/test/webhook-programs/${file}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().replace(/^import /, ''));
    const lines = block.split('\n').filter(Boolean);
    expect(lines.length).toBeGreaterThan(1);
    expect(program).toEqual(expect.arrayContaining(lines.map((line) => line.replace(/^import /, ''))));
  });

  it('forwards events to a receiver on this computer, with the lines that are shown', async () => {
    const [key = '', command = ''] = listen.split('\n');
    expect(key).toBe('export CRIER_API_KEY=crk_…');
    const args = (/^npm run crier -- (.*)$/.exec(command)?.[1] ?? '')
      .replace('http://localhost:3000/hook', receiver.url)
      .replace('https://crier.example', crier.url)
      .split(' ');
    running = startCrier(
      { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined, CRIER_API_KEY: crier.apiKey },
      ...args,
    );
    const { screen: shown } = running;
    await eventually('it listens', () => Promise.resolve(/Ctrl-C/.test(shown())), 60_000);
    await publish();
    await eventually(
      'an event was forwarded',
      () => Promise.resolve(/post\.scheduled .*204 in/.test(shown())),
      30_000,
    );
    const exampleLines = screen.split('\n').map((line) => new RegExp(`^${likeness(line)}$`, 'm'));
    expect(exampleLines).toHaveLength(3);
    for (const line of exampleLines) expect(shown()).toMatch(line);
  });
});

/** Names with the types of their values, so that two bodies can be compared without what differs in each. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

/** A line of the screen whose times, ids, URLs and secret may be others. */
const likeness = (line: string): string =>
  line
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/http:\S+?\/hook/, String.raw`http:\S+/hook`)
    .replace(/whsec_…/, String.raw`whsec_\S+`)
    .replace(/^\d\d:\d\d:\d\d/, String.raw`\d\d:\d\d:\d\d`)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '[0-9a-f-]{36}')
    .replace(/in \d+ ms/, String.raw`in \d+ ms`);
