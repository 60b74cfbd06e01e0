/** The guards of the migration from v1: nothing that v1 sent is sent again, nothing that waits is lost. */
import type { Mutant } from '../../../test/mutants/mutant.ts';

const LOOK = 'src/migrate-v1/cutover/look-at-networks.ts';
const TAKE = 'src/migrate-v1/cutover/take-over.ts';
const CUTOVER = ['src/migrate-v1/cutover/cut-over.test.ts'];
const RUNS = ['src/migrate-v1/cutover/stop-runs.test.ts'];
const BACK = ['src/migrate-v1/cutover/give-back.test.ts'];
const STOP_V1 = 'src/migrate-v1/cutover/stop-v1.ts';
const SAID = ['src/migrate-v1/cutover/said-before.test.ts'];
const STOPPED = ['src/migrate-v1/cutover/stopped-and-restored.test.ts'];
const MISSING = ['src/migrate-v1/missing-files.test.ts'];
const REST = ['src/migrate-v1/cutover/stop-rest.test.ts'];
const PLUGS = ['src/migrate-v1/cutover/stop-plugs.test.ts'];
const JOBS = ['src/migrate-v1/cutover/stop-jobs.test.ts'];

export const migrationMutants: readonly Mutant[] = [
  {
    id: 'migration/one-entry',
    rule: 'a post that v1 may have sent is found by one entry of the list, not by one of several',
    file: LOOK,
    edits: [['&& same.length === 1', '']],
    tests: CUTOVER,
  },
  {
    id: 'migration/in-doubt',
    rule: 'a post that was due just before v1 was stopped is not sent without a look',
    file: TAKE,
    edits: [["set state = 'unconfirmed', error_code", 'set error_code']],
    tests: CUTOVER,
  },
  {
    id: 'migration/found-is-reported',
    rule: 'v1 does not send again what was found on the network',
    file: 'src/migrate-v1/cutover/restart-v1.ts',
    edits: [['      await query(NOTE_SENT, [batch]);\n', '']],
    tests: CUTOVER,
  },
  {
    id: 'migration/begun-job',
    rule: 'a post whose job v1 had begun is not sent without a look, with any date',
    file: 'src/migrate-v1/cutover/doubtful-posts.ts',
    edits: [['(w.begun or not', '(not']],
    tests: JOBS,
  },
  {
    id: 'migration/noted-job',
    rule: 'a job that is removed from the queue of v1 can be added again',
    file: 'src/migrate-v1/cutover/stop-jobs.ts',
    edits: [['      await noteJobs(migration, organization, jobs);\n', '']],
    tests: JOBS,
  },
  {
    id: 'migration/marked',
    rule: 'what is stopped in v1 is marked so that none of its jobs and runs sends it, series too',
    file: STOP_V1,
    edits: [[` or state = 'PUBLISHED' and "intervalInDays" > 0 and "parentPostId" is null)`, ')']],
    tests: CUTOVER,
  },
  {
    id: 'migration/mark-is-known',
    rule: 'what was stopped in v1 is not taken for deleted',
    file: 'src/migrate-v1/map/post.ts',
    edits: [['row.deletedAt === null || isStopped(row)', 'row.deletedAt === null']],
    tests: CUTOVER,
  },
  {
    id: 'migration/proof',
    rule: 'nothing is taken over unless v1 is proved unable to publish',
    file: 'src/migrate-v1/cutover/prove-stop.ts',
    edits: [['if (access.temporal) return;', 'return;']],
    tests: RUNS,
  },
  {
    id: 'migration/connections',
    rule: 'a v1 that is said to be stopped has no connection to its database',
    file: 'src/migrate-v1/cutover/prove-stop.ts',
    edits: [['if (connected?.count) {', 'if (connected?.count === -1) {']],
    tests: CUTOVER,
  },
  {
    id: 'migration/runs-ended',
    rule: 'the runs of v1 are ended',
    file: 'src/migrate-v1/cutover/stop-all.ts',
    edits: [
      ['const runs = await stopRuns(migration, organization);', 'const runs = null as StoppedJobs | null;'],
    ],
    tests: RUNS,
  },
  {
    id: 'migration/noted-run',
    rule: 'a run that is ended can be started again',
    file: 'src/migrate-v1/cutover/stop-runs.ts',
    edits: [
      ['    await note(migration, organization, { runs, postOf });\n    const waiting', '    const waiting'],
    ],
    tests: RUNS,
  },
  {
    id: 'migration/copied-first',
    rule: 'v1 is stopped only after everything was copied and compared',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['    await copyAndCompare(migration, organization, options.signal);\n', '']],
    tests: BACK,
  },
  {
    id: 'migration/given-back',
    rule: 'a cutover that fails after the stop gives the organisation back',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['throw await giveBackAfter(migration, organization, { error, options });', 'throw error;']],
    tests: BACK,
  },
  {
    id: 'migration/file-in-place',
    rule: 'a file that is fetched takes the place of none that is there',
    file: 'src/migrate-v1/copy/fetch-file.ts',
    edits: [['&& !(await sizeOnDisk(context, named))', '']],
    tests: ['src/migrate-v1/copy/fetch-file.test.ts'],
  },
  {
    id: 'migration/redirect',
    rule: 'an app of v1 brings no redirect URL that it could not have registered here',
    file: 'src/migrate-v1/copy/apps.ts',
    edits: [['redirectProblem(row) ? UNUSABLE_REDIRECT_URL :', '']],
    tests: ['src/migrate-v1/copy/apps.test.ts'],
  },
  {
    id: 'migration/links',
    rule: 'what v1 or another instance calls the URL of a post is a web URL',
    file: 'src/migrate-v1/map/post.ts',
    edits: [
      [
        'webUrl(textOf(row.releaseURL)) : null,\n      error_code',
        'textOf(row.releaseURL) : null,\n      error_code',
      ],
    ],
    tests: ['src/migrate-v1/map/hostile-records.test.ts'],
  },
  {
    id: 'migration/short-links',
    rule: 'an organisation that wanted no short links in v1 gets none here',
    file: 'src/migrate-v1/copy/people.ts',
    edits: [["NO: 'never'", "NO: 'ask'"]],
    tests: ['src/migrate-v1/copy/short-links.test.ts'],
  },
  {
    id: 'migration/one-name',
    rule: 'a name that is taken in v1 or here ends no run',
    file: 'src/migrate-v1/copy/clashes.ts',
    edits: [['if (taken.has(key)) return false;', '']],
    tests: ['src/migrate-v1/copy/clashes.test.ts'],
  },
  {
    id: 'migration/taken',
    rule: 'a key, client ID, token or file that is here already ends no run',
    file: 'src/migrate-v1/copy/clashes.ts',
    edits: [
      ['const taken = new Set(found.map(({ id }) => id));', 'const taken = new Set<string>(); void found;'],
    ],
    tests: ['src/migrate-v1/copy/clashes.test.ts'],
  },
  {
    id: 'migration/proven-address',
    rule: 'a local account of v1 with the email address of a proven one gets nothing of it',
    file: 'src/migrate-v1/copy/accounts.ts',
    edits: [['if (merged) return', 'if (merged || accounts.length > 1) return']],
    tests: ['src/migrate-v1/copy/people.test.ts'],
  },
  {
    id: 'migration/proven-here',
    rule: 'an account here whose email address is not proven gets no membership of v1',
    file: 'src/migrate-v1/copy/accounts.ts',
    edits: [['account === claims && holder.proven', 'account === claims']],
    tests: ['src/migrate-v1/copy/people.test.ts'],
  },
  {
    id: 'migration/given-up',
    rule: 'a series that v1 gave up is not begun again here',
    file: 'src/migrate-v1/map/post.ts',
    edits: [["row.state === 'ERROR' ? null : everyDays", 'everyDays']],
    tests: ['src/migrate-v1/map/post.test.ts'],
  },
  {
    id: 'migration/sent-parts',
    rule: 'a part that v1 has sent is not sent again, although v1 calls it an error',
    file: 'src/migrate-v1/map/post.ts',
    edits: [
      [
        "row.state === 'PUBLISHED' || (row.state === 'ERROR' && Boolean(textOf(row.releaseId)));",
        "row.state === 'PUBLISHED';",
      ],
    ],
    tests: ['src/migrate-v1/map/post.test.ts'],
  },
  {
    id: 'migration/linked-posts',
    rule: 'a link of v1 to another post becomes the link to it here, and is not sent as it stands',
    file: 'src/migrate-v1/map/references.ts',
    edits: [['return `(post:${post.idHere})`;', 'return `(post:${id})`;']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/file-by-id',
    rule: 'a file that a post of v1 names by its id alone is copied',
    file: 'src/migrate-v1/map/post-media.ts',
    edits: [['known?.url ?? path ?? known?.path', 'path']],
    tests: ['src/migrate-v1/copy/references.test.ts'],
  },
  {
    id: 'migration/same-account',
    rule: 'a copied channel is the account that connecting finds again',
    file: 'src/migrate-v1/map/account-id.ts',
    edits: [['return map ?', 'return false && map ?']],
    tests: ['src/migrate-v1/map/account.test.ts'],
  },
  {
    id: 'migration/missing-files',
    rule: 'a waiting post whose file was not copied ends the cutover',
    file: 'src/migrate-v1/missing-files.ts',
    edits: [['  if (!posts.length) return;\n', '  if (posts.length >= 0) return;\n']],
    tests: MISSING,
  },
  {
    id: 'migration/without-files',
    rule: 'a post goes without the files that were not copied, and with the others',
    file: 'src/migrate-v1/cutover/take-over.ts',
    edits: [
      [
        'if (options.withoutMissingFiles) await',
        'if (options.withoutMissingFiles && options.doubtMs < 0) await',
      ],
    ],
    tests: MISSING,
  },
  {
    id: 'migration/channels-first',
    rule: 'channels are tried on their networks before v1 is stopped',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['    await testChannels(migration, { organizationId: organization.id });\n', '']],
    tests: CUTOVER,
  },
  {
    id: 'migration/feeds',
    rule: 'feeds of v1 that post by themselves are stopped',
    file: 'src/migrate-v1/cutover/stop-all.ts',
    edits: [['await stopFeeds(migration, organization)', '0']],
    tests: CUTOVER,
  },
  {
    id: 'migration/hidden-connections',
    rule: 'connections that the role may not see are not taken for none',
    file: 'src/migrate-v1/cutover/prove-stop.ts',
    edits: [['if (hidden?.count) {', 'if (hidden?.count === -1) {']],
    tests: STOPPED,
  },
  {
    id: 'migration/remembered',
    rule: 'the earlier answers about v1 are not forgotten by a second copy',
    file: 'src/migrate-v1/v1-source.ts',
    edits: [['uploads: access.uploads ?? known?.uploads ?? null', 'uploads: access.uploads']],
    tests: SAID,
  },
  {
    id: 'migration/finished',
    rule: 'a migration that was finished is not rolled back',
    file: 'src/migrate-v1/cutover/roll-back.ts',
    edits: [['if (!finished && takenOverBeforeMs', 'if (takenOverBeforeMs']],
    tests: STOPPED,
  },
  {
    id: 'migration/same-source',
    rule: 'a v1 stays the same source when an organisation is created in it',
    file: 'src/migrate-v1/source/open-source.ts',
    edits: [['order by "createdAt", id limit 1', 'order by id limit 1']],
    tests: SAID,
  },
  {
    id: 'migration/withdrawn',
    rule: 'a rollback ends a cutover that waits',
    file: 'src/migrate-v1/cutover/organizations.ts',
    edits: [["(not $4 or detail ? 'stoppedMs')", '(not $4 or true)']],
    tests: SAID,
  },
  {
    id: 'migration/taken-over-meanwhile',
    rule: 'a rollback that is typed while a cutover takes over is refused with that reason, and changes nothing',
    file: 'src/migrate-v1/cutover/roll-back.ts',
    edits: [['  if (open.length) return;\n', '  if (open.length >= 0) return;\n']],
    tests: ['src/migrate-v1/cutover/roll-back.test.ts'],
  },
  {
    id: 'migration/error-runs',
    rule: 'a run of v1 that tries again is ended',
    file: 'src/migrate-v1/cutover/stop-runs.ts',
    edits: [["or p.state = 'ERROR' and", "or p.state = 'ERROR' and false and"]],
    tests: ['src/migrate-v1/cutover/late-runs.test.ts'],
  },
  {
    id: 'migration/later-dates',
    rule: 'the run of a later date of a series is ended too',
    file: 'src/migrate-v1/source/open-temporal.ts',
    edits: [['if (series.length) names.push(', 'if (series.length < 0) names.push(']],
    tests: ['src/migrate-v1/cutover/late-runs.test.ts'],
  },
  {
    id: 'migration/date-in-doubt',
    rule: 'a date of a series that v1 was sending when it was ended is reported',
    file: 'src/migrate-v1/cutover/stop-runs.ts',
    edits: [['    await noteDatesInDoubt(migration, datesOf(runs, unsent));\n', '']],
    tests: ['src/migrate-v1/cutover/late-runs.test.ts'],
  },
  {
    id: 'migration/sent-date',
    rule: 'a run of v1 that has sent all of its post is in no doubt about the date that follows',
    file: 'src/migrate-v1/source/open-temporal.ts',
    edits: [['if (!run || run.allSent || ', 'if (!run || ']],
    tests: ['src/migrate-v1/cutover/late-runs.test.ts'],
  },
  {
    id: 'migration/late-comments',
    rule: 'a run of v1 that sends a comment later is ended',
    file: 'src/migrate-v1/cutover/stop-runs.ts',
    edits: [["or p.state = 'PUBLISHED' and exists", "or p.state = 'PUBLISHED' and false and exists"]],
    tests: SAID,
  },
  {
    id: 'migration/temporal-again',
    rule: 'the Temporal of v1 is looked at again at the cutover',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [
      [
        'if (migration.access.temporal && !options.frozenSource)',
        'if (migration.access.temporal && options.frozenSource)',
      ],
    ],
    tests: SAID,
  },
  {
    id: 'migration/series-once',
    rule: 'a date of a series that v1 has sent by its own rhythm is not sent once more on that day',
    file: 'activities/repeat-posts.ts',
    edits: [["p.published_at + p.interval_days * interval '12 hours'", 'p.published_at']],
    tests: RUNS,
  },
  {
    id: 'migration/rest-ended',
    rule: 'what v1 would repost, comment, renew or remind of by its Temporal after the cutover is ended',
    file: 'src/migrate-v1/cutover/stop-all.ts',
    edits: [
      [
        'const rest = await stopRest(migration, organization);',
        'const rest = Number(stopRest.length === 0);',
      ],
    ],
    tests: REST,
  },
  {
    id: 'migration/next-date',
    rule: 'a series whose run was ended goes on with its next date after a rollback',
    file: 'src/migrate-v1/cutover/stop-rest.ts',
    edits: [['if (!everyMs || ', 'if (everyMs || ']],
    tests: REST,
  },
  {
    id: 'migration/date-to-come',
    rule: 'a date that has not come is in no doubt',
    file: 'src/migrate-v1/source/open-temporal.ts',
    edits: [[' || run.isToBegin) return;', ') return;']],
    tests: REST,
  },
  {
    id: 'migration/plugs-removed',
    rule: 'what v1 would repost or comment by its queues after the cutover is removed',
    file: 'src/migrate-v1/cutover/stop-all.ts',
    edits: [
      [
        'const plugs = await stopPlugs(migration, organization, signal);',
        'const plugs = Number(signal?.aborted && stopPlugs);',
      ],
    ],
    tests: PLUGS,
  },
  {
    id: 'migration/plug-at-work',
    rule: 'a plug that is at work is waited for, as it adds its next look',
    file: 'src/migrate-v1/cutover/stop-plugs.ts',
    edits: [
      ['if (!active || performance', 'if (!active || !active || performance.now() < until || performance'],
    ],
    tests: PLUGS,
  },
  {
    id: 'migration/renewed-here',
    rule: 'tokens that were renewed here are not overwritten by those that v1 had before',
    file: 'src/migrate-v1/cutover/roll-back.ts',
    edits: [["and not (l.kind = 'integration' and", "and not (l.kind = 'none' and"]],
    tests: ['src/migrate-v1/cutover/roll-back.test.ts'],
  },
];
