/**
 * A network's part in the instance that the end-to-end tests of networks share: thirty instances would take
 * minutes to start, and thirty networks beside each other are what an instance really has.
 */
import { press, connectUrl, finish } from '../../../channels/connect/fixtures/browser.ts';
import type { TestInstance } from '../../instance.ts';
import type { TestPerson } from '../../person.ts';

/** The instance, and the person who connects the accounts. */
export interface House {
  readonly crier: TestInstance;
  readonly ada: TestPerson;
}

/** `env`: variables of the instance, such as the URL of the stand-in. */
export interface Started {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * One network's part, as a file in this folder. `start` runs before the instance; `connect` when it listens;
 * the tests one after the other, beside those of the other networks.
 */
export interface NetworkCase<S extends Started, C> {
  /** Begins the names of the tests: "a post to X". */
  readonly title: string;
  start(redirectUri: (provider: string) => string): Promise<S>;
  connect(house: House, started: S): Promise<C>;
  readonly tests: Readonly<Record<string, (world: House & S & C) => Promise<void>>>;
}

/** A case whose network has started. */
export interface RunningCase extends Started {
  connect(house: House): Promise<void>;
  /** Begins the tests; each resolves with the error that it failed with, or null. */
  run(): ReadonlyMap<string, Promise<unknown>>;
}

export interface DeclaredCase {
  readonly title: string;
  readonly names: readonly string[];
  start(redirectUri: (provider: string) => string): Promise<RunningCase>;
}

export function networkCase<S extends Started, C>(declared: NetworkCase<S, C>): DeclaredCase {
  return {
    title: declared.title,
    names: Object.keys(declared.tests),
    async start(redirectUri) {
      const started = await declared.start(redirectUri);
      let world: (House & S & C) | undefined;
      return {
        env: started.env,
        stop: () => started.stop(),
        async connect(house) {
          world = { ...house, ...started, ...(await declared.connect(house, started)) };
        },
        run: () => inOrder(declared.tests, world as House & S & C),
      };
    },
  };
}

function inOrder<W>(
  tests: Readonly<Record<string, (world: W) => Promise<void>>>,
  world: W,
): ReadonlyMap<string, Promise<unknown>> {
  const ends = new Map<string, Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const [name, test] of Object.entries(tests)) {
    before = before
      .then(() => test(world))
      .then(
        () => null,
        (error: unknown) => error,
      );
    ends.set(name, before);
  }
  return ends;
}

/** Connects in the person's browser by pressing `button` on the network's page. @returns the channel's id */
export async function connectInBrowser({ ada }: House, provider: string, button: string): Promise<string> {
  const back = await press(await connectUrl(ada, provider), button);
  const { body } = await finish(ada, provider, back.query);
  if (!body.channel) throw new Error(`${provider} was not connected: ${JSON.stringify(body)}`);
  return body.channel.id;
}
