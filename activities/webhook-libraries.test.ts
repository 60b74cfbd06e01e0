/** Receivers in other languages, each with its own library of Standard Webhooks, under faults. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from '../src/platform/config/config.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { ensurePython } from '../src/test/servers/python-environment.ts';
import { cacheFolder, run } from '../src/test/servers/server.ts';
import { THOROUGH } from '../src/test/thorough.ts';
import { createDeliverWebhook } from './deliver-webhook.ts';

const EVENTS = 1000;
const PROGRAMS = 'src/test/webhook-programs';
const PYTHON = {
  name: 'standardwebhooks-python-1.1.0',
  program: 'python3',
  install: ['standardwebhooks==1.1.0'],
} as const;
const GO = 'standardwebhooks-go-0.0.1';

async function python(): Promise<readonly string[]> {
  await ensurePython(PYTHON, () => undefined);
  return [join(cacheFolder(PYTHON.name), 'bin', 'python3'), join(PROGRAMS, 'receiver.py')];
}

async function go(): Promise<readonly string[]> {
  const folder = cacheFolder(GO);
  const program = join(folder, 'receiver');
  if (existsSync(program)) return [program];
  const options = { cwd: folder, env: childEnv({ GOFLAGS: '-mod=mod -buildvcs=false' }) };
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(PROGRAMS, 'receiver.go'), join(folder, 'main.go'));
  if (!existsSync(join(folder, 'go.mod'))) await run('go', ['mod', 'init', 'receiver'], options);
  await run('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'], options);
  await run('go', ['build', '-o', 'receiver', '.'], options);
  return [program];
}

// Every night: they need a Go, a Python and some minutes.
const describeThorough = THOROUGH ? describe : describe.skip;

describeThorough('a receiver that verifies with the library of Standard Webhooks', () => {
  let crier: TestInstance;
  let channel: string;
  let receiver: ChildProcess | undefined;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(async () => {
    receiver?.kill();
    await crier?.stop();
  });

  it.each([
    ['Python', python],
    ['Go', go],
  ])(
    'in %s gets every event, although it fails and dies in between, and sees what is out of order',
    async (_, build) => {
      const [program = '', ...args] = await build();
      const { body } = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', {
        body: { url: 'http://127.0.0.1:1/' },
      });
      receiver = spawn(program, args, { env: childEnv({ SECRET: body.secret }) });
      const lines: string[] = [];
      const port = await new Promise<string>((resolve, reject) => {
        receiver?.once('exit', () => reject(new Error(`the receiver ended: ${lines.join('\n')}`)));
        receiver?.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
        createInterface({ input: receiver?.stdout as NodeJS.ReadableStream }).on('line', (line) => {
          if (line.startsWith('port ')) resolve(line.slice(5));
          else lines.push(line);
        });
      });
      await sql(crier, 'update webhook set url = $1', [`http://127.0.0.1:${port}/`]);

      const post = await createOne(crier, buildPost(channel));
      await sql(
        crier,
        `do $$ begin
          for i in 2..${EVENTS} loop
            update post set publish_at = publish_at + interval '1 minute' where id = '${post}';
          end loop;
        end $$`,
      );
      const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
      for (;;) {
        await sql(crier, 'update webhook_delivery set next_at = null');
        const rows = await sql<{ id: string }>(
          crier,
          "select id from webhook_delivery where state = 'pending' order by random()",
        );
        if (rows.length === 0) break;
        for (const { id } of rows) await deliver({ deliveryId: id });
      }
      const events = await sql<{ id: string }>(crier, 'select id from webhook_event where post_id = $1', [
        post,
      ]);
      const taken = lines.map((line) => line.split(' '));
      expect(events).toHaveLength(EVENTS);
      expect(new Set(taken.map(([id]) => id))).toEqual(new Set(events.map(({ id }) => id)));
      // Some came twice, and none in the order in which it happened; the numbers say so.
      expect(taken.length).toBeGreaterThan(EVENTS);
      const numbers = new Set(taken.map(([, , sequence]) => Number(sequence)));
      expect([numbers.size, Math.min(...numbers), Math.max(...numbers)]).toEqual([EVENTS, 1, EVENTS]);
      receiver.kill();
      await sql(crier, 'delete from webhook');
    },
    600_000,
  );
});
