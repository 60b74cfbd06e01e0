import { ArchiveError } from '../../../transfer/archive/archive-error.ts';
import { exportOrganization } from '../../../transfer/archive/export-organization.ts';
import type { Manifest } from '../../../transfer/archive/manifest.ts';
import { takeBack } from '../../../transfer/archive/move-away.ts';
import { PROGRAM, type Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { counted } from '../../../platform/counted.ts';
import { write, type Answer } from '../output.ts';
import { STREAM } from './is-archive.ts';
import { readPassphrase } from './passphrase-file.ts';

export interface ExportOptions {
  readonly passphraseFile?: string;
  readonly move?: boolean;
  readonly undoMove?: boolean;
  readonly json?: boolean;
}

/** `export`: writes the archive, and reports what is not in it. */
export async function exportArchive(
  session: Session,
  file: string | undefined,
  options: ExportOptions,
): Promise<Answer> {
  if (options.undoMove) return undoMove(session, file, options);
  if (!file) throw new CliError('usage', 'Name the file to write: export organisation.zip');
  if (file === STREAM && options.json) {
    throw new CliError('usage', '--json cannot be used with "-": both would be written to standard output');
  }
  const passphrase = options.passphraseFile === undefined ? null : readPassphrase(options.passphraseFile);
  const { id, name } = await session.organization();
  const { manifest, bytes } = await untilSignal((signal) =>
    exportOrganization(session.context, {
      organizationId: id,
      passphrase,
      to: file === STREAM ? process.stdout : file,
      move: options.move === true,
      signal,
    }),
  );
  const lines = linesOf(manifest, { file, bytes, name });
  if (file === STREAM) {
    await write(process.stderr, lines.map((line) => `${line}\n`).join(''));
    return { json: {}, lines: [] };
  }
  const { at, movedAt, rows, missingFiles, unreadableSecrets, secrets } = manifest;
  return {
    json: {
      file,
      bytes,
      organization: { id, name },
      at,
      movedAt,
      secrets: secrets !== null,
      rows,
      missingFiles,
      unreadableSecrets,
    },
    lines,
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the export properly; a second one ends the process. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const end = (): void =>
    stop.abort(new ArchiveError('interrupted', 'Interrupted: no archive was written, and nothing was moved'));
  for (const name of SIGNALS) process.once(name, end);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
}

function linesOf(
  { rows, entries, missingFiles, unreadableSecrets, secrets, movedAt, at }: Manifest,
  { file, bytes, name }: { file: string; bytes: number; name: string },
): string[] {
  const files = entries.filter((entry) => entry.name.startsWith('media/')).length;
  const contents = [
    counted(rows.post ?? 0, 'post'),
    counted(rows.integration ?? 0, 'channel'),
    counted(rows.membership ?? 0, 'member'),
    counted(files, 'file'),
  ].join(', ');
  return [
    `${file}: ${(bytes / 1024 ** 2).toFixed(1)} MB, "${name}" as of ${at}, with ${contents}`,
    ...(missingFiles.length
      ? [`Not found in the upload folder: ${counted(missingFiles.length, 'file')}`]
      : []),
    ...(unreadableSecrets.length
      ? [
          `ENCRYPTION_KEY does not open ${counted(unreadableSecrets.length, 'secret')} ` +
            `(${unreadableSecrets.join(', ')}): where the archive is imported, they have to be given again`,
        ]
      : []),
    secrets
      ? 'The secrets are in it, sealed with the passphrase: keep that apart from this file'
      : 'No secrets are in it: where it is imported, channels have to be reconnected, people choose new ' +
        'passwords, API keys and apps on networks have to be set up again, and OAuth apps need a new secret',
    'Not in it: plans and payments, open invitations, sessions, and the access that people gave to apps',
    movedAt
      ? `Nothing is published for "${name}" here any more. Import it with --publish on the other instance. ` +
        `To take it back instead: ${PROGRAM} export --organization "${name}" --undo-move`
      : `"${name}" is still published from here, so its waiting posts become drafts where the archive is imported`,
  ];
}

async function undoMove(session: Session, file: string | undefined, options: ExportOptions): Promise<Answer> {
  if (file !== undefined || options.move || options.passphraseFile) {
    throw new CliError('usage', '--undo-move takes a move back and writes no file: use it alone');
  }
  const { id, name } = await session.organization();
  await takeBack(session.context.database, id, { resume: false });
  return {
    json: { organization: { id, name }, movedAt: null, frozen: true },
    lines: [
      `"${name}" belongs to this instance again. Do not import its archive with --publish any more.`,
      `Publishing is still frozen. See what is overdue, and resume it: ${PROGRAM} resume --organization "${name}"`,
    ],
  };
}
