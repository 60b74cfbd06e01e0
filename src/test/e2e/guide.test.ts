/** Every example of the guide and of the reference is run, in every language, against an instance. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import {
  exampleCall,
  examplesOf,
  type ExampleCall,
  type Language,
} from '../../http/openapi/guide/examples.ts';
import { guideInMarkdown } from '../../http/openapi/guide/render-guide.ts';
import { GUIDE } from '../../http/openapi/guide/sections.ts';
import { documentOf } from '../../http/routes/openapi.ts';
import { operations } from '../../run/operations.ts';
import { createHashtagSetOperation } from '../../compositions/routes/hashtag-sets.ts';
import { readLinkCardOperation } from '../../link-cards/routes/read-link-card.ts';
import { switchShortLinkOperation } from '../../short-links/routes/switch-short-link.ts';
import { FUTURE, buildPost, createOne, png, sql, upload } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { run } from '../servers/server.ts';

/** What an operation answers to a scheduled post of the sandbox, where that is not success. */
const REFUSALS: Readonly<Record<string, number>> = {
  // The file of the examples is a picture.
  convertVideo: 400,
  trimVideo: 400,
  retryPost: 409,
  resolvePost: 409,
  setReleaseId: 409,
  triggerIntegrationTool: 404,
  // The sandbox has no page of its own to connect at, and nothing outside can be fetched here.
  uploadFromUrl: 400,
  // There is no bucket.
  beginDirectUpload: 409,
  completeDirectUpload: 404,
};

// Who has no Python with requests still runs the other two.
const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
const languages: Language[] = ['curl', 'javascript', ...(hasPython ? (['python'] as const) : [])];

/** Stands before what each example prints. */
const NEXT = '--- the next example\n';
const CURL_OPTIONS = String.raw` -s -w '\n%{http_code}'`;

interface Player {
  readonly suffix: string;
  readonly command: string;
  /** The program that runs the examples that are named to it. */
  readonly all: readonly string[];
  /** Where an example prints the status that it got. */
  readonly status: RegExp;
}

const PLAYERS: Readonly<Record<Language, Player>> = {
  curl: {
    suffix: 'sh',
    command: 'bash',
    all: ['for file; do', `  printf -- '${NEXT.trim()}\\n'`, '  bash -e "$file" || exit', 'done'],
    status: /\n(\d+)$/,
  },
  javascript: {
    suffix: 'mjs',
    command: process.execPath,
    all: [
      'for (const file of process.argv.slice(2)) {',
      `  process.stdout.write(${JSON.stringify(NEXT)});`,
      '  await import(file);',
      '}',
    ],
    status: /^(\d+) /,
  },
  python: {
    suffix: 'py',
    command: 'python3',
    all: [
      'import runpy, sys',
      'for file in sys.argv[1:]:',
      `    print(${JSON.stringify(NEXT.trim())}, flush=True)`,
      '    runpy.run_path(file)',
    ],
    status: /^(\d+) /,
  },
};

describe('an example of the guide', () => {
  let crier: TestInstance;
  let channel: string;
  let media: string;
  let folder: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    media = (await upload<{ id: string }>(crier, png(4, 4))).body.id;
    const { shortURL } = switchShortLinkOperation.example;
    await sql(
      crier,
      `insert into short_link (id, organization_id, url, url_hash, target, short_url, service, code)
        values (gen_random_uuid(), $1, 'https://example.com', $2, 'https://example.com', $3, 'crier', $2)`,
      [crier.organizationId, shortURL.split('/').at(-1), shortURL],
    );
    // Nothing outside can be read here, but a page that was read today.
    await sql(
      crier,
      `insert into link_card (url_hash, title, description)
        values (encode(sha256(convert_to($1, 'UTF8')), 'hex'), 'Spring menu', '')`,
      [readLinkCardOperation.example.url],
    );
    folder = mkdtempSync(join(tmpdir(), 'crier-guide-'));
    writeFileSync(join(folder, 'picture.png'), png(4, 4));
  });
  afterAll(async () => {
    await crier?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const addWebhook = async (): Promise<[webhook: string, delivery: string]> => {
    const hook = { body: { url: 'https://example.com/hook' } };
    const { id } = (await crier.call<{ id: string }>('POST', '/webhooks', hook)).body;
    const test = await crier.call<{ deliveryId: string }>('POST', `/webhooks/${id}/test`);
    return [id, test.body.deliveryId];
  };
  const addVideoJob = async (): Promise<string> => {
    const [job] = await sql<{ id: string }>(
      crier,
      "insert into video_job (id, organization_id, kind) values (gen_random_uuid(), $1, 'trim') returning id",
      [crier.organizationId],
    );
    return job?.id ?? '';
  };
  /** Puts the reader's own ids in, as the page does. */
  const filled = async (text: string): Promise<string> => {
    const post = await createOne(
      crier,
      buildPost(channel, { date: FUTURE, tags: [{ label: `${Math.random()}` }] }),
    );
    const { body } = await crier.call<{ group: string }>('GET', `/posts/${post}`);
    const hashtagSet = async (): Promise<string> =>
      (await crier.call<{ id: string }>('POST', '/hashtag-sets', { body: createHashtagSetOperation.example }))
        .body.id;
    const listener = async (): Promise<string> =>
      (await crier.call<{ id: string }>('POST', '/webhook-listeners', { body: {} })).body.id;
    const [webhook, delivery] = text.includes('WEBHOOK_ID') ? await addWebhook() : ['', ''];
    return text
      .replaceAll('VIDEO_JOB_ID', text.includes('VIDEO_JOB_ID') ? await addVideoJob() : '')
      .replaceAll('HASHTAG_SET_ID', text.includes('HASHTAG_SET_ID') ? await hashtagSet() : '')
      .replaceAll('LISTENER_ID', text.includes('LISTENER_ID') ? await listener() : '')
      .replaceAll('WEBHOOK_ID', webhook)
      .replaceAll('DELIVERY_ID', delivery)
      .replaceAll('CHANNEL_ID', channel)
      .replaceAll('NETWORK', 'sandbox')
      .replaceAll('POST_ID', post)
      .replaceAll('GROUP_ID', body.group)
      .replaceAll('MEDIA_ID', media);
  };

  /** What each example printed. One process runs all those of a language, each from a file of its own. */
  const play = async (language: Language, texts: readonly string[]): Promise<string[]> => {
    const options = { cwd: folder, env: childEnv({ CRIER_API_KEY: crier.apiKey, NODE_OPTIONS: '' }) };
    const { suffix, command, all } = PLAYERS[language];
    const files = texts.map((text, n) => {
      const file = join(folder, `example-${n}.${suffix}`);
      writeFileSync(file, language === 'curl' ? text.replace(/^curl/, `curl${CURL_OPTIONS}`) : text);
      return file;
    });
    const player = join(folder, `all.${suffix}`);
    writeFileSync(player, all.join('\n'));
    return (await run(command, [player, ...files], options)).split(NEXT).slice(1);
  };

  const expectAnswers = async (
    language: Language,
    calls: readonly { call: ExampleCall; status: number }[],
  ): Promise<void> => {
    const texts: string[] = [];
    for (const { call } of calls) {
      texts.push(await filled(examplesOf(`${crier.url}/public/v1`, call)[language]));
    }
    const printed = await play(language, texts);
    const statuses = printed.map((text) => Number(PLAYERS[language].status.exec(text)?.[1]));
    expect(calls.map(({ call }, n) => ({ call, status: statuses[n] }))).toEqual(calls);
  };

  const documented = () =>
    Object.entries(documentOf({ providers: crier.context.providers, apiUrl: crier.url }, operations).paths);

  it.each(languages)('of the guide answers what it promises, in %s', async (language) => {
    const calls = GUIDE.flatMap(({ parts }) => parts.flatMap(({ call }) => call ?? []));
    expect(calls.length).toBeGreaterThan(4);
    await expectAnswers(
      language,
      calls.map((call) => ({ call, status: call.method === 'POST' ? 201 : 200 })),
    );
  });

  it.each(languages)('of each operation answers as in the reference, in %s', async (language) => {
    const seen: string[] = [];
    const calls: { call: ExampleCall; status: number }[] = [];
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
        if (status !== null) calls.push({ call, status });
      }
    }
    await expectAnswers(language, calls);
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
