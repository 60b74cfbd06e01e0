/**
 * Errors that no code caught: a promise that nobody waited for, a listener that threw. Node would end the
 * process, and with it every other request and call under way. A request or a network must not be able to
 * cause that, so the process goes on, logs it as an error, and counts it.
 */
import type { Logger } from './logger.ts';

export type StrayErrorKind = 'rejection' | 'exception';

const counts: Record<StrayErrorKind, number> = { rejection: 0, exception: 0 };

/** The number of stray errors since the process started, by kind; shown as `crier_stray_errors_total`. */
export function strayErrors(): Readonly<Record<StrayErrorKind, number>> {
  return { ...counts };
}

/** Call it once a process serves: what goes wrong before is a failed start, which must end the process. */
export function surviveStrayErrors(log: Logger): void {
  const note = (kind: StrayErrorKind) => (err: unknown) => {
    counts[kind]++;
    log.fatal({ err, kind }, 'an error that nobody caught: a defect. The process goes on');
  };
  process.on('unhandledRejection', note('rejection'));
  process.on('uncaughtException', note('exception'));
}
