/** Temporal's logs in tests: errors only. Otherwise planned failures would fill the output. */
import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

export const QUIET = new DefaultLogger('ERROR');

/** Installs the runtime; call it before the first worker of the process. */
export function installQuietRuntime(): void {
  Runtime.install({
    logger: QUIET,
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
  });
}
