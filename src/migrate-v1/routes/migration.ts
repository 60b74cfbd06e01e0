import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { assertNoDoubt, chooseOrganizations } from '../cutover/organizations.ts';
import { assertProof } from '../cutover/prove-stop.ts';
import { finish } from '../finish.ts';
import { makePlan } from '../plan.ts';
import { startMigration, signalRun } from '../run.ts';
import { checkUploads } from '../source/check-uploads.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import { openSource } from '../source/open-source.ts';
import { openMigration, type SourceAccess } from '../v1-source.ts';
import { readMigrationView } from '../read-migration.ts';
import { operatorOf } from '../../run/instance/operator.ts';
import { migrationPlanShape, migrationShape } from './migration-shapes.ts';

const common = { tag: 'Instance', access: 'caller', role: 'none' } as const;

export const getMigrationOperation = {
  ...common,
  id: 'getMigration',
  method: 'get',
  path: '/instance/migration',
  summary: 'See how far the migration from v1 is',
  description: 'For the operator. Empty when none is under way.',
  answer: { status: 200, description: 'The migration', schema: migrationShape },
  errors: ['insufficient_role'],
  handler: getHandler,
} as const satisfies Operation;

const MAX = 2000;
export const sourceBody = {
  type: 'object',
  properties: {
    source: {
      type: 'string',
      minLength: 1,
      maxLength: MAX,
      description: 'URL of the database of v1: postgres://user:password@host:5432/name',
    },
    jwtSecret: { type: 'string', minLength: 1, maxLength: MAX, description: 'JWT_SECRET of v1' },
    redis: {
      type: 'string',
      maxLength: MAX,
      description: 'URL of the Redis of v1 up to v2.11.3; without it, the jobs there are left',
    },
    temporal: {
      type: 'string',
      maxLength: MAX,
      description:
        'Address of the Temporal of v1 from v2.12.0 on: host:7233/namespace; without it, a cutover needs a v1 that is stopped',
    },
    uploads: {
      type: 'string',
      maxLength: MAX,
      description:
        'Folder of its uploads, as this server sees it, or the URL that serves them (https://old.example); without it, no files are copied',
    },
    rate: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      description: 'Rows a second that are read in v1 at most; default: as many as it gives',
    },
    merge: {
      type: 'array',
      maxItems: 1000,
      items: { type: 'string', minLength: 1, maxLength: 320 },
      description: 'Email addresses whose accounts in v1 are one person each',
    },
    environment: {
      type: 'object',
      properties: {
        TELEGRAM_TOKEN: { type: 'string', maxLength: MAX },
        DISCORD_BOT_TOKEN_ID: { type: 'string', maxLength: MAX },
        MASTODON_URL: { type: 'string', maxLength: MAX },
        TWITCH_CLIENT_ID: { type: 'string', maxLength: MAX },
        MEWE_APP_ID: { type: 'string', maxLength: MAX },
        NEYNAR_SECRET_KEY: { type: 'string', maxLength: MAX },
        TEMPORAL_API_KEY: { type: 'string', maxLength: MAX },
      },
      additionalProperties: false,
      description: 'Secrets of networks that v1 read from its environment',
    },
  },
  required: ['source', 'jwtSecret'],
  additionalProperties: false,
} as const;

const EXAMPLE = { source: 'postgres://reader:secret@old.example:5432/v1', jwtSecret: 'the secret of v1' };

export const planMigrationOperation = {
  ...common,
  id: 'planMigration',
  method: 'post',
  path: '/instance/migration/plan',
  summary: 'See what would be copied from v1',
  description: 'For the operator. Reads v1, and stores nothing.',
  body: sourceBody,
  answer: { status: 200, description: 'What would be copied', schema: migrationPlanShape },
  errors: ['insufficient_role'],
  example: EXAMPLE,
  handler: planHandler,
} as const satisfies Operation;

export const startMigrationOperation = {
  ...common,
  id: 'startMigration',
  method: 'post',
  path: '/instance/migration',
  summary: 'Begin to copy from v1',
  description: 'For the operator. v1 keeps publishing, and is only read.',
  body: sourceBody,
  answer: { status: 200, description: 'The copy has begun', schema: success },
  errors: ['insufficient_role'],
  example: EXAMPLE,
  handler: startHandler,
} as const satisfies Operation;

const MAX_GRACE_SECONDS = 3600;
export const stepBody = {
  type: 'object',
  properties: {
    do: {
      type: 'string',
      enum: ['pause', 'resume', 'abort', 'cutover', 'rollback', 'finish'],
      description:
        '`pause` and `resume` are about the copy, `abort` ends it and undoes nothing, `cutover` takes over from v1, `rollback` gives back, `finish` forgets the secrets of v1',
    },
    organizationId: {
      type: 'string',
      format: 'id',
      maxLength: 36,
      description: 'One organisation to cut over or back; without it, all of them',
    },
    overdue: {
      type: 'string',
      enum: ['send', 'draft', 'ask'],
      default: 'ask',
      description: 'What happens to posts that were overdue in v1 already',
    },
    graceSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_GRACE_SECONDS,
      default: 600,
      description: 'How long v1 may take to publish one post',
    },
    frozenSource: {
      type: 'boolean',
      default: false,
      description: 'The containers of v1 are stopped: nothing is written into its database',
    },
    withoutRedis: {
      type: 'boolean',
      default: false,
      description: 'The Redis of v1 up to v2.11.3 cannot be reached: its database alone stops v1',
    },
    withoutMissingFiles: {
      type: 'boolean',
      default: false,
      description:
        'Posts are published without the files that were not copied; otherwise these end the cutover',
    },
  },
  required: ['do'],
  additionalProperties: false,
} as const;

export const takeMigrationStepOperation = {
  ...common,
  id: 'takeMigrationStep',
  method: 'post',
  path: '/instance/migration/steps',
  summary: 'Take the next step of the migration',
  description: 'For the operator. A cutover or rollback continues after the answer.',
  body: stepBody,
  answer: { status: 200, description: 'It is under way, or done', schema: success },
  errors: ['insufficient_role', 'publisher_in_doubt'],
  example: { do: 'cutover', overdue: 'ask' },
  handler: stepHandler,
} as const satisfies Operation;

const checkSource = compile(sourceBody);
const checkStep = compile(stepBody);

const accessOf = (body: ReturnType<typeof checkSource>): SourceAccess => ({
  source: body.source,
  jwtSecret: body.jwtSecret,
  redis: body.redis || undefined,
  temporal: body.temporal || undefined,
  uploads: body.uploads || null,
  env: body.environment ?? {},
  rate: body.rate,
});

function getHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    ctx.body = await readMigrationView(context);
  };
}

function planHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    const { source: url, jwtSecret, env, redis, temporal, uploads } = accessOf(checkSource(ctx.state.body));
    const source = await openSource(url);
    const { providers } = context;
    try {
      await checkUploads(context, uploads);
      ctx.body = await makePlan(source, {
        open: openerOf(jwtSecret),
        env,
        providers,
        plans: context.config.CRIER_PLANS,
        uploads,
        redis,
        temporal,
      });
    } finally {
      await source.close();
    }
  };
}

function startHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    const body = checkSource(ctx.state.body);
    await startMigration(context, accessOf(body), body.merge);
    ctx.body = { success: true };
  };
}

function stepHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    const { organizationId, graceSeconds, do: wanted, ...rules } = checkStep(ctx.state.body);
    const migration = await openMigration(context);
    try {
      if (wanted === 'finish') await finish(migration);
      else if (wanted === 'cutover' || wanted === 'rollback') {
        const wantedId = organizationId === undefined ? undefined : idParam(organizationId);
        const chosen = await chooseOrganizations(context.database, migration.sourceId, wantedId);
        chosen.forEach(assertNoDoubt);
        const how = { ...rules, graceMs: graceSeconds * 1000 };
        if (wanted === 'cutover') assertProof(migration, how);
        for (const { id, publishes, phase } of chosen) {
          const one = { organizationId: id };
          if (wanted === 'rollback' && phase !== 'copying') {
            await signalRun(context, migration.sourceId, { do: 'rollback', ...one });
          }
          if (wanted === 'cutover' && publishes === 'v1') {
            await signalRun(context, migration.sourceId, { do: 'cutover', ...one, ...how });
          }
        }
      } else await signalRun(context, migration.sourceId, wanted);
    } finally {
      await migration.close();
    }
    ctx.body = { success: true };
  };
}
