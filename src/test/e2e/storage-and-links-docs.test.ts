/** The blocks of docs/storage.md and docs/short-links.md are typed as they stand, in their order. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPart } from '../../../activities/publish-part.ts';
import { runCrier } from '../../run/cli/fixtures/run-cli.ts';
import { childEnv, loadConfig } from '../../platform/config/config.ts';
import { s3Settings } from '../../platform/media/stores/s3-settings.ts';
import { blocksOf } from '../doc-blocks.ts';
import { png, sql, upload } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { describeWith, run } from '../servers/server.ts';
import { versitygw, type RunningS3 } from '../servers/versitygw.ts';

describe('docs/short-links.md', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('makes a short link, and switches it off', async () => {
    const blocks = blocksOf('docs/short-links.md');
    expect(blocks.map(({ language }) => language)).toEqual(['bash', 'bash']);
    const [make = '', switchOff = ''] = blocks.map(({ text }) =>
      text.replaceAll('https://crier.example/public', `${crier.url}/public`),
    );
    const type = (text: string): Promise<string> =>
      run('bash', ['-ec', text], { env: childEnv({ CRIER_API_KEY: crier.apiKey }) });
    const { id } = await crier.connect('sandbox');
    const [{ postId }] = JSON.parse(await type(make.replace('CHANNEL', id))) as [{ postId: string }];
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    await publishPart({ deps, provider, part: { postId, position: 0 }, signal, untilShutdown: signal });
    const [{ shortURL }] = (
      await crier.call<{ shortLinks: [{ shortURL: string }] }>('GET', `/posts/${postId}`)
    ).body.shortLinks;
    const follow = async (): Promise<unknown[]> => {
      const answer = await fetch(`${crier.url}${new URL(shortURL).pathname}`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await follow()).toEqual([302, 'https://www.example.org/spring']);
    const example = 'https://crier.example/s/k7Xp2mQv';
    expect(switchOff).toContain(example);
    expect(JSON.parse(await type(switchOff.replace(example, shortURL)))).toMatchObject({ disabled: true });
    expect(await follow()).toEqual([410, null]);
  });
});

describeWith([versitygw], 'docs/storage.md', () => {
  let s3: RunningS3;
  let crier: TestInstance;
  let folder: string;
  const blocks = blocksOf('docs/storage.md');
  const settings = (): Record<string, string> => {
    const named = [...(blocks[0]?.text ?? '').matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      // The values of the document are examples, but for the one that chooses.
      name === 'STORAGE_PROVIDER' ? value : name === 'S3_REGION' ? 'us-east-1' : (s3.env[name] ?? value),
    ]);
    return Object.fromEntries(named) as Record<string, string>;
  };
  beforeAll(async () => {
    s3 = await versitygw.start();
    folder = mkdtempSync(join(tmpdir(), 'crier-docs-'));
    writeFileSync(join(folder, 'menu.jpg'), png(30, 20));
    crier = await startInstance({ temporal: false });
    await upload(crier, png(40, 30));
  });
  afterAll(async () => {
    await crier?.stop();
    await s3?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('has blocks of settings, moving, checking, the rule for browsers, and a program', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'json', 'sh']);
    expect(Object.keys(settings())).toEqual(expect.arrayContaining(Object.keys(s3.env)));
    expect(s3Settings(loadConfig(settings()))).toMatchObject({ bucket: s3.bucket });
  });

  it('moves files to the bucket and back, and checks them', async () => {
    const lines = [blocks[1], blocks[2]].flatMap((block) => block?.text.split('\n') ?? []);
    const commands = lines.map((line) => /^npm run crier -- (.*?) *(?:#.*)?$/.exec(line)?.[1] ?? '');
    expect(commands.slice(0, 2)).toEqual(['storage move local s3', 'storage move s3 local']);
    const where: string[] = [];
    for (const command of commands) {
      const { code, stderr } = await runCrier({ ...crier.env, ...settings() }, ...command.split(' '));
      expect([command, code, stderr]).toEqual([command, 0, expect.any(String)]);
      const [row] = await sql<{ storage: string }>(crier, 'select storage from media');
      where.push(row?.storage ?? '');
    }
    expect(where).toEqual(['s3', 'local', 'local', 'local', 'local']);
  }, 60_000);

  it('shows the rule that the command shows', async () => {
    const { stdout } = await runCrier(
      { ...crier.env, ...settings(), FRONTEND_URL: 'https://crier.example' },
      'storage',
      'cors',
    );
    const shown = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1);
    expect(JSON.parse(shown)).toEqual(JSON.parse(blocks[3]?.text ?? ''));
  });

  it('puts a file into the bucket from a program', async () => {
    const api = await crier.startApi(settings());
    const [begin = '', put = '', complete = ''] = (blocks[4]?.text ?? '')
      .replaceAll(/^#.*\n/gm, '')
      .split(/^(?=curl)/m);
    const type = (text: string): Promise<string> =>
      run('bash', ['-ec', text.replace('curl', 'curl -sS --fail-with-body')], {
        cwd: folder,
        env: childEnv({ CRIER_API_KEY: crier.apiKey, CRIER: api }),
      });
    const size = String(png(30, 20).length);
    const { id, url } = JSON.parse(await type(begin.replace('48213', size))) as { id: string; url: string };
    await type(put.replace('URL', url));
    const stored = JSON.parse(await type(complete.replace('/ID"', `/${id}"`))) as { id: string };
    expect(
      await sql(crier, 'select storage, original_name as name from media where id = $1', [stored.id]),
    ).toEqual([{ storage: 's3', name: 'menu.jpg' }]);
  });
});
