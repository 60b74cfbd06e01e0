import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readSetup } from '../../../accounts/register.ts';
import type { Context } from '../../../platform/context.ts';
import type { Statement } from '../../../platform/database.ts';
import { ArchiveError } from '../../../transfer/archive/archive-error.ts';
import { StorageProblem } from '../../../platform/media/stores/file-store.ts';
import { moveFiles } from '../../../uploads/move-files.ts';
import { importOrganization, type Imported } from '../../../transfer/archive/import-organization.ts';
import { openArchive } from '../../../transfer/archive/open-archive.ts';
import type { OverdueRule } from '../../../posts/decide/overdue-rule.ts';
import { PROGRAM, type Typed } from '../command.ts';
import { connectInstance } from '../connect-instance.ts';
import { CliError } from '../errors.ts';
import { asksForApi } from '../instance/open.ts';
import { counted } from '../../../platform/counted.ts';
import { type Answer } from '../output.ts';
import { STREAM } from './is-archive.ts';
import { readPassphrase } from './passphrase-file.ts';

interface ArchiveOptions {
  readonly passphraseFile?: string;
  readonly secrets: boolean;
  readonly publish?: boolean;
  readonly overdue?: OverdueRule;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Options of a CSV file, and of an organisation that is there already. */
const OTHERS = {
  timeZone: '--time-zone',
  channel: '--channel',
  draft: '--draft',
  organization: '--organization',
};

/** `import` of an archive: everything is checked, and stored with --yes. */
export async function importArchive({ args, options: typed }: Typed): Promise<Answer> {
  if (asksForApi(typed.api)) {
    throw new CliError(
      'needs_machine',
      'An archive can be imported only on the machine of the instance: run it there, without --api and CRIER_API_URL',
    );
  }
  const wrong = Object.entries(OTHERS).find(([name]) => typed[name] !== undefined);
  if (wrong) {
    throw new CliError(
      'usage',
      `${wrong[1]} cannot be used with an archive, which names its organisation itself`,
    );
  }
  const options = typed as unknown as ArchiveOptions;
  if (options.overdue && !options.publish) throw new CliError('usage', '--overdue needs --publish');
  if (options.yes && options.dryRun) throw new CliError('usage', 'Use --yes or --dry-run, not both');
  if (options.passphraseFile && !options.secrets) {
    throw new CliError('usage', 'Use --passphrase-file or --no-secrets, not both');
  }
  const passphrase = options.passphraseFile === undefined ? null : readPassphrase(options.passphraseFile);
  return withFile(args[0] ?? '', async (file) => {
    if (passphrase === null && options.secrets) await assertNoSecrets(file);
    const context = await connectInstance();
    try {
      const publish = options.publish ? (options.overdue ?? 'ask') : null;
      const imported = await importOrganization(context, { file, passphrase, publish, dryRun: !options.yes });
      const answer = answerOf(imported, { publish, dryRun: !options.yes, withSecrets: passphrase !== null });
      if (!options.yes) return answer;
      const { id } = imported.manifest.organization;
      const lines = [...(await toBucket(context, id)), ...(await operatorLines(context, id))];
      return { ...answer, lines: [...answer.lines, ...lines] };
    } finally {
      await context.dispose();
    }
  });
}

/** Files arrive in the folder, which no other machine may have. */
async function toBucket(context: Context, organizationId: string): Promise<string[]> {
  if (context.storage.stores.current.name === 'local') return [];
  try {
    const { moved } = await moveFiles(context, { from: 'local', to: 's3', organizationId });
    return [`Its files are in the bucket: ${moved}`];
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return [`${error.message}. Its files are in the folder; then type ${PROGRAM} storage move local s3`];
  }
}

const OWNERS: Statement = {
  name: 'import-owners',
  text: `select u.email from membership m join user_account u on u.id = m.user_id
    where m.organization_id = $1 and m.role = 'owner' order by m.created_at limit 1`,
};

/** No archive makes anybody an operator. */
async function operatorLines(context: Context, organizationId: string): Promise<string[]> {
  if (!(await readSetup(context)).needed) return [];
  const [owner] = await context.database.query<{ email: string }>(OWNERS, [organizationId]);
  const nobody = "This instance has no operator yet: its page /setup creates the operator's account";
  if (!owner) return [nobody];
  return [
    `${nobody}. To operate it with an account that was imported: ${PROGRAM} users make-operator ${owner.email}`,
  ];
}

/** An archive is read more than once, so what comes in as a stream is kept meanwhile. */
async function withFile<T>(file: string, work: (file: string) => Promise<T>): Promise<T> {
  if (file !== STREAM) return work(file);
  const folder = await mkdtemp(join(tmpdir(), 'crier-import-'));
  try {
    const kept = join(folder, 'archive.zip');
    await pipeline(process.stdin, createWriteStream(kept, { mode: 0o600 }));
    return await work(kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function assertNoSecrets(file: string): Promise<void> {
  const archive = await openArchive(file);
  archive.close();
  if (!archive.manifest.secrets) return;
  throw new ArchiveError(
    'passphrase_needed',
    'The archive has secrets: give the file with its passphrase (--passphrase-file), or leave them out (--no-secrets)',
  );
}

function answerOf(
  { manifest, done, before, changes }: Imported,
  options: { publish: OverdueRule | null; dryRun: boolean; withSecrets: boolean },
): Answer {
  const { id, name } = manifest.organization;
  const json = {
    organization: { id, name },
    at: manifest.at,
    dryRun: options.dryRun,
    rows: manifest.rows,
    ...done,
    changes,
  };
  if (!done) return { json: { ...json, unchanged: true, before }, lines: beforeLines(name, before) };
  const { people, posts } = done;
  const { rows } = manifest;
  const lines = [
    `"${name}" (${id}) as of ${manifest.at}, written by Crier ${manifest.version}: ` +
      [counted(rows.post ?? 0, 'post'), counted(rows.integration ?? 0, 'channel')].join(', '),
    `${counted(people.added, 'new account')}, ${people.known} who have an account here already and keep it as it is`,
    ...postLines(posts, options.publish),
    ...(options.withSecrets ? [] : WITHOUT_SECRETS),
    ...(manifest.missingFiles.length
      ? [`${counted(manifest.missingFiles.length, 'file')} had been lost before`]
      : []),
    ...changeLines(changes),
    options.dryRun ? 'Nothing was stored: add --yes.' : 'Imported.',
  ];
  return { json, lines };
}

function beforeLines(name: string, before: Imported['before']): string[] {
  if (!before) return [];
  const { at, posts, published, waiting, moved } = before;
  return [
    `"${name}" was imported from this archive before (${at}). Nothing was changed.`,
    `Left as it is: ${counted(posts, 'post')}, of which ${published} were published from here since and ${waiting} wait. ` +
      'Nothing is sent again, and no post gets the state that it has in the archive',
    ...(moved ? ['It was moved to another instance since, which publishes for it'] : []),
  ];
}

/** As many as a person reads; `--json` has all. */
const MAX_CHANGES = 20;

function changeLines(changes: readonly string[]): string[] {
  if (!changes.length) return [];
  const more = changes.length - MAX_CHANGES;
  return [
    `${counted(changes.length, 'value')} of the archive were changed, as this instance would not have accepted them:`,
    ...changes.slice(0, MAX_CHANGES).map((change) => `  ${change}`),
    ...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
  ];
}

const WITHOUT_SECRETS = [
  'Channels have to be reconnected. API keys, and apps on networks, have to be set up again; OAuth apps ' +
    'need a new secret',
  'New accounts have no password: "Forgot your password?" on the sign-in page, ' +
    `or ${PROGRAM} users reset-password EMAIL`,
];

function postLines(
  { waiting, overdue, drafts, doubtful, series, presumed }: NonNullable<Imported['done']>['posts'],
  publish: OverdueRule | null,
): string[] {
  const doing = { send: 'sent now', draft: 'made drafts', ask: 'missed, and a person decides' };
  return [
    publish
      ? `${counted(waiting, 'waiting post')} published from here`
      : `${counted(drafts, 'waiting post')} as drafts: none of them is published until a person schedules it`,
    ...(overdue && publish ? [`${counted(overdue, 'overdue post')} ${doing[publish]}`] : []),
    ...(presumed
      ? [
          `${counted(presumed, 'post')} may have been published from here before: each is looked up on its network before anything is sent`,
        ]
      : []),
    ...(doubtful ? [`${counted(doubtful, 'post')} may be published: check the account, and decide`] : []),
    ...(series ? [`${counted(series, 'repeated post')} not repeated from here`] : []),
  ];
}
