/**
 * `channels try` as a process that is stopped or killed in the middle: what it put somewhere is taken away.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { childEnv } from '../../../platform/config/config.ts';
import { freeze } from '../../../platform/freeze.ts';
import { png, sql } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { armFault } from '../../../test/sandbox-fault.ts';
import { runCrier } from '../fixtures/run-cli.ts';

jest.setTimeout(120_000);

interface Trial {
  readonly child: ChildProcess;
  readonly seen: { stdout: string; stderr: string };
  readonly ended: Promise<unknown>;
}

describe('a trial of a channel that is cut off', () => {
  let crier: TestInstance;
  let file: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    file = join(crier.dataDir, 'menu.png');
    writeFileSync(file, png());
  });
  afterAll(() => crier?.stop());

  const connect = async (name: string): Promise<string> => (await crier.connect('sandbox', { name })).id;
  /** A process of its own, which publishes `text` with a picture. */
  function start(id: string, text: string): Trial {
    const child = spawn(
      process.execPath,
      [resolve('src/run/cli/main.ts'), 'channels', 'try', id, '--publish', '--text', text, '--media', file],
      { env: { ...childEnv(crier.env), NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const seen = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (chunk: Buffer) => void (seen[name] += chunk.toString()));
    }
    return { child, seen, ended: once(child, 'close') };
  }
  /** What is on the network. */
  const posts = async (text: string): Promise<unknown[]> => {
    const journal = await (await fetch(`${crier.url}/sandbox/posts.json`)).json();
    return (journal as { text: string; removedAt?: string | null }[]).filter(
      (post) => post.text === text && !post.removedAt,
    );
  };
  const isPublished = (text: string): Promise<boolean> =>
    eventually('the post is out', async () => (await posts(text)).length === 1, 60_000);
  const files = (): Promise<unknown[]> => sql(crier, 'select 1 from media where deleted_at is null');
  const notes = (): Promise<unknown[]> => sql(crier, "select 1 from instance_state where key like 'trial:%'");
  const again = async (id: string): Promise<TriedChannel> =>
    JSON.parse((await runCrier(crier.env, 'channels', 'try', id, '--json')).stdout) as TriedChannel;

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s removes its post and its file before it ends, and reports it',
    async (signal) => {
      const id = await connect(`Stopped by ${signal} #lookup`);
      const { child, seen, ended } = start(id, signal);
      await isPublished(signal);
      child.kill(signal);
      expect(await ended).toEqual([1, null]);
      expect(seen.stderr).toContain('Stopping: what was published is taken down first');
      expect(seen.stdout).toMatch(/^ok +take it down .* done$/m);
      expect(seen.stdout).toMatch(/^failed +the rest .*Stopped before it was done/m);
      expect(await posts(signal)).toEqual([]);
      expect(await files()).toEqual([]);
      expect(await notes()).toEqual([]);
    },
  );

  it('keeps a second trial of the channel away while it runs', async () => {
    const id = await connect('Two at once #lookup');
    const { child, ended } = start(id, 'Two at once');
    await isPublished('Two at once');
    const second = await runCrier(crier.env, 'channels', 'try', id);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('Another trial of this channel is running');
    expect(await posts('Two at once')).toHaveLength(1);
    child.kill('SIGTERM');
    await ended;
    expect(await posts('Two at once')).toEqual([]);
  });

  it('by SIGKILL leaves both, and the next trial removes them and reports what they were', async () => {
    const id = await connect('Killed #lookup');
    const { child, ended } = start(id, 'Killed');
    await isPublished('Killed');
    await eventually('it knows that', async () => (await notes()).length === 1);
    await eventually(
      'its answer was noted',
      async () =>
        (
          await sql(
            crier,
            "select 1 from instance_state where key like 'trial:%' and jsonb_array_length(value -> 'posts') = 1",
          )
        ).length === 1,
    );
    child.kill('SIGKILL');
    await ended;
    expect([(await posts('Killed')).length, (await files()).length]).toEqual([1, 1]);
    const { steps, left } = await again(id);
    expect(left).toEqual([]);
    expect(steps.slice(0, 2)).toMatchObject([
      {
        step: 'what the last trial left',
        ok: true,
        detail: expect.stringMatching(/1 file in .* 1 post at Sandbox/),
      },
      { step: 'take it down', ok: true },
    ]);
    expect([await posts('Killed'), await files(), await notes()]).toEqual([[], [], []]);
    expect((await again(id)).steps.map(({ step }) => step)).not.toContain('what the last trial left');
  });

  it('while its post was on its way is followed by a look for it', async () => {
    const id = await connect('On its way #lookup');
    await armFault(crier, id, { kind: 'lost_answer' });
    const { child, ended } = start(id, 'On its way');
    await isPublished('On its way');
    child.kill('SIGKILL');
    await ended;
    const { steps, left } = await again(id);
    expect(steps.map(({ step, ok }) => [step, ok]).slice(0, 3)).toEqual([
      ['what the last trial left', true],
      ['find it again, as after a lost answer', true],
      ['take it down', true],
    ]);
    expect([left, await posts('On its way')]).toEqual([[], []]);
  });

  it('and whose network does not know whether it is published is reported, with its text', async () => {
    const id = await connect('Nobody knows #none');
    await armFault(crier, id, { kind: 'reset_after' });
    const run = await runCrier(crier.env, 'channels', 'try', id, '--publish', '--text', 'Who knows');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('Still there: perhaps a post "Who knows", whose answer was lost');
  });

  it('is not cleaned up after while publishing is frozen', async () => {
    const id = await connect('Frozen #lookup');
    const { child, ended } = start(id, 'Frozen');
    await isPublished('Frozen');
    child.kill('SIGKILL');
    await ended;
    await freeze(crier.context.database, {}, { reason: 'a test', waitMs: 0 });
    const frozen = await again(id);
    expect(frozen.steps[0]).toMatchObject({
      ok: false,
      detail: expect.stringContaining('publishing_frozen'),
    });
    expect((await posts('Frozen')).length).toBe(1);
    await sql(crier, "delete from instance_state where key = 'frozen'");
    await again(id);
    expect(await posts('Frozen')).toEqual([]);
  });
});
