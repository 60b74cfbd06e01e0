import type { AppContext } from '../../../http/types.ts';
import { ofRequest, type Context } from '../../../platform/context.ts';
import { readReadiness } from '../../../http/readiness.ts';
import { runsPage } from '../../../../temporal/contract/words.ts';
import { readInstanceState } from '../../../platform/metrics/instance-state.ts';
import { readLastBackup } from '../../../platform/last-backup.ts';
import { VERSION } from '../../../platform/version.ts';
import { readStuckPosts, type StuckPost } from '../../../posts/read/read-stuck-posts.ts';
import type { Operation } from '../../../http/operation.ts';
import { operatorOf } from '../operator.ts';
import { readFreezes, type Freeze } from '../read-freezes.ts';
import { readLateness } from '../read-lateness.ts';
import { instanceShape } from './instance-shapes.ts';

export const getInstanceOperation = {
  id: 'getInstance',
  method: 'get',
  path: '/instance',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'See how the instance is',
  description: 'For the operator. Names organisations and channels, never the text of a post.',
  answer: { status: 200, description: 'Its state', schema: instanceShape },
  errors: ['insufficient_role'],
  handler: getInstanceHandler,
} as const satisfies Operation;

const MAX_STUCK = 50;

/** For the operator alone. */
function getInstanceHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    const { database, config } = context;
    const [{ ready, checks }, state, lateness, stuck, freezes, backup] = await Promise.all([
      readReadiness(ofRequest(context, ctx)),
      readInstanceState(database),
      readLateness(database),
      readStuckPosts(database, MAX_STUCK),
      readFreezes(context),
      readLastBackup(database),
    ]);
    ctx.body = {
      version: VERSION,
      node: process.versions.node,
      ready,
      checks: Object.entries(checks).map(([name, { ok, found }]) => ({
        name,
        ok,
        detail: found.message,
        found,
      })),
      ...presentState(state),
      lateness,
      stuck: stuck.map(presentStuck),
      freezes: freezes.map(presentFreeze),
      temporalUi: temporalUiOf(config),
      backup,
    };
  };
}

function presentState(state: Awaited<ReturnType<typeof readInstanceState>>) {
  const { waiting, due, dueOldestSeconds, held, unconfirmed, missed, reconciler, reconcilerSeconds } = state;
  return {
    queue: { waiting, due, dueOldestSeconds, held, unconfirmed, missed, outbox: state.outboxRows },
    workers: state.workers,
    channels: { connected: state.channelsConnected, disconnected: state.channelsDisconnected },
    reconciler:
      reconciler && reconcilerSeconds !== null
        ? { secondsAgo: Math.max(0, reconcilerSeconds), repairs: reconciler.restarted + reconciler.revived }
        : null,
  };
}

function presentStuck({ id, organizationId, organization, channel, provider, kind, publishAtMs }: StuckPost) {
  return {
    id,
    organization: { id: organizationId, name: organization },
    channel,
    identifier: provider,
    kind,
    publishDate: new Date(publishAtMs).toISOString(),
  };
}

const presentFreeze = ({ at, ...freeze }: Freeze) => ({ ...freeze, at: at.toISOString() });

/** The embedded UI is on this machine; another Temporal's is known only if the operator configures it. */
function temporalUiOf(config: Context['config']): string | null {
  const embedded =
    !config.TEMPORAL_ADDRESS || config.TEMPORAL_ADDRESS === `127.0.0.1:${config.TEMPORAL_PORT}`;
  const ui = config.TEMPORAL_UI_URL ?? (embedded ? `http://localhost:${config.TEMPORAL_UI_PORT}` : null);
  return ui && runsPage(ui, config.TEMPORAL_NAMESPACE);
}
