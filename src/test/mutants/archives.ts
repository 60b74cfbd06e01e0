/** The guards of archives: what comes in is not trusted, and what is moved is published by one instance. */
import type { Mutant } from './mutant.ts';

const IMPORT = ['src/transfer/archive/import-organization.test.ts'];
const COMMANDS = ['src/run/cli/archive/archive.test.ts'];

export const archiveMutants: readonly Mutant[] = [
  {
    id: 'archive/owned',
    rule: 'an archive names nothing of another organisation',
    file: 'src/transfer/archive/load-rows.ts',
    edits: [['or exists (${OWNED[table].replace(/\\bID\\b/, `r."${column}"`)}))`', 'or true)`']],
    tests: IMPORT,
  },
  {
    id: 'archive/rules',
    rule: 'a value that no endpoint would have stored refuses the archive',
    file: 'src/transfer/archive/parse-rows.ts',
    edits: [
      ["if ('refused' in verdict) throw", "if ('refused' in verdict) continue;\n    if (!verdict) throw"],
    ],
    tests: ['src/transfer/archive/hostile-rows.test.ts'],
  },
  {
    id: 'archive/made-fit',
    rule: 'what an endpoint would have cleaned is cleaned, and URLs of apps and links pass the rules of the endpoints',
    file: 'src/transfer/archive/parse-rows.ts',
    edits: [['    instead[column] = verdict.instead;\n', '']],
    tests: ['src/transfer/archive/hostile-rows.test.ts'],
  },
  {
    id: 'archive/again-after-deletion',
    rule: 'what was published from here before an organisation was deleted is not sent again by its archive',
    file: 'src/organizations/delete-organization.ts',
    edits: [['  await noteDeleted(tx, organizationId);\n', '']],
    tests: ['src/transfer/archive/move-away.test.ts'],
  },
  {
    id: 'archive/again-after-restore',
    rule: 'what was published before a backup was restored is not sent again by an archive that it does not know',
    file: 'src/posts/decide/resume.ts',
    edits: [['  if (ended.length) await noteResumedCopy(tx);\n', '']],
    tests: ['src/transfer/archive/move-away.test.ts'],
  },
  {
    id: 'archive/series',
    rule: 'a post of an archive repeats no post of another organisation',
    file: 'src/transfer/archive/import-organization.ts',
    edits: [['if (foreign.length) {', 'if (foreign.length > 1) {']],
    tests: IMPORT,
  },
  {
    id: 'archive/digest',
    rule: 'an entry that is not what was written is refused',
    file: 'src/transfer/archive/open-archive.ts',
    edits: [['hashed.digest() === sha256 ? null', 'hashed.digest() ? null']],
    tests: IMPORT,
  },
  {
    id: 'archive/links',
    rule: 'an entry that is a link is refused',
    file: 'src/transfer/archive/open-archive.ts',
    edits: [['if (type !== 0 && type !== REGULAR_FILE)', 'if (type > REGULAR_FILE * 2)']],
    tests: IMPORT,
  },
  {
    id: 'archive/bomb',
    rule: 'an entry that would be unpacked to far more than it is, is refused',
    file: 'src/transfer/archive/open-archive.ts',
    edits: [['uncompressedSize > SMALL_BYTES &&', 'uncompressedSize < 0 &&']],
    tests: IMPORT,
  },
  {
    id: 'archive/stored-path',
    rule: 'an archive stores files only under the names that uploads are given',
    file: 'src/transfer/archive/parse-rows.ts',
    edits: [['!isStoredPath(String(row.values.path))', '!isStoredPath']],
    tests: IMPORT,
  },
  {
    id: 'archive/file-type',
    rule: 'a file of an archive matches its row',
    file: 'src/transfer/archive/place-files.ts',
    edits: [
      [
        "const found = await pictures.look('archive', { file: { path: file, size } }).catch(",
        'const found = await Promise.resolve(facts).catch(',
      ],
    ],
    tests: IMPORT,
  },
  {
    id: 'archive/cleaned-meanwhile',
    rule: 'a picture that is cleaned during an export is in the archive',
    file: 'src/transfer/archive/write-archive.ts',
    edits: [['(file.size === size || (await isCleaned(database, path, file.size)))', 'file.size === size']],
    tests: ['src/transfer/archive/cleaned-meanwhile.test.ts'],
  },
  {
    id: 'archive/sealed',
    rule: 'an archive with secrets is changed by nobody who does not know its passphrase',
    file: 'src/transfer/archive/open-secrets.ts',
    edits: [['if (!isSealedDigest(', 'if (digestOf(manifest) === isSealedDigest.name && !isSealedDigest(']],
    tests: IMPORT,
  },
  {
    id: 'archive/people',
    rule: 'an archive without a passphrase confirms no email address and sets no password',
    file: 'src/transfer/archive/load-people.ts',
    edits: [['activated_at: proven ? row', 'activated_at: id ? row']],
    tests: COMMANDS,
  },
  {
    id: 'archive/not-moved',
    rule: 'nothing of an organisation is published that another instance still publishes',
    file: 'src/transfer/archive/import-organization.ts',
    edits: [['if (options.publish && !manifest.movedAt)', 'if (options.publish && !manifest)']],
    tests: COMMANDS,
  },
  {
    id: 'archive/resume',
    rule: 'an organisation that was moved away is not resumed',
    file: 'src/posts/decide/resume.ts',
    edits: [['frozen_at is not null and moved_at is null', 'frozen_at is not null']],
    tests: COMMANDS,
  },
  {
    id: 'archive/move-ended',
    rule: 'a move that is ended before its archive is complete did not take place',
    file: 'src/transfer/archive/export-organization.ts',
    edits: [['    if (moved) await takeBack(', '    if (moved && !move) await takeBack(']],
    tests: ['src/run/cli/archive/killed-export.test.ts'],
  },
  {
    id: 'archive/moved-endpoints',
    rule: 'the posts of an organisation that was moved away cannot be changed by any endpoint',
    file: 'src/http/refuse-elsewhere.ts',
    edits: [["    if (moved) throw new ApiError('organization_moved');\n", '']],
    tests: COMMANDS,
  },
  {
    id: 'archive/moved-command',
    rule: 'nor on the command line',
    file: 'src/platform/assert-published-here.ts',
    edits: [["  if (row?.moved) throw new ApiError('organization_moved');\n", '']],
    tests: COMMANDS,
  },
  {
    id: 'archive/try-frozen',
    rule: 'no channel is tried with a post while nothing may leave',
    file: 'src/channels/try-channel.ts',
    edits: [['  if (options.texts !== undefined) await assertMayPublish(context, organizationId);\n', '']],
    tests: ['src/run/cli/channels/channels.test.ts'],
  },
  {
    id: 'archive/backup-sessions',
    rule: 'a restored backup brings no session, link or code back to life',
    file: 'src/run/cli/backup/restore-backup.ts',
    edits: [['if (END_SESSIONS[name]) await', 'if (!END_SESSIONS[name]) continue; else if (!name) await']],
    tests: ['src/run/cli/backup/restored-access.test.ts'],
  },
  {
    id: 'archive/series-ends',
    rule: 'what another instance repeats is not repeated from here',
    file: 'src/transfer/archive/settle-posts.ts',
    edits: [['set interval_days = null, repeat_rule = null', 'set interval_days = p.interval_days']],
    tests: ['src/transfer/archive/move-away.test.ts'],
  },
  {
    id: 'archive/moved-not-frozen',
    rule: 'an organisation that has moved elsewhere is not counted as one that stands still',
    file: 'src/platform/metrics/instance-state.ts',
    edits: [
      [
        'where frozen_at is not null and moved_at is null) as "frozenOrg',
        'where frozen_at is not null) as "frozenOrg',
      ],
    ],
    tests: ['src/platform/metrics/metrics.test.ts'],
  },
];
