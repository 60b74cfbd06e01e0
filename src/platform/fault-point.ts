/**
 * Named places at which a test can have the process killed, as a power cut would, or suspended, as a busy
 * host would: no handler runs. Or an error occurs there that no code catches.
 */
import type { Config } from './config/config.ts';

/** The places of faults; `npm run faults` names them. */
export const FAULT_POINTS = [
  'publish:before-claim',
  'publish:after-claim',
  'publish:before-sent',
  'publish:after-sent',
  'publish:after-accepted',
  'publish:between-parts',
  'create:before-commit',
  'create:after-commit',
  'create:before-response',
] as const;

export type FaultPointName = (typeof FAULT_POINTS)[number];

/** Ends the process when the environment names this point; does nothing otherwise. */
export type FaultPoint = (name: FaultPointName) => void;

/**
 * Reads `point` (SIGKILL), `point=stop` (SIGSTOP), `point=reject` (a promise that nobody waits for) or
 * `point=throw` (in a callback that nobody calls); once. Outside of tests (NODE_ENV=test) the returned
 * function does nothing.
 */
export function createFaultPoint(config: Pick<Config, 'CRIER_FAULT_POINT' | 'NODE_ENV'>): FaultPoint {
  const [point, how] = config.NODE_ENV === 'test' ? (config.CRIER_FAULT_POINT ?? '').split('=') : [];
  let armed = Boolean(point);
  return (name) => {
    if (!armed || name !== point) return;
    armed = false;
    const stray = new Error(`fault point ${name}`);
    if (how === 'reject') void Promise.reject(stray);
    else if (how === 'throw') {
      setImmediate(() => {
        throw stray;
      });
    } else process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  };
}
