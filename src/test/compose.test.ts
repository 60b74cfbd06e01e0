/** The container files are valid, closed and complete, and every command in them runs. Needs no Docker. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from '../platform/config/config.ts';
import { freePort } from '../run/embedded/ports.ts';
import { temporalFolder } from '../run/embedded/temporal-binaries.ts';
import { temporalVersions } from '../run/embedded/temporal-versions.ts';
import {
  commandOf,
  healthcheckOf,
  openStack,
  readCompose,
  type ComposeStack,
  type Service,
} from './compose-stack.ts';
import { eventually } from './instance.ts';
import { admin } from './ready-made.ts';
import { baseOf } from './image/base.ts';
import { ENTRIES, LEFT_OUT } from './image/contents.ts';
import { WORKER_STOP_MS } from '../../temporal/contract/bounds.ts';
import { imageHolds, reach } from './runtime-imports.ts';
import { composeSchema } from './servers/compose-schema.ts';
import { describeWith, endProcess } from './servers/server.ts';

const source = readFileSync('docker-compose.yml', 'utf8');
const compose = readCompose();
const names = Object.keys(compose.services);
const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const seconds = (name: string): number => Number.parseInt(service(name).stop_grace_period ?? '10s', 10);

describeWith([composeSchema], 'docker-compose.yml and the schema of Compose files', () => {
  const problems = (file: unknown): unknown => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(composeSchema.read());
    validate(file);
    return validate.errors;
  };

  it('follows the Compose specification', () => {
    expect(problems(compose)).toBeNull();
  });

  it('would reject a key that the specification does not have', () => {
    const { app } = compose.services;
    expect(problems({ ...compose, services: { app: { ...app, restarts: 'always' } } })).not.toBeNull();
  });
});

describe('docker-compose.yml', () => {
  it('opens the API, the web app and the Temporal UI to this machine, and nothing else', () => {
    const ports = Object.fromEntries(
      names.flatMap((name) => (service(name).ports ? [[name, service(name).ports]] : [])),
    );
    expect(ports).toEqual({
      app: ['${CRIER_BIND:-127.0.0.1}:5000:5000'],
      'temporal-ui': ['127.0.0.1:8080:8080'],
    });
  });

  it('keeps the database and the uploads in named volumes', () => {
    expect(Object.keys(compose.volumes)).toEqual(['database', 'data']);
    expect(service('postgres').volumes).toEqual(['database:/var/lib/postgresql']);
    for (const name of ['app', 'worker']) expect(service(name).volumes).toEqual(['data:/var/lib/crier']);
  });

  it('requires secrets, with a helpful message, instead of having defaults for them', () => {
    const required = new Set(
      [...source.matchAll(/\$\{(\w+):\?Set \1 in \.env to [^}]+\}/g)].map((m) => m[1]),
    );
    expect([...required].toSorted()).toEqual([
      'ENCRYPTION_KEY',
      'FRONTEND_URL',
      'JWT_SECRET',
      'POSTGRES_PASSWORD',
    ]);
    const optional = [...source.matchAll(/\$\{(\w+):-([^}]*)\}/g)].map((m) => m.slice(1));
    expect(optional).toEqual([
      ['CRIER_SANDBOX', 'false'],
      ['CRIER_BIND', '127.0.0.1'],
    ]);
    const example = readFileSync('.env.example', 'utf8');
    for (const name of required) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
  });

  it('starts each service after those it needs', () => {
    const needs = (name: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(service(name).depends_on ?? {}).map(([on, { condition }]) => [on, condition]),
      );
    const database = { postgres: 'service_healthy' };
    expect(needs('app')).toEqual({ ...database, migrate: 'service_completed_successfully' });
    expect(needs('worker')).toEqual({
      ...database,
      migrate: 'service_completed_successfully',
      temporal: 'service_healthy',
    });
    expect(needs('migrate')).toEqual(database);
    expect(needs('temporal-schema')).toEqual(database);
    expect(needs('temporal')).toEqual({ ...database, 'temporal-schema': 'service_completed_successfully' });
    expect(needs('temporal-ui')).toEqual({ temporal: 'service_healthy' });
  });

  it('names every image but its own by the checksum of its content', () => {
    const unpinned = names.filter((name) => !/@sha256:[0-9a-f]{64}$/.test(service(name).image ?? ''));
    expect(unpinned).toEqual(['app', 'worker', 'migrate']);
    for (const name of unpinned) expect(service(name).image).toMatch(/^crier:/);
  });

  it('restarts services, checks their health, and runs jobs once', () => {
    const jobs = ['migrate', 'temporal-schema'];
    for (const name of names) {
      expect([name, service(name).restart]).toEqual([name, jobs.includes(name) ? 'no' : 'unless-stopped']);
    }
    expect(names.filter((name) => !service(name).healthcheck).toSorted()).toEqual(jobs);
  });

  it('gives the worker more time to stop than the worker gives a publish in progress', () => {
    expect(seconds('worker') * 1000).toBeGreaterThan(WORKER_STOP_MS);
    expect(seconds('app')).toBeGreaterThan(10);
  });

  it('runs the Temporal that npm start runs, on PostgreSQL, without Elasticsearch', () => {
    const { server, ui } = temporalVersions();
    const tagOf = (name: string): string | undefined => service(name).image?.split('@')[0];
    expect(tagOf('temporal')).toBe(`temporalio/server:${server}`);
    expect(tagOf('temporal-schema')).toBe(`temporalio/admin-tools:${server}`);
    // The last number may differ: not every version of the UI has an image.
    expect(tagOf('temporal-ui')).toMatch(`temporalio/ui:${ui.replace(/\d+$/, '')}`);
    expect(tagOf('postgres')).toBe('postgres:18');
    expect(service('temporal').environment).toMatchObject({ DB: 'postgres12', NUM_HISTORY_SHARDS: '4' });
    expect(source).not.toMatch(/elastic/i);
    expect(existsSync('temporal/server/dynamic-config.yaml')).toBe(true);
  });
});

describe('the image', () => {
  const { files, packages } = reach(ENTRIES);
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  // npm ci --omit=dev installs what the product and its workspaces depend on.
  const manifests = ['package.json', ...globSync('src/*/package.json')].map(
    (file) =>
      JSON.parse(readFileSync(file, 'utf8')) as Record<
        'dependencies' | 'devDependencies',
        Record<string, string>
      >,
  );
  const dependencies = Object.assign({}, ...manifests.map((manifest) => manifest.dependencies)) as Record<
    string,
    string
  >;
  const { devDependencies } = manifests[0] as (typeof manifests)[number];

  it('is built without development packages, runs as an unprivileged user, and contains its workflow bundle', () => {
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map((m) => m[1])).toEqual([
      '${NODE_IMAGE}',
      '${NODE_IMAGE}',
    ]);
    expect(baseOf(dockerfile)).toMatchObject({ name: 'node:24-trixie-slim' });
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(dockerfile).toContain(".ensureBundle({ CRIER_CACHE_DIR: '/var/cache/crier' })");
    expect(dockerfile).toMatch(
      /ENV NODE_ENV=production CRIER_DATA_DIR=\/var\/lib\/crier CRIER_CACHE_DIR=\/var\/cache\/crier/,
    );
    expect(dockerfile.trimEnd().split('\n').slice(-4)).toEqual([
      'USER node',
      'EXPOSE 5000',
      'ENTRYPOINT ["tini", "--"]',
      `CMD ${JSON.stringify(service('app').command).replaceAll(',', ', ')}`,
    ]);
  });

  it('needs no development package to run', () => {
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
    expect(packages.filter((name) => name in devDependencies)).toEqual([]);
  });

  it('leaves out what only builds, and what npm start has of its own', () => {
    const own = { ...manifests[0]?.dependencies };
    for (const name of LEFT_OUT.filter((left) => left in own)) {
      expect(dockerfile).toContain(`dependencies.${name}`);
    }
    const importers = files.filter((file) =>
      LEFT_OUT.some((name) => new RegExp(`['"(]${name}['"]`).test(readFileSync(file, 'utf8'))),
    );
    // It builds where nothing was built.
    expect(importers).toEqual(['src/http/build-web.ts']);
  });

  it('is built of files that are there', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((m) =>
      (m[1] ?? '').split(' '),
    );
    expect(copied).toContain('package-lock.json');
    const kept = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map((m) => m[1] ?? '');
    const run = [...dockerfile.matchAll(/\bimport\('\.\/([^']+)'\)/g)].map((m) => m[1] ?? '');
    for (const path of [...copied, ...kept, ...run]) {
      expect([path, existsSync(path), path === '.' || imageHolds(path)]).toEqual([path, true, true]);
    }
  });

  it('contains every source that runs, and no test', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'temporal/worker.ts',
        'activities/ledger/claim-part.ts',
        'providers/index.ts',
        'migrations/index.ts',
      ]),
    );
    expect(files.filter((file) => !imageHolds(file))).toEqual([]);
    for (const needed of [
      'package.json',
      'package-lock.json',
      'temporal/server/go.mod',
      // Vite asks for what the web app's own one extends.
      'tsconfig.json',
      'src/web/tsconfig.json',
      'src/web/index.html',
    ]) {
      expect([needed, imageHolds(needed)]).toEqual([needed, true]);
    }
    for (const kept of [
      '.env',
      'node_modules/koa/package.json',
      'src/platform/config/config.test.ts',
      'src/test/instance.ts',
      '.git/config',
      'providers/nostr/fixtures/world.ts',
      'src/test/networks/mastodon/server.ts',
      'providers/_networks/sandbox/network.test.ts',
      'providers/_kit/test-provider.ts',
    ]) {
      expect([kept, imageHolds(kept)]).toEqual([kept, false]);
    }
  });
});

describe('the container commands', () => {
  const name = `compose_${randomBytes(5).toString('hex')}`;
  let stack: ComposeStack;
  let port: number;
  beforeAll(async () => {
    stack = await openStack({ create: [name], drop: [] });
    port = await freePort();
  });
  afterAll(() => stack?.stop());

  const env = (role: string): NodeJS.ProcessEnv => {
    const url = new URL(process.env.CRIER_TEST_DATABASE_URL ?? '');
    url.pathname = `/${name}`;
    return stack.env(role, { DATABASE_URL: url.href, TEMPORAL_NAMESPACE: name, PORT: String(port) });
  };
  const run = (role: string, command: readonly string[]) => stack.run(command, env(role));

  it('migrate an empty database, and change nothing the second time', async () => {
    for (const time of ['first', 'second']) {
      expect([time, await run('migrate', commandOf(service('migrate')))]).toEqual([
        time,
        { code: 0, output: '' },
      ]);
    }
  });

  it('create the first API key before anything else exists', async () => {
    const made = await run('app', ['node', 'src/run/cli/main.ts', 'keys', 'create', '--name', 'first']);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('crk_') });
  });

  it.each(['app', 'worker'])(
    'include %s, which is unhealthy before it runs, healthy while it runs, and exits when it is asked to',
    async (role) => {
      const check = (): Promise<{ code: number | null; output: string }> =>
        run(role, healthcheckOf(service(role)));
      expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining('unhealthy: ') });
      const process = stack.start(commandOf(service(role)), env(role));
      await eventually(`${role} is healthy`, async () => (await check()).code === 0, 60_000);
      await endProcess(process, seconds(role) * 1000);
      expect(process.exitCode).toBe(0);
    },
    120_000,
  );

  it.each([
    ['app', 'listening'],
    ['worker', 'polling'],
  ])(
    'include %s, which ends itself when it hangs, so that Compose starts it again',
    async (role, said) => {
      const hanging = { ...env(role), NODE_OPTIONS: `--require ${resolve('src/test/hang-on-signal.ts')}` };
      const process = stack.start(commandOf(service(role)), hanging);
      await new Promise<void>((ready) =>
        process.stdout?.on('data', (line: Buffer) => line.includes(`"msg":"${said}"`) && ready()),
      );
      const ended = once(process, 'exit');
      process.kill('SIGUSR2');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(service(role).restart).toBe('unless-stopped');
    },
    120_000,
  );
});

// Temporal's images contain these programs; where they are not in the cache (no Go), there is nothing to run.
const programs = temporalFolder(loadConfig().CRIER_CACHE_DIR);
const describeTemporal = existsSync(programs) ? describe : describe.skip;

describeTemporal('Temporal in its containers', () => {
  const store = `compose_${randomBytes(5).toString('hex')}`;
  const databases = { DBNAME: store, VISIBILITY_DBNAME: `${store}_visibility` };
  const tools = join(tmpdir(), store);
  let stack: ComposeStack;
  beforeAll(async () => {
    stack = await openStack({ create: [], drop: Object.values(databases) });
    symlinkSync(programs, tools);
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(tools, { force: true });
  });

  const job = (): ReturnType<ComposeStack['run']> => {
    const env = stack.env('temporal-schema', { ...databases });
    return stack.run(commandOf(service('temporal-schema')), { ...env, PATH: `${tools}:${env.PATH}` });
  };

  it('creates its databases, and changes nothing the second time', async () => {
    expect((await job()).code).toBe(0);
    const again = await job();
    expect(again.code).toBe(0);
    expect(again.output).toContain('found zero updates');
  });

  it('is wiped by the documented commands, and has its databases again, with their setting', async () => {
    const document = readFileSync('docs/operations.md', 'utf8');
    const [, written = ''] = /^docker compose exec postgres psql (.+?)\n(?=\S)/ms.exec(document) ?? [];
    const drops = [...written.matchAll(/-c "([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(drops).toHaveLength(2);
    const target = written.split(' -f ').at(-1);
    expect(service('postgres').configs).toEqual([{ source: 'temporal-databases', target }]);
    const creates = compose.configs['temporal-databases']?.content.trim().split('\n') ?? [];
    const server = process.env.CRIER_TEST_DATABASE_URL ?? '';
    for (const statement of [...drops, ...creates]) await admin(server, statement.replace('temporal', store));
    expect((await job()).code).toBe(0);
    const set = await admin(
      server,
      `select datname from pg_database d join pg_db_role_setting s on s.setdatabase = d.oid
      where setconfig = '{synchronous_commit=off}' and datname like '${store}%' order by 1`,
    );
    expect(set).toEqual(Object.values(databases).map((datname) => ({ datname })));
  });

  it('starts from its variables alone, with a health check that needs the store', async () => {
    const ports = await Promise.all(Array.from({ length: 9 }, () => freePort()));
    const variables = [
      'FRONTEND_GRPC_PORT',
      'FRONTEND_HTTP_PORT',
      ...['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'].map((s) => `${s}_MEMBERSHIP_PORT`),
      ...['HISTORY', 'MATCHING', 'WORKER'].map((s) => `${s}_GRPC_PORT`),
    ];
    const moved = Object.fromEntries(variables.map((variable, n) => [variable, String(ports[n])]));
    const url =
      healthcheckOf(service('temporal'))
        .at(-1)
        ?.replace('7243', moved.FRONTEND_HTTP_PORT ?? '') ?? '';
    expect(service('temporal').volumes).toEqual([
      `./temporal/server/dynamic-config.yaml:${service('temporal').environment.DYNAMIC_CONFIG_FILE_PATH}:ro`,
    ]);
    // The image's entrypoint runs `temporal-server start`.
    stack.start(
      [join(tools, 'temporal-server'), 'start'],
      stack.env('temporal', {
        ...databases,
        ...moved,
        DYNAMIC_CONFIG_FILE_PATH: 'temporal/server/dynamic-config.yaml',
      }),
    );
    const answer = await eventually(
      'Temporal is healthy',
      async () => {
        const response = await fetch(url).catch(() => null);
        return response?.ok ? ((await response.json()) as { namespaceInfo: { name: string } }) : null;
      },
      60_000,
    );
    expect(answer.namespaceInfo.name).toBe('temporal-system');
  }, 90_000);
});
