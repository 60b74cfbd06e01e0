import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../../providers/index.ts';
import { childEnv } from '../../platform/config/config.ts';
import { appOperations, operations } from '../../run/operations.ts';
import { openApiGenerator } from '../../test/oracles/maven-program.ts';
import { run } from '../../test/servers/server.ts';
import { THOROUGH } from '../../test/thorough.ts';
import { documentOf } from '../routes/openapi.ts';

const instanceOf = { providers: createRegistry({ sandbox: false }), apiUrl: 'https://crier.example' };
const document = documentOf(instanceOf, operations);
const documents = [document, documentOf(instanceOf, appOperations, 'app')] as const;

interface Node {
  readonly pattern?: unknown;
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Every object in a document, which may be a schema. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesOf);
  return Array.isArray(value) ? inner : [value as Node, ...inner];
}
const nodes = documents.flatMap(nodesOf);
const patterns = [...new Set(nodes.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])))];

describe('the OpenAPI document for generators of clients', () => {
  it('has no pattern that only JavaScript understands', () => {
    expect(patterns.length).toBeGreaterThan(15);
    // Classes of Unicode, looks ahead and behind, names, references: RE2 and Python lack some of them, and
    // other languages too (src/http/openapi/patterns.test.ts asks those two).
    expect(patterns.filter((pattern) => /\\[pPkB1-9]|\(\?(?!:)/.test(pattern))).toEqual([]);
  });

  it('defines for each value which type it is, and for no value two types beside null', () => {
    const several = nodes.filter(
      ({ type }) => Array.isArray(type) && type.filter((one) => one !== 'null').length !== 1,
    );
    const untyped = nodes.filter(
      (node) =>
        node.type === undefined &&
        (typeof node.const === 'string' || (Array.isArray(node.enum) && !isMixed(node.enum))),
    );
    expect([several, untyped]).toEqual([[], []]);
  });

  it('has no two fields of one object that are one name in another language', () => {
    const clashes = nodes.flatMap(({ properties }) => {
      const names = Object.keys(properties ?? {}).map((name) =>
        name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase(),
      );
      return names.filter((name, at) => names.indexOf(name) !== at);
    });
    expect(clashes).toEqual([]);
  });
});

/** Numbers and texts together. */
const isMixed = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => typeof value)).size > 1;

// Every night, as they need a Go and a Java, a minute, and the registries of both.
const describeThorough = THOROUGH ? describe : describe.skip;

describeThorough('a client of the Public API that is generated', () => {
  let folder: string;
  let file: string;
  const env = childEnv({ GOFLAGS: '-mod=mod -buildvcs=false' });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crier-clients-'));
    file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    await openApiGenerator.ensure();
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const go = (cwd: string, ...args: string[]): Promise<string> => run('go', args, { cwd, env });

  it('compiles as oapi-codegen writes it in Go', async () => {
    const at = join(folder, 'oapi-codegen');
    mkdirSync(at);
    await go(at, 'mod', 'init', 'crier.example/client');
    const program = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
    await go(at, 'run', program, '-generate', 'types,client', '-package', 'client', '-o', 'client.go', file);
    await go(at, 'get', 'github.com/oapi-codegen/runtime@v1.9.0');
    await go(at, 'vet', './...');
  }, 600_000);

  it('compiles as openapi-generator writes it in Go', async () => {
    const at = join(folder, 'openapi-generator');
    const options = ['generate', '-g', 'go', '-i', file, '-o', at, '--package-name', 'client'];
    await run('java', ['-jar', openApiGenerator.jar(), ...options], { env });
    expect(existsSync(join(at, 'model_youtube_settings.go'))).toBe(true);
    await go(at, 'build', './...');
  }, 600_000);
});
