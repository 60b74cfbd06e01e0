import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import { flag, id, instant, listOf, orNull, record, text } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import type { Statement } from '../../platform/database.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { shareReadings } from '../../platform/share-readings.ts';
import { readTemporalStart } from '../../platform/temporal-start.ts';
import { HEARTBEAT_LIMIT_SECONDS, readHeartbeat } from '../../platform/worker-heartbeat.ts';

export const getStatusOperation = {
  id: 'getStatus',
  method: 'get',
  path: '/status',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'What keeps posts from being published',
  description: 'Every page of the web app asks.',
  answer: {
    status: 200,
    description: 'What concerns the organisation of the session, and the instance',
    schema: record({
      frozen: orNull(
        record({
          scope: { enum: ['organization', 'instance'], description: 'What is frozen' },
          at: instant('Since when'),
          reason: text('Why, in the words of the person who froze it'),
          inDoubt: flag(
            'Whether a look at the previous instance ends it, and no resume: a backup was restored',
          ),
        }),
        'Null while posts are published',
      ),
      worker: flag('False while posts wait for a worker that does not run'),
      temporal: { enum: ['started', 'preparing', 'failed'], description: 'The embedded Temporal server' },
      disconnected: listOf(
        record({ id: id('The channel'), name: text('Its name'), provider: text('Its network') }),
      ),
    }),
  },
  errors: [],
  handler: getStatusHandler,
} as const satisfies Operation;

interface Status {
  readonly frozen: {
    readonly scope: string;
    readonly at: string;
    readonly reason: string;
    readonly inDoubt: boolean;
  } | null;
  readonly worker: boolean;
  readonly temporal: 'started' | 'preparing' | 'failed';
  readonly disconnected: readonly { id: string; name: string; provider: string }[];
}

const DISCONNECTED: Statement = {
  name: 'status-disconnected',
  text: 'select id, name, provider from integration where organization_id = $1 and refresh_needed and not disabled and deleted_at is null order by name, id limit 20',
};
// Without a post that is due soon, an instance on which no worker has begun to poll lacks nothing.
const DUE_SOON: Statement = {
  name: 'status-due-soon',
  text: "select exists (select 1 from post where state = 'scheduled' and deleted_at is null and publish_at < now() + interval '10 minutes') as due",
};
/** A worker that has not been seen may still be starting. */
const STARTING_SECONDS = 60;

/** All open pages of an organisation ask at once when something has changed: they share a reading. */
function getStatusHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const read = shareReadings((organizationId) => readStatus(context, organizationId || null));
  return async (ctx) => {
    ctx.body = await read(personOf(ctx).organizationId || '');
  };
}

async function readStatus(
  { database, config }: Pick<Context, 'database' | 'config'>,
  organizationId: string | null,
): Promise<Status> {
  const [instance, organization, age, disconnected] = await Promise.all([
    readFreeze(database, {}),
    organizationId ? readFreeze(database, { organizationId }) : undefined,
    readHeartbeat(database),
    organizationId
      ? database.query<{ id: string; name: string; provider: string }>(DISCONNECTED, [organizationId])
      : [],
  ]);
  const frozen = instance ?? organization;
  return {
    frozen: frozen
      ? {
          scope: instance ? 'instance' : 'organization',
          at: frozen.at.toISOString(),
          reason: frozen.reason,
          inDoubt: frozen.inDoubt,
        }
      : null,
    worker: age === null ? !(await isMissed(database)) : age <= HEARTBEAT_LIMIT_SECONDS,
    temporal: readTemporalStart(config.CRIER_DATA_DIR)?.state ?? 'started',
    disconnected,
  };
}

/** Whether a person waits for a worker of which there is no sign. */
async function isMissed(database: Context['database']): Promise<boolean> {
  if (process.uptime() < STARTING_SECONDS) return false;
  return (await database.query<{ due: boolean }>(DUE_SOON))[0]?.due ?? false;
}
