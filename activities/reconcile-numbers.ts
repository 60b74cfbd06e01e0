/**
 * What the reconciler does about the runs that read numbers: it starts them, at first and when they are lost.
 */
import { LOOKED_AT, numbersKind } from '../src/channels/daily-numbers.ts';
import { startNumbers, type NumbersSubject } from '../src/platform/outbox/start-run.ts';
import type { Statement } from '../src/platform/database.ts';
import { countingServices, hasLinksOf } from '../src/short-links/collect-clicks.ts';
import { publishedElsewhere } from '../src/platform/published-elsewhere.ts';
import { numbersWorkflowId } from '../temporal/contract/collect-numbers.ts';
import type { ActivityDeps } from './deps.ts';
import { isRunning } from '../temporal/client.ts';

/** Bounds of one pass: publishing comes first. */
const START_LIMIT = 100;
const CHECK_LIMIT = 20;

/** `$1` are the networks whose numbers are read daily, `$4` the services that count clicks of links. */
const READABLE = `i.deleted_at is null
      and not i.disabled
      and not i.refresh_needed
      and (i.provider = any($1) or ${hasLinksOf('$4')})
      and not ${publishedElsewhere('i.organization_id')}
      and ${LOOKED_AT}`;
const CHANNEL = `i.id, i.provider, i.name as channel, i.organization_id as "organizationId", o.name as organization`;
const TABLES = `from integration i
    join organization o on o.id = i.organization_id
    left join numbers_run r on r.integration_id = i.id`;

const WITHOUT_RUN: Statement = {
  name: 'reconcile-numbers-without-run',
  text: `select ${CHANNEL}, r.store_id is not null as lost
    ${TABLES}
    where ${READABLE} and r.store_id is distinct from $2
    order by o.numbers_asked_at desc, i.id
    limit $3`,
};
const TO_CHECK: Statement = {
  name: 'reconcile-check-numbers',
  text: `select ${CHANNEL}
    ${TABLES}
    where ${READABLE}
      and r.store_id = $2
      and r.due_at < now() - interval '30 minutes'
      and (r.checked_at is null or r.checked_at < now() - interval '30 minutes')
    order by r.checked_at nulls first, r.due_at
    limit $3`,
};
const CHECKED: Statement = {
  name: 'reconcile-checked-numbers',
  text: 'update numbers_run set checked_at = now() where integration_id = any($1)',
};

/**
 * Starts the runs that should read numbers and do not exist. Returns the channels whose run had been lost.
 */
export async function reconcileNumbers(
  deps: ActivityDeps,
  storeId: string,
): Promise<{ restarted: string[]; revived: string[]; checked: number }> {
  const networks = [...deps.providers.values()]
    .filter((provider) => numbersKind(deps, provider) === 'daily')
    .map((provider) => provider.identifier);
  const services = countingServices(deps.config);
  const withoutRun = await deps.database.query<NumbersSubject & { lost: boolean }>(WITHOUT_RUN, [
    networks,
    storeId,
    START_LIMIT,
    services,
  ]);
  const due = await deps.database.query<NumbersSubject>(TO_CHECK, [networks, storeId, CHECK_LIMIT, services]);
  const gone: NumbersSubject[] = [];
  for (const channel of due) {
    if (!(await isRunning(deps.temporal, numbersWorkflowId(channel.id)))) gone.push(channel);
  }
  for (const channel of [...withoutRun, ...gone]) await startNumbers(deps, channel, storeId);
  await deps.database.query(CHECKED, [due.map(({ id }) => id)]);
  return {
    restarted: withoutRun.filter(({ lost }) => lost).map(({ id }) => id),
    revived: gone.map(({ id }) => id),
    checked: due.length,
  };
}
