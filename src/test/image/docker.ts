/** Docker, or Podman, which takes the same arguments. */
import { randomBytes } from 'node:crypto';
import type { Engine, Service, ServiceOptions, TreeImage } from './engine.ts';
import { STAND_IN } from './engine.ts';
import { runProgram, runToEnd, type Ended } from './programs.ts';

const DATA = '/var/lib/crier';

/** Containers as docker-compose.yml has them: read-only, without capabilities, one volume for data. */
export class Docker implements Engine {
  readonly name: 'docker' | 'podman';
  /** The volume's name, the beginning of the containers' names, and their label. */
  readonly #run = `crier-image-${randomBytes(4).toString('hex')}`;
  #image = '';

  constructor(name: 'docker' | 'podman') {
    this.name = name;
  }

  async pull(image: string): Promise<boolean> {
    return (await runToEnd(this.name, ['pull', '--quiet', image])).code === 0;
  }

  async standInOf(image: string): Promise<string | null> {
    const format = `{{index .Config.Labels "${STAND_IN}"}}`;
    const { code, output } = await runToEnd(this.name, ['image', 'inspect', '--format', format, image]);
    return code === 0 ? output.trim() : null;
  }

  async importTree({ tar, name, env, label }: TreeImage): Promise<void> {
    const changes = [
      ...Object.entries(env).map(([variable, value]) => `ENV ${variable}=${value}`),
      `LABEL ${STAND_IN}=${label}`,
    ];
    await runProgram(this.name, ['import', ...changes.flatMap((c) => ['--change', c]), tar, name]);
  }

  async build(image: string, base: string, certificates: string | undefined): Promise<void> {
    const on = ['--build-arg', `NODE_IMAGE=${base}`];
    const secret = certificates ? ['--secret', `id=ca,src=${certificates}`] : [];
    await runProgram(this.name, ['build', '--network', 'host', ...on, ...secret, '--tag', image, '.']);
  }

  async use(image: string): Promise<void> {
    this.#image = image;
    await runProgram(this.name, ['volume', 'create', this.#run]);
  }

  async start(options: ServiceOptions): Promise<Service> {
    const name = `${this.#run}-${options.name}`;
    await runProgram(this.name, ['run', '--detach', '--name', name, ...this.#words(options)]);
    return {
      exec: (command) => runToEnd(this.name, ['exec', name, ...command]),
      logs: async () => (await runToEnd(this.name, ['logs', name])).output,
      stop: async (graceSeconds) => {
        await runProgram(this.name, ['stop', '-t', String(graceSeconds), name]);
        const code = await runProgram(this.name, ['inspect', '--format', '{{.State.ExitCode}}', name]);
        return Number(code.trim());
      },
    };
  }

  run(options: ServiceOptions): Promise<Ended> {
    return runToEnd(this.name, ['run', '--rm', ...this.#words(options)]);
  }

  look([program = '', ...args]: readonly string[], user?: 'root'): Promise<Ended> {
    const as = user ? ['--user', user] : [];
    const how = ['--rm', '--label', this.#run, ...as, '--entrypoint', program];
    return runToEnd(this.name, ['run', ...how, this.#image, ...args]);
  }

  async close(): Promise<void> {
    if (!this.#image) return;
    const ours = await runProgram(this.name, ['ps', '--all', '--quiet', '--filter', `label=${this.#run}`]);
    for (const id of ours.split('\n').filter(Boolean)) await runToEnd(this.name, ['rm', '--force', id]);
    await runProgram(this.name, ['volume', 'rm', '--force', this.#run]);
  }

  #words({ command, env }: ServiceOptions): string[] {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
    const options = ['--network', 'host', '--security-opt', 'no-new-privileges', '--label', this.#run];
    const data = ['--volume', `${this.#run}:${DATA}`];
    return [...options, ...closed, ...data, ...variables, this.#image, ...command];
  }
}
