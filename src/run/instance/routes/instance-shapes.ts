import type { Schema } from '../../../http/operation.ts';
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  sentenceWith,
  text,
  textOrNull,
} from '../../../http/shapes.ts';

/** What a resume would find. */
export const planShape: Schema = record({
  overdue: count('Posts whose date has passed'),
  tooLate: count('Of these, posts past the lateness limit: with `now` they become missed, unsent'),
  channels: count('Channels with overdue posts'),
  oldest: instantOrNull('The first of their dates'),
  newest: instantOrNull('The last of their dates'),
  waiting: count('Posts whose date is still to come; a resume does not touch them'),
  backupAt: instantOrNull('Of an instance that was restored, the moment of its backup'),
  doubtful: count('Posts that may have been published since then: each is looked up on its network first'),
  inDoubt: count('Organisations that no resume touches before a person has checked their previous instance'),
});

const milliseconds: Schema = { type: ['number', 'null'], description: 'Milliseconds' };
const seconds: Schema = { type: 'number', description: 'Seconds' };

export const instanceShape: Schema = record({
  version: text('Version of Crier'),
  node: text('Version of Node.js'),
  ready: flag('Whether a post created now would be published'),
  checks: listOf(
    record({
      name: { enum: ['database', 'temporal', 'worker', 'outbox'], description: 'What was looked at' },
      ok: flag('Whether it works'),
      detail: text('What was found'),
      found: sentenceWith('The same'),
    }),
  ),
  queue: record({
    waiting: count('Posts that are scheduled or being published'),
    due: count('Of these, posts whose date has passed'),
    dueOldestSeconds: seconds,
    held: count('Due posts that wait for a channel, or for publishing to be resumed'),
    unconfirmed: count('Posts of which nobody knows whether they were published'),
    missed: count('Posts that were too late to be published without asking'),
    outbox: count('Messages that have not reached Temporal'),
  }),
  workers: count('Workers that are alive'),
  channels: record({
    connected: count('Channels that can publish'),
    disconnected: count('Channels that must be reconnected'),
  }),
  reconciler: orNull(
    record({ secondsAgo: seconds, repairs: count('Runs that it started again so far') }),
    'The last pass of the reconciler',
  ),
  lateness: record({
    posts: count('Posts of the last seven days that were counted'),
    p50Ms: milliseconds,
    p99Ms: milliseconds,
  }),
  stuck: {
    ...listOf(
      record({
        id: id('The post'),
        organization: record({ id: id('Its organisation'), name: text('Its name') }),
        channel: text('Its channel'),
        identifier: text('The network'),
        kind: {
          enum: ['overdue', 'publishing', 'unconfirmed', 'missed'],
          description: 'What is wrong with it',
        },
        publishDate: instant('Its date'),
      }),
    ),
    description: 'Oldest first, at most 50',
  },
  freezes: listOf(
    record({
      organization: orNull(
        record({ id: id('The organisation'), name: text('Its name') }),
        'null = the whole instance',
      ),
      at: instant('Since when'),
      reason: text('Why'),
      plan: planShape,
    }),
  ),
  temporalUi: textOrNull('URL of the Temporal UI'),
  backup: orNull(
    record({
      at: instant('The moment that it holds'),
      bytes: count('Its size'),
      uploads: flag('Whether it holds the uploads'),
    }),
    'The last backup',
  ),
});
