/** How loud a warning or an error of Temporal's SDK is in our log. */
import { FAILURE } from './contract/failures.ts';

/** What the SDK adds to an entry: of a failed activity, among others, its error. */
type Meta = Readonly<Record<string, unknown>> | undefined;

/**
 * @returns null for what is intended. Thousands of deliveries that wait for one slow receiver are refused
 * thousands of times, which is no failure: as warnings they would push all others out of the log.
 */
export function logLevel(level: string, message: string, meta: Meta): 'debug' | 'warn' | 'error' | null {
  // It warns so of each network's queue.
  if (/^No (workflows|Nexus services) registered/.test(message)) return null;
  const error = meta?.error as { readonly type?: unknown } | undefined;
  if (error?.type === FAILURE.receiverBusy) return 'debug';
  return level === 'ERROR' ? 'error' : 'warn';
}
