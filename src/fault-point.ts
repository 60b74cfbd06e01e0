/** Named places at which a test can have the process killed, as a power cut would: no handler runs. */
import type { Config } from './config.ts';

/** Every place; `npm run faults` names them. */
export const FAULT_POINTS = [
  'publish:before-claim', 'publish:after-claim', 'publish:before-sent', 'publish:after-sent', 'publish:after-accepted', 'publish:between-parts',
  'create:before-commit', 'create:after-commit', 'create:before-response',
] as const;

/** Kills the process when the environment names this point; does nothing otherwise. */
export type FaultPoint = (name: (typeof FAULT_POINTS)[number]) => void;

/** Outside of tests (NODE_ENV=test) the returned function does nothing. */
export function createFaultPoint(config: Pick<Config, 'CRIER_FAULT_POINT' | 'NODE_ENV'>): FaultPoint {
  const armed = config.NODE_ENV === 'test' ? config.CRIER_FAULT_POINT : undefined;
  return (name) => {
    if (name === armed) process.kill(process.pid, 'SIGKILL');
  };
}
