/**
 * A fuzzer for APIs (PyPI schemathesis): requests generated from the OpenAPI document, valid and invalid
 * ones, and checks of the answers.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { ensurePython } from './python-environment.ts';
import { Unavailable, cacheFolder } from './server.ts';

const VERSION = '4.32.5';

/** The releases that it runs with: other ones would generate other requests from the same seed. */
const PINNED = [
  `schemathesis==${VERSION}`,
  'hypothesis==6.170.15',
  'hypothesis-graphql==0.13.5',
  'jsonschema_rs==0.60.3',
  'harfile==0.6.0',
  'anyio==4.16.0',
  'certifi==2026.10.18',
  'charset-normalizer==3.5.2',
  'click==8.5.1',
  'graphql-core==3.3.2',
  'idna==3.20',
  'iniconfig==2.3.1',
  'markdown-it-py==4.3.0',
  'MarkupSafe==3.0.4',
  'mdurl==0.1.2',
  'packaging==26.3',
  'pluggy==1.7.0',
  'Pygments==2.21.0',
  'pyrate-limiter==4.5.1',
  'pytest==9.2.0',
  'PyYAML==6.0.3',
  'requests==2.34.2',
  'rich==15.0.0',
  'sortedcontainers==2.4.0',
  'typing_extensions==4.16.0',
  'urllib3==2.8.0',
  'Werkzeug==3.1.9',
];

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'response_schema_conformance',
  'content_type_conformance',
  'response_headers_conformance',
];

/** One run. */
export interface FuzzOptions {
  /** The OpenAPI document as an object. */
  readonly document: unknown;
  /** URL below which its paths are called. */
  readonly url: string;
  readonly apiKey: string;
  /** For each operation and phase. */
  readonly maxExamples: number;
  /** The seed of the random numbers: the same requests every time. */
  readonly seed: number;
}

/** How a run ended. */
export interface FuzzResult {
  /** Operations that were called, of all in the document. */
  readonly operations: { readonly tested: number; readonly total: number };
  /** Requests that were sent. */
  readonly requests: number;
  /** What failed, each with the request that shows it. Empty when everything passed. */
  readonly failures: string;
}

/** What we read of its report. */
interface Report {
  readonly operations: { readonly tested: number; readonly total: number };
  readonly test_cases: { readonly generated: number };
}

/** The fuzzer as a server of the tests, so that tests without it are skipped by name and reason. */
export const schemathesis = {
  name: 'schemathesis',

  /** @throws Unavailable, with what would help */
  async ensure(log: (line: string) => void): Promise<void> {
    const environment = {
      name: `schemathesis-${VERSION}`,
      program: 'schemathesis',
      install: ['--no-deps', ...PINNED],
    };
    await ensurePython(environment, () => log(`installing schemathesis ${VERSION}`)).catch((cause: Error) => {
      throw new Unavailable(
        `schemathesis needs python3 (3.10 or newer) with venv, and PyPI: ${cause.message}`,
        { cause },
      );
    });
  },

  /**
   * Calls each operation: its examples, the limits of each field, random bodies. Rejects when it could not be
   * run.
   */
  async fuzz(options: FuzzOptions): Promise<FuzzResult> {
    const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
    try {
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(options.document));
      // The key is in a file, not among the arguments, which every user of the machine can read.
      await writeFile(join(folder, 'schemathesis.toml'), `[headers]\nAuthorization = "\${FUZZ_API_KEY}"\n`);
      return await runIn(folder, options);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function runIn(folder: string, { url, apiKey, maxExamples, seed }: FuzzOptions): Promise<FuzzResult> {
  const program = join(cacheFolder(`schemathesis-${VERSION}`), 'bin', 'schemathesis');
  const args = [
    '--no-color',
    '--config-file',
    'schemathesis.toml',
    'run',
    'openapi.json',
    '--url',
    url,
    '--checks',
    CHECKS.join(','),
    '--phases',
    'examples,coverage,fuzzing',
    '--max-examples',
    String(maxExamples),
    '--seed',
    String(seed),
    '--generation-database',
    'none',
    '--no-shrink',
    '--continue-on-failure',
    '--suppress-health-check',
    'all',
    '--request-timeout',
    '30',
    '--warnings',
    'off',
    '--report',
    'json',
    '--report-json-path',
    'report.json',
  ];
  const child = spawn(program, args, {
    cwd: folder,
    env: childEnv({ FUZZ_API_KEY: apiKey }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const text = output.join('');
  // 1 = something failed; 2 and more = it could not be run.
  if (code !== 0 && code !== 1) throw new Error(`schemathesis ended with ${code}: ${text.slice(-2000)}`);
  const { operations, test_cases: cases } = JSON.parse(
    await readFile(join(folder, 'report.json'), 'utf8'),
  ) as Report;
  return {
    operations: { tested: operations.tested, total: operations.total },
    requests: cases.generated,
    failures: code === 0 ? '' : text,
  };
}
