/** Runs all checks in the order of the report, and skips those whose dependency has failed. */
import { join } from 'node:path';
import { createTemporalClient } from '../../../../temporal/client.ts';
import { childEnv, loadConfig, type Config } from '../../../platform/config/config.ts';
import { connectDatabase } from '../../../platform/database.ts';
import { pooledDatabase } from '../../../platform/database-url.ts';
import { locateInstance, type Located } from '../locate-instance.ts';
import { CliError, messageOf } from '../errors.ts';
import { checkUrl, checkProxies } from './check-url.ts';
import { checkApi } from './check-api.ts';
import { checkChannels, checkEncryptionKey } from './check-channels.ts';
import { checkClock, checkDatabase, checkDatabaseSpace, checkMigrations } from './check-database.ts';
import { checkFolder } from './check-disk.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkFiles } from './check-files.ts';
import { checkMail } from './check-mail.ts';
import { checkNode, checkVersions } from './check-node.ts';
import { checkOutbox } from './check-outbox.ts';
import { checkFreeze, checkPosts } from './check-posts.ts';
import { checkPooler } from './check-pooler.ts';
import { checkPush } from './check-push.ts';
import { checkReconciler, checkTemporalClock } from './check-reconciler.ts';
import { checkSafety, checkServers } from './check-settings.ts';
import { checkShorteners } from './check-shorteners.ts';
import { checkBucket, checkStored } from './check-storage.ts';
import { checkNamespace, checkTemporal, checkWorkers } from './check-temporal.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { fail, type DoctorDeps, type Finding } from './finding.ts';
import { listSettings, type SettingRow } from './list-settings.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly settings: readonly SettingRow[];
}

/**
 * @param mailTo email address that a test mail is sent to; without it nothing is sent
 * @throws ConfigError when the environment cannot be read at all
 */
export async function diagnose(mailTo?: string): Promise<Diagnosis> {
  const located = locate();
  if (located instanceof CliError) {
    const config = loadConfig(childEnv());
    return {
      findings: [fail('Instance', located.message, 'Start it: npm start'), ...localFindings(config)],
      settings: listSettings(config),
    };
  }
  const { config } = located;
  return {
    findings: [
      checkServers(located),
      ...localFindings(config),
      ...(await withServers(located)),
      ...(await guarded('Bucket', () => checkBucket(located))),
      ...(await guarded('Mail', () => checkMail(located, mailTo))),
      ...(await guarded('Short links', () => checkShorteners(located))),
      ...(await guarded('ffmpeg', () => checkFfmpeg(located))),
      ...checkSafety(config),
    ],
    settings: listSettings(config),
  };
}

function locate(): Located | CliError {
  try {
    return locateInstance();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

function localFindings(config: Config): Finding[] {
  return [
    checkVersions(),
    checkNode(process.versions.node),
    checkFolder({ check: 'Disk of the data', path: config.CRIER_DATA_DIR, variable: 'CRIER_DATA_DIR' }),
    checkFolder({
      check: 'Disk of the uploads',
      path: config.UPLOAD_DIRECTORY ?? join(config.CRIER_DATA_DIR, 'uploads'),
      variable: 'UPLOAD_DIRECTORY',
    }),
  ];
}

async function withServers({ config, running }: Located): Promise<Finding[]> {
  const database = await connectDatabase({
    ...pooledDatabase(config),
    poolSize: 4,
    applicationName: 'crier-doctor',
  });
  const temporal = createTemporalClient(config);
  try {
    return await checkServices({ config, running, database, temporal });
  } finally {
    await Promise.allSettled([database.close(), temporal.connection.close()]);
  }
}

async function checkServices(deps: DoctorDeps): Promise<Finding[]> {
  const [database, temporal, api] = await Promise.all([
    checkDatabase(deps),
    checkTemporal(deps),
    checkApi(deps),
  ]);
  const migrations = database.status === 'ok' ? await guarded('Migrations', () => checkMigrations(deps)) : [];
  const tables = migrations.some((m) => m.status === 'ok');
  const key = checkEncryptionKey(deps.config);
  return [
    database,
    ...migrations,
    ...(database.status === 'ok' ? await guarded('Clock', () => checkClock(deps)) : []),
    ...(database.status === 'ok'
      ? await guarded('Disk of the database', () => checkDatabaseSpace(deps))
      : []),
    ...(database.status === 'ok' ? await guarded('Pooler', () => checkPooler(deps)) : []),
    temporal,
    ...(temporal.status === 'ok' ? await guarded('Namespace', () => checkNamespace(deps)) : []),
    ...(temporal.status === 'ok' && tables ? await guarded('Worker', () => checkWorkers(deps)) : []),
    ...(temporal.status === 'ok' && tables
      ? [
          ...(await guarded('Reconciler', () => checkReconciler(deps))),
          ...(await guarded('Clock of Temporal', () => checkTemporalClock(deps))),
        ]
      : []),
    api,
    ...(tables ? await guarded('Public URL', () => checkUrl(deps)) : []),
    ...(tables ? await guarded('Reverse proxy', () => checkProxies(deps)) : []),
    key.finding,
    ...(tables ? await guarded('Channels', () => checkChannels(deps, key.secrets)) : []),
    ...(tables ? await guarded('Files', () => checkFiles(deps)) : []),
    ...(tables ? await guarded('Stored files', () => checkStored(deps)) : []),
    ...(tables ? await guarded('Outbox', () => checkOutbox(deps)) : []),
    ...(tables ? await guarded('Webhooks', () => checkWebhooks(deps)) : []),
    ...(tables ? await guarded('Browser notifications', () => checkPush(deps, key.secrets)) : []),
    ...(tables ? await guarded('Posts', () => checkPosts(deps)) : []),
    ...(tables ? await guarded('Freeze', () => checkFreeze(deps)) : []),
  ];
}

/** A check that throws becomes a finding. */
async function guarded(name: string, check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [
      fail(
        name,
        `could not be checked: ${messageOf(error)}`,
        'Run doctor again; if the problem remains, see the log of that server',
      ),
    ];
  }
}
