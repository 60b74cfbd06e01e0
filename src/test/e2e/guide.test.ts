/** Every example of the guide and of the reference is run, in every language, against an instance. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../config.ts';
import {
  exampleCall,
  examplesOf,
  type ExampleCall,
  type Language,
} from '../../http/openapi/guide/examples.ts';
import { guideInMarkdown } from '../../http/openapi/guide/render-guide.ts';
import { GUIDE } from '../../http/openapi/guide/sections.ts';
import { documentOf } from '../../http/routes/openapi.ts';
import { operations } from '../../operations.ts';
import { FUTURE, buildPost, createOne, png, upload } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { run } from '../servers/server.ts';

/** What an operation answers to a scheduled post of the sandbox, where that is not success. */
const REFUSALS: Readonly<Record<string, number>> = {
  retryPost: 409,
  resolvePost: 409,
  setReleaseId: 409,
  triggerIntegrationTool: 404,
  // The sandbox has no page of its own to connect at, and nothing outside can be fetched here.
  uploadFromUrl: 400,
};

// Who has no Python with requests still runs the other two.
const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
const languages: Language[] = ['curl', 'javascript', ...(hasPython ? (['python'] as const) : [])];

describe('an example of the guide', () => {
  let crier: TestInstance;
  let channel: string;
  let media: string;
  let folder: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    media = (await upload<{ id: string }>(crier, png(4, 4))).body.id;
    folder = mkdtempSync(join(tmpdir(), 'crier-guide-'));
    writeFileSync(join(folder, 'picture.png'), png(4, 4));
  });
  afterAll(async () => {
    await crier?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts the reader's own ids in, as the page does. */
  const filled = async (text: string): Promise<string> => {
    const post = await createOne(
      crier,
      buildPost(channel, { date: FUTURE, tags: [{ label: `${Math.random()}` }] }),
    );
    const { body } = await crier.call<{ group: string }>('GET', `/posts/${post}`);
    return text
      .replaceAll('CHANNEL_ID', channel)
      .replaceAll('NETWORK', 'sandbox')
      .replaceAll('POST_ID', post)
      .replaceAll('GROUP_ID', body.group)
      .replaceAll('MEDIA_ID', media);
  };

  /** What the example printed. */
  const play = async (language: Language, text: string): Promise<string> => {
    const env = childEnv({ CRIER_API_KEY: crier.apiKey, NODE_OPTIONS: '' });
    const options = { cwd: folder, env };
    if (language === 'curl') {
      const status = String.raw` -s -w '\n%{http_code}'`;
      return run('bash', ['-c', text.replace(/^curl/, `curl${status}`)], options);
    }
    const file = join(folder, language === 'python' ? 'example.py' : 'example.mjs');
    writeFileSync(file, text);
    return run(language === 'python' ? 'python3' : process.execPath, [file], options);
  };

  const expectAnswer = async (language: Language, call: ExampleCall, status: number): Promise<void> => {
    const text = await filled(examplesOf(`${crier.url}/public/v1`, call)[language]);
    const printed = await play(language, text);
    expect(printed).toMatch(language === 'curl' ? new RegExp(`\n${status}$`) : new RegExp(`^${status} `));
  };

  const documented = () =>
    Object.entries(documentOf({ providers: crier.context.providers, apiUrl: crier.url }, operations).paths);

  it.each(languages)('of the guide answers what it promises, in %s', async (language) => {
    const calls = GUIDE.flatMap(({ parts }) => parts.flatMap(({ call }) => call ?? []));
    expect(calls.length).toBeGreaterThan(4);
    for (const call of calls) await expectAnswer(language, call, call.method === 'POST' ? 201 : 200);
  });

  it.each(languages)('of each operation answers as the reference says, in %s', async (language) => {
    const seen: string[] = [];
    for (const [path, methods] of documented()) {
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId, responses } = operation as Parameters<typeof exampleCall>[2] & {
          responses: Record<string, unknown>;
        };
        const success = Number(Object.keys(responses).find((status) => status.startsWith('2')));
        const call = exampleCall(method, path, operation as Parameters<typeof exampleCall>[2]);
        // A deleted channel could not be posted to by the examples that follow.
        const status = operationId === 'deleteIntegration' ? null : (REFUSALS[operationId] ?? success);
        seen.push(operationId);
        if (status !== null) await expectAnswer(language, call, status);
      }
    }
    expect(seen.toSorted()).toEqual(
      operations()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('stands in docs/public-api.md as on the page', () => {
    expect(readFileSync('docs/public-api.md', 'utf8')).toContain(guideInMarkdown());
  });
});
