/** Temporal's logs in tests: errors only. Otherwise planned failures would fill the output. */
import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

export const QUIET = new DefaultLogger('ERROR');

let installed = false;

/** Installs the runtime, once; call it before the first worker of the process. */
export function installQuietRuntime(): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    logger: QUIET,
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
  });
}
