/** A worker of a new version starts only if it can continue what waits. */
import { basename } from 'node:path';
import { readStoreId } from '../../../temporal/client.ts';
import { replayOpenRuns, type ReplayReport } from '../../../temporal/replay-open-runs.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { StartError } from '../../platform/start-error.ts';
import { VERSION } from '../../platform/version.ts';

const CHECKED: Statement = {
  name: 'open-runs-checked',
  text: "select value from instance_state where key = 'open_runs_checked'",
};
const NOTE: Statement = {
  name: 'open-runs-note',
  text: `insert into instance_state (key, value) values ('open_runs_checked', $1::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`,
};
const NAMED = 3;

/**
 * Replays the runs that wait in this instance's Temporal, once for each state of the workflow code and each
 * store. `bundlePath` names that state. `onRun` is called for each run that is looked at.
 *
 * @throws StartError naming runs that would not continue; nothing was changed
 */
export async function checkOpenRuns(
  { database, temporal, log, config }: Pick<Context, 'database' | 'temporal' | 'log' | 'config'>,
  bundlePath: string,
  onRun?: () => void,
): Promise<void> {
  if (config.CRIER_REPLAY_CHECK === false) return;
  const checked = { code: basename(bundlePath), storeId: await readStoreId(temporal) };
  const [row] = await database.query<{ value: Partial<typeof checked> }>(CHECKED);
  if (row?.value.code === checked.code && row.value.storeId === checked.storeId) return;
  let report: ReplayReport;
  try {
    report = await replayOpenRuns(temporal, bundlePath, { onRun });
  } catch (err) {
    // Posts must not be late because a list cannot be read; recorded histories are replayed before a release.
    log.warn({ err }, 'the runs that wait could not be replayed; the worker starts all the same');
    return;
  }
  const { open, replayed, broken } = report;
  if (broken.length) throw new StartError(refusalOf(report));
  await database.query(NOTE, [JSON.stringify(checked)]);
  if (open) log.info({ open, replayed }, 'the runs that wait go on with this version');
}

function refusalOf({ open, broken }: ReplayReport): string {
  const named = broken.slice(0, NAMED).map(({ workflowId, reason }) => `${workflowId} (${reason})`);
  const more = broken.length > NAMED ? `, and ${broken.length - NAMED} more` : '';
  const count = (n: number): string => n.toLocaleString('en');
  return `${count(broken.length)} of ${count(open)} waiting runs would not continue with version ${VERSION}: ${named.join(', ')}${more}; not started. Nothing has been lost: start the version before, and report this. CRIER_REPLAY_CHECK=false starts all the same`;
}
