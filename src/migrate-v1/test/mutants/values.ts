/** The guards against what a column of v1 may hold. */
import type { Mutant } from '../../../test/mutants/mutant.ts';

const ANY_VALUE = ['src/migrate-v1/copy/any-value.test.ts'];

export const valueOfV1Mutants: readonly Mutant[] = [
  {
    id: 'migration/half-characters',
    rule: 'a text of v1 is not cut within a character',
    file: 'src/migrate-v1/map/values.ts',
    edits: [[".replace(/\\p{Cs}$/u, '')", '']],
    tests: ANY_VALUE,
  },
  {
    id: 'migration/escaped-nul',
    rule: 'NUL and halves of characters in JSON of v1 are left out',
    file: 'src/migrate-v1/map/values.ts',
    edits: [['REFUSED.test(value) ? withoutRefused : undefined', 'undefined']],
    tests: ANY_VALUE,
  },
  {
    id: 'migration/rows-counted',
    rule: 'after many rows were copied, PostgreSQL plans by what the tables hold',
    file: 'src/migrate-v1/copy/run-pass.ts',
    edits: [["  if (place.after !== '') await transactPatiently(deps.context.database, countRows);\n", '']],
    tests: ['src/migrate-v1/missing-files.test.ts'],
  },
  {
    id: 'migration/one-thread',
    rule: 'a post that v1 made a part of another is not sent by itself as well',
    file: 'src/migrate-v1/copy/posts.ts',
    edits: [['    await dropParts(tx, deps.sourceId, records);\n', '']],
    tests: ['src/migrate-v1/cutover/cut-over.test.ts'],
  },
  {
    id: 'migration/left-runs',
    rule: 'a run that v1 has left behind is ended',
    file: 'src/migrate-v1/cutover/stop-runs.ts',
    edits: [['or p.id = any($2) and (', 'or p.id = any($2) and false and (']],
    tests: ['src/migrate-v1/cutover/stop-runs.test.ts'],
  },
  {
    id: 'migration/foreign-file',
    rule: 'a post that goes without a file goes without that of another organisation too',
    file: 'src/migrate-v1/cutover/take-over.ts',
    edits: [['\n        and f.organization_id = posts.organization_id', '']],
    tests: ['src/migrate-v1/missing-files.test.ts'],
  },
  {
    id: 'migration/colours',
    rule: 'a colour that Crier does not know becomes the default one',
    file: 'src/migrate-v1/copy/texts.ts',
    edits: [
      ['  return /^#[0-9a-f]{6}$/.test(long) ? long : DEFAULT_COLOR;', '  return long || DEFAULT_COLOR;'],
    ],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/covers',
    rule: 'the thumbnail of a video is copied',
    file: 'src/migrate-v1/map/post-media.ts',
    edits: [['  return { ...moment, thumbnail: {', '  return moment && { thumbnails: {']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/no-address',
    rule: 'people without an email address are copied, each as a person',
    file: 'src/migrate-v1/copy/users.ts',
    edits: [['? accounts.map((account) => placeAlone(sourceId, account))', '? []']],
    tests: ['src/migrate-v1/copy/people.test.ts'],
  },
  {
    id: 'migration/set-texts',
    rule: 'the texts that a set has for other channels are copied',
    file: 'src/migrate-v1/copy/texts.ts',
    edits: [['      (mapped[i]?.others ?? [])\n', '      (i < 0 ? (mapped[i]?.others ?? []) : [])\n']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/set-files',
    rule: 'the files that a set has for each channel are in its templates',
    file: 'src/migrate-v1/copy/texts.ts',
    edits: [['      return file?.url\n', '      return file?.url && !image\n']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/set-files-later',
    rule: 'a file of a set that is copied later is in its templates then',
    file: 'src/migrate-v1/copy/texts.ts',
    edits: [['refersLater: mapped[i]?.waits === true', 'refersLater: false']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
];
