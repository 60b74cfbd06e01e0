/** The image at work: the services of docker-compose.yml run from it, and a post is published. */
import { randomBytes } from 'node:crypto';
import { commandOf, environmentHere, healthcheckOf, readCompose } from '../compose-stack.ts';
import { clientOf } from '../e2e/client.ts';
import { eventually } from '../instance.ts';
import { freePort } from '../../run/embedded/ports.ts';
import type { Engine, Service } from './engine.ts';
import type { Ended } from './programs.ts';

const HEALTHY_WITHIN_MS = 120_000;

/** When what held, in seconds from the start of the migrations. */
export interface Times {
  readonly migrated: number;
  readonly healthy: number;
  readonly published: number;
}

/**
 * Migrates an empty database, starts app and worker, makes a key and a channel as in docs/operations.md,
 * publishes a post to the sandbox, and stops both.
 *
 * @param databaseUrl an empty database
 * @throws Error with what a container printed
 */
export async function proveImage(
  engine: Engine,
  { databaseUrl, namespace }: { readonly databaseUrl: string; readonly namespace: string },
): Promise<Times> {
  const { services } = readCompose();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const optionsOf = (name: 'migrate' | 'app' | 'worker') => {
    const service = services[name];
    if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
    const env = {
      ...environmentHere(service, new URL(databaseUrl)),
      DATABASE_URL: databaseUrl,
      TEMPORAL_NAMESPACE: namespace,
      PORT: String(port),
      CRIER_SANDBOX: 'true',
      CRIER_SANDBOX_URL: url,
    };
    return { name, service, command: commandOf(service), env };
  };
  const began = Date.now();
  const seconds = (): number => (Date.now() - began) / 1000;

  expectDone('migrate', await engine.run(optionsOf('migrate')));
  const migrated = seconds();
  const [app, worker] = await Promise.all(
    (['app', 'worker'] as const).map(async (name) => {
      const options = optionsOf(name);
      const running = await engine.start(options);
      await becomesHealthy(name, running, healthcheckOf(options.service));
      return { running, grace: Number.parseInt(options.service.stop_grace_period ?? '10', 10) };
    }),
  );
  if (!app || !worker) throw new TypeError('Two services were started');
  const healthy = seconds();
  await publish(app.running, url);
  const published = seconds();
  for (const [name, { running, grace }] of Object.entries({ worker, app })) {
    const code = await running.stop(grace);
    if (code !== 0) throw new Error(`${name} ended with ${code} when asked to:\n${await running.logs()}`);
  }
  return { migrated, healthy, published };
}

async function becomesHealthy(name: string, service: Service, check: readonly string[]): Promise<void> {
  let last: Ended | undefined;
  try {
    await eventually(
      `${name} is healthy`,
      async () => (last = await service.exec(check)).code === 0,
      HEALTHY_WITHIN_MS,
    );
  } catch (error) {
    const message = `${last?.output ?? ''}\n${await service.logs()}`.slice(-4000);
    throw new Error(`${(error as Error).message}\n${message}`, { cause: error });
  }
}

/** The web app answers, and a post is published and can be read on its network. */
async function publish(app: Service, url: string): Promise<void> {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const script = /<script[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const loaded = await fetch(new URL(script, url));
  if (!script || !loaded.headers.get('content-type')?.startsWith('text/javascript')) {
    throw new Error(`The web app does not answer at ${url}: ${page.status}, script "${script}"`);
  }
  const crier = async (...args: string[]): Promise<Record<string, string>> => {
    const command = ['npm', 'run', '--silent', 'crier', '--', ...args, '--json'];
    return JSON.parse(expectDone(args.join(' '), await app.exec(command))) as Record<string, string>;
  };
  const { key = '' } = await crier('keys', 'create', '--name', 'first');
  const { id = '' } = await crier('channels', 'connect', 'sandbox');
  const client = clientOf({ url, apiKey: key });
  const text = `From the image ${randomBytes(4).toString('hex')}`;
  const [post = ''] = await client.create({ channels: [id], parts: [{ content: text }] });
  const { releaseURL } = await client.reaches(post, 'published');
  // People reach the instance at FRONTEND_URL, in front of which there is nothing here.
  const shown = await fetch(new URL(new URL(releaseURL ?? '', url).pathname, url));
  if (!(await shown.text()).includes(text)) throw new Error(`${releaseURL} does not show the post`);
}

function expectDone(what: string, { code, output }: Ended): string {
  if (code !== 0) throw new Error(`${what} ended with ${code}:\n${output.slice(-4000)}`);
  return output;
}
