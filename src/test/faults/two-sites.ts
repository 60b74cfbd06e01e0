/**
 * Two sites on one machine: a first one with a primary, a second one with its standby, and a Temporal in
 * each, that of the second empty. One address stands for the database and one for Temporal of the site in
 * charge, as a name would.
 */
import { startStreamingPair, type StreamingPair } from '../servers/streaming-pair.ts';
import { startBreakableStack, type BreakableStack } from './stack.ts';
import { startTcpProxy } from './tcp-proxy.ts';

export interface TwoSites {
  readonly pair: StreamingPair;
  /** Of the site in charge: the first one, until `turnToSecond`. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** The variables of processes that belong to one of them. `database`: URL of a database, anywhere. */
  variables(site: 'first' | 'second', database: string): Record<string, string>;
  /** SIGKILL of the primary; Temporal ends too. */
  killFirst(): Promise<void>;
  /** Both addresses lead to the second site from now on. */
  turnToSecond(): void;
  stop(): Promise<void>;
}

/** Starts them; `stop` removes their folders. */
export async function startTwoSites(say: (line: string) => void): Promise<TwoSites> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  const kept = <T extends { stop(): Promise<void> }>(started: T): T => {
    stops.push(() => started.stop());
    return started;
  };
  try {
    const pair = kept(await startStreamingPair());
    const temporals: Record<'first' | 'second', BreakableStack> = {
      first: kept(await startBreakableStack(say)),
      second: kept(await startBreakableStack(say)),
    };
    const postgres = { first: pair.primary, second: pair.standby };
    const database = kept(await startTcpProxy(`127.0.0.1:${pair.primary.port}`));
    const temporal = kept(await startTcpProxy(temporals.first.temporalAddress));
    return {
      pair,
      databaseUrl: at(pair.primary.adminUrl, database.address),
      temporalAddress: temporal.address,
      variables: (site, url) => ({
        DATABASE_URL: at(url, `127.0.0.1:${postgres[site].port}`),
        TEMPORAL_ADDRESS: temporals[site].temporalAddress,
      }),
      async killFirst() {
        await pair.killPrimary();
        await temporals.first.stop();
      },
      turnToSecond() {
        database.leadTo(`127.0.0.1:${pair.standby.port}`);
        temporal.leadTo(temporals.second.temporalAddress);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same database at another address. */
function at(url: string, address: string): string {
  const moved = new URL(url);
  moved.host = address;
  return moved.href;
}
