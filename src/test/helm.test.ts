/**
 * The Helm chart: rendered by Helm itself, and checked against the schemas of Kubernetes (PyPI
 * kubernetes-validate, which has those of each release). Helm is built once, which takes minutes, so this
 * runs every night.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { WORKER_STOP_MS } from '../../temporal/contract/bounds.ts';
import { variables } from '../platform/config/config.ts';
import { VERSION } from '../platform/version.ts';
import { readCompose } from './compose-stack.ts';
import { ensureGoProgram } from './servers/go-program.ts';
import { ensurePython } from './servers/python-environment.ts';
import { cacheFolder, run } from './servers/server.ts';
import { THOROUGH } from './thorough.ts';

const CHART = 'deploy/helm/crier';
const HELM = { name: 'helm', module: 'helm.sh/helm/v3/cmd/helm@v3.19.4' };
const CHECKER = { name: 'kubernetes-validate-1.37.0', program: 'kubernetes-validate' };
const helmFolder = (): string => cacheFolder('helm-3.19.4');

/** The oldest release that the chart claims, and the newest. */
const RELEASES = ['1.25.2', '1.37.0'] as const;

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly [
          {
            readonly image: string;
            readonly args: readonly string[];
            readonly env: readonly { name: string; value: string }[];
            readonly readinessProbe?: { readonly exec?: { readonly command: readonly string[] } };
          },
        ];
      };
    };
  };
}

const VALUES = {
  image: { repository: 'registry.example/crier' },
  secretName: 'crier',
  settings: {
    FRONTEND_URL: 'https://crier.example',
    TEMPORAL_ADDRESS: 'temporal:7233',
    STORAGE_PROVIDER: 's3',
    API_LIMIT: 1_000_000,
    CRIER_SANDBOX: false,
  },
  workers: [{ name: 'all' }, { name: 'slow', replicas: 0, networks: ['x', 'linkedin'] }],
};
const EVERYTHING = {
  ...VALUES,
  temporalClientCertificate: 'temporal-client',
  uploadsClaim: 'uploads',
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { 'prometheus.io/scrape': 'true' },
  nodeSelector: { pool: 'crier' },
  tolerations: [{ key: 'pool', operator: 'Exists' }],
  ingress: {
    enabled: true,
    host: 'crier.example',
    className: 'nginx',
    tlsSecret: 'crier-tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '1g' },
  },
};

describe('the Helm chart', () => {
  it('has the version of Crier, and names settings that exist', () => {
    expect(parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8'))).toMatchObject({
      version: VERSION,
      appVersion: VERSION,
    });
    const named = [...readFileSync(`${CHART}/values.yaml`, 'utf8').matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)];
    expect(named.map(([name]) => name).filter((name) => !(name in variables))).toEqual([]);
  });
});

(THOROUGH ? describe : describe.skip)('the Helm chart, rendered', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crier-helm-'));
    await ensureGoProgram(() => undefined, { ...HELM, folder: helmFolder() });
    const install = ['kubernetes-validate==1.37.0', 'jsonschema==4.26.0', 'PyYAML==6.0.3'];
    await ensurePython({ ...CHECKER, install }, () => undefined);
  }, 900_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What `kubectl apply` would receive. */
  const render = async (values: object, release = 'crier'): Promise<string> => {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    const args = ['template', release, CHART, '--kube-version', '1.25.0', '--values', file];
    return run(join(helmFolder(), 'helm'), args);
  };
  const resourcesOf = (text: string): Resource[] =>
    parseAllDocuments(text).map((document) => document.toJS() as Resource);
  const checked = (text: string, release: string): Promise<string> => {
    const file = join(folder, 'rendered.yaml');
    writeFileSync(file, text);
    const program = join(cacheFolder(CHECKER.name), 'bin', CHECKER.program);
    return run(program, ['--strict', '-k', release, file]);
  };

  it.each(RELEASES)('is what Kubernetes %s takes, with few values and with all', async (release) => {
    for (const values of [VALUES, EVERYTHING]) {
      const text = await render(values);
      expect((await checked(text, release)).match(/ passed /g)).toHaveLength(resourcesOf(text).length);
    }
    const wrong = (await render(VALUES)).replace('replicas:', 'replicaCount:');
    await expect(checked(wrong, release)).rejects.toThrow('replicaCount');
  });

  it('starts what the containers of Compose start, with as much time to stop', async () => {
    const pods = resourcesOf(await render(EVERYTHING)).filter(({ kind }) => /^(Deployment|Job)$/.test(kind));
    const compose = readCompose().services;
    const containerOf = (name: string) =>
      pods.find((one) => one.metadata.name === name)?.spec.template.spec.containers[0];
    expect([
      containerOf('crier-api')?.args,
      containerOf('crier-worker-slow')?.args,
      containerOf('crier-migrate')?.args,
    ]).toEqual([compose.app?.command, compose.worker?.command, compose.migrate?.command]);
    expect(['CMD', ...(containerOf('crier-worker-all')?.readinessProbe?.exec?.command ?? [])]).toEqual(
      compose.worker?.healthcheck?.test,
    );
    const worker = pods.find((one) => one.metadata.name === 'crier-worker-all');
    expect((worker?.spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThanOrEqual(
      WORKER_STOP_MS,
    );
    expect(containerOf('crier-worker-slow')?.env).toContainEqual({
      name: 'CRIER_NETWORKS',
      value: 'x,linkedin',
    });
    expect(containerOf('crier-api')).toMatchObject({
      image: `registry.example/crier:${VERSION}`,
      env: expect.arrayContaining([
        { name: 'API_LIMIT', value: '1000000' },
        { name: 'CRIER_SANDBOX', value: 'false' },
        { name: 'TEMPORAL_TLS_CLIENT_CERT_PATH', value: '/etc/crier/temporal/tls.crt' },
      ]) as unknown,
    });
  });

  it('has one set of names for each release in a namespace', async () => {
    const names = async (release: string): Promise<string[]> =>
      resourcesOf(await render(VALUES, release)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const [one, other] = [await names('crier'), await names('second')];
    expect(one.filter((name) => other.includes(name))).toEqual([]);
    expect(new Set(one).size).toBe(one.length);
  });

  it.each([
    ['a secret', { secretName: '' }, '/secretName'],
    ['an image', { image: {} }, '/image'],
    ['settings', { settings: { STORAGE_PROVIDER: 's3' } }, 'FRONTEND_URL'],
    ['a place for uploads', { settings: { ...VALUES.settings, STORAGE_PROVIDER: 'local' } }, 'uploadsClaim'],
    ['a host', { ingress: { enabled: true } }, 'ingress.host is missing'],
    ['different names', { workers: [{ name: 'a' }, { name: 'a' }] }, 'two groups have the same name'],
    ['known values', { replicas: 3 }, 'replicas'],
  ])('refuses values without %s, and names it', async (_, values, message) => {
    await expect(render({ ...VALUES, ...values })).rejects.toThrow(message);
  });

  it('has nothing for Helm to complain about', async () => {
    const file = join(folder, 'lint.yaml');
    writeFileSync(file, stringify(EVERYTHING));
    const output = await run(join(helmFolder(), 'helm'), ['lint', CHART, '--strict', '--values', file]);
    expect(output).toContain('0 chart(s) failed');
  });
});
