import type { Schema } from '../../http/operation.ts';
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  text,
  textOrNull,
} from '../../http/shapes.ts';

const remarks = (description: string): Schema => ({
  ...listOf(
    record({ what: text('What it is about'), why: text('Why, or what to do'), count: count('How often') }),
  ),
  description,
});

const names = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });

export const migrationPlanShape: Schema = record({
  version: text('The release, by what its tables show'),
  scheduler: { enum: ['redis', 'temporal'], description: 'What schedules there' },
  queue: orNull(
    record({
      delayed: count('Jobs for later'),
      waiting: count('Jobs to be done now'),
      active: count('Jobs that are being done'),
      withoutPost: count('Jobs whose post no longer waits'),
      withoutJob: count('Posts that wait and are due within three hours, without a job'),
    }),
    'The jobs on its Redis; null when that was not given',
  ),
  runs: orNull(
    record({
      lookedFor: count('Of the next posts that wait'),
      withRun: count('Of these, posts with a run'),
      workers: count('Processes of v1 that take its tasks'),
    }),
    'The runs in its Temporal; null when that was not given',
  ),
  organizations: listOf(
    record({
      id: text('Its id in v1'),
      name: text('Name'),
      people: count('Members'),
      channels: count('Channels'),
      waiting: count('Posts that wait'),
      overdue: count('Of these, posts that should have been sent by now'),
      posts: count('All posts'),
    }),
  ),
  keys: record({
    works: names('Organisations with an API key that works here as it is'),
    shared: names(
      'Organisations with one key together: it works here for one of them, the others need a new one',
    ),
  }),
  left: remarks('What stays behind'),
  reconnect: remarks('Channels that have to be connected again'),
  clashes: remarks('What is copied with changes'),
  databaseBytes: count('Size of the database of v1'),
  mediaFiles: count('Files of the library'),
  mediaBytes: count('Size of those whose size v1 noted, in bytes'),
  rows: count('Records to copy'),
  seconds: count('About how long that takes, without the files'),
});

const step = { enum: ['cutover', 'rollback'], description: 'What was decided' } as const;
const post = record({
  text: text('Its first 300 characters'),
  date: instant('Its date'),
  state: text('Its state, as that side calls it'),
});

const progress = record({
  doing: {
    enum: ['copying', 'watching', 'cutover', 'rollback'],
    description: 'What is under way; `watching` copies what changes in v1',
  },
  paused: flag('Whether the copy stands still'),
  organizationId: textOrNull('The organisation whose step is under way'),
  copied: listOf(
    record({
      kind: text('Kind of record'),
      read: count('Read in v1'),
      written: count('Written here'),
      removed: count('Removed here, because v1 has deleted them'),
    }),
  ),
  copiedAt: instantOrNull('When everything was copied for the first time'),
  lookedAt: instantOrNull('When the last look at what changed in v1 began'),
  changes: count('What was copied or removed since then'),
  waiting: listOf(record({ do: step, organizationId: id('The organisation') })),
  steps: listOf(
    record({
      do: step,
      organizationId: id('The organisation'),
      outcome: {
        enum: ['done', 'failed', 'interrupted'],
        description: 'How it ended; why one failed is in `problem` of the organisation',
      },
      endedAt: instant('When'),
    }),
  ),
});

export const migrationShape: Schema = record({
  migration: orNull(
    record({
      version: text('The release of v1, by what its tables show'),
      redis: flag('Whether its Redis was given, from which a cutover removes the jobs'),
      temporal: flag('Whether its Temporal was given, in which a cutover ends the runs'),
      scheduler: { enum: ['redis', 'temporal'], description: 'What schedules there' },
      running: {
        type: ['boolean', 'null'],
        description:
          'Whether the run is under way; null when Temporal does not answer, or it was never started',
      },
      progress: orNull(progress, 'Null when no worker answers'),
      organizations: listOf(
        record({
          id: id('Its id here'),
          legacyId: text('Its id in v1'),
          name: text('Name'),
          publishes: { enum: ['v1', 'crier'], description: 'Who publishes its posts' },
          phase: {
            enum: ['copying', 'stopping', 'waiting', 'looking', 'cut_over'],
            description: 'How far its cutover is',
          },
          stoppedAt: instantOrNull('When v1 was stopped'),
          cutOverAt: instantOrNull('Since when Crier publishes'),
          waiting: count('Posts that wait to be published'),
          withoutFiles: count('Posts that are to be sent yet and need a file that is not here'),
          problem: textOrNull('Why its last step was not completed'),
          restoredAt: instantOrNull(
            'The moment of the backup that was restored, while nobody has looked in v1 who publishes',
          ),
        }),
      ),
      keys: listOf(
        record({
          organizationId: id('The organisation'),
          name: text('Its name'),
          usedAt: instantOrNull('When a program last came here with its API key of v1; null: none has yet'),
        }),
      ),
      problems: listOf(
        record({
          kind: text('Kind of record'),
          problem: text('What was not copied'),
          count: count('How often'),
        }),
      ),
      samples: listOf(
        record({
          id: id('The post'),
          organization: text('Its organisation'),
          channel: text('Its channel'),
          here: post,
          v1: orNull(post, 'Null when it is gone there'),
        }),
      ),
      sourceProblem: textOrNull('Why v1 cannot be read'),
    }),
  ),
});
