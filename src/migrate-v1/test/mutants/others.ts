/** Guards of the core that the tests of the move notice, and guards of the move in other areas. */
import type { Mutant } from '../../../test/mutants/mutant.ts';

const LISTEN = 'migrations/20261128160000-listen-to-webhooks.ts';
const CLEAN = 'src/platform/clean-html.ts';
const IMPORT_FROM = ['src/migrate-v1/commands/import-from/import-from.test.ts'];

export const otherMutants: readonly Mutant[] = [
  {
    id: 'files/stored-again',
    rule: 'a picture that comes again from v1 is treated again',
    file: 'src/migrate-v1/copy/media.ts',
    edits: [['              cleaned_at: taken.stored?.cleanedAt ?? null,\n', '']],
    tests: ['src/migrate-v1/copy/copy.test.ts'],
  },
  {
    id: 'posts/import-waits-there',
    rule: 'what waits at another instance becomes a draft, because it is still sent there',
    file: 'src/migrate-v1/import-from/posts.ts',
    edits: [["if (state === 'QUEUE') return 'DRAFT';", '']],
    tests: IMPORT_FROM,
  },
  {
    id: 'posts/import-touched',
    rule: 'an import leaves alone what has been changed here',
    file: 'src/migrate-v1/import-from/posts.ts',
    edits: [['!untouched.has(mapped.post.id)', 'false']],
    tests: IMPORT_FROM,
  },
  {
    id: 'posts/import-overdue',
    rule: 'a post that may just be published at another instance is not scheduled here',
    file: 'src/migrate-v1/import-from/schedule.ts',
    edits: [['if (isDue) return', 'if (revision < 0) return']],
    tests: IMPORT_FROM,
  },
  {
    id: 'storage/files-of-old',
    rule: 'the files of v1 stay where they are, also in a folder that it shares with this instance',
    file: 'src/migrate-v1/copy/to-storage.ts',
    edits: [['taken.stored && taken.isCopy', 'taken.stored']],
    tests: ['src/migrate-v1/copy/fetch-file.test.ts'],
  },
  {
    id: 'storage/copied-to-bucket',
    rule: 'files of v1 go where this instance stores its files',
    file: 'src/migrate-v1/copy/to-storage.ts',
    edits: [["taken.stored || current.name === 'local'", "taken.stored || current.name !== 'local'"]],
    tests: ['src/migrate-v1/copy/fetch-file.test.ts'],
  },
  {
    id: 'texts/of-older-ones',
    rule: 'text of v1 comes out of its entities',
    file: CLEAN,
    edits: [['contentOf(decode(content));', 'contentOf(decode(content) && content);']],
    tests: ['src/migrate-v1/map/hostile-records.test.ts'],
  },
  {
    id: 'webhooks/published-elsewhere',
    rule: 'no event is sent while v1 publishes for the organisation and sends it itself',
    file: LISTEN,
    edits: [
      ['          and not ${PUBLISHED_ELSEWHERE}\n      $$`;', '      $$`;'],
      ['              and not ${PUBLISHED_ELSEWHERE}\n            returning id', '            returning id'],
    ],
    tests: ['src/migrate-v1/copy/copy.test.ts'],
  },
  {
    id: 'webhooks/never-widened',
    rule: 'a webhook of v1 for channels that were not copied gets events of no others',
    file: 'src/migrate-v1/copy/webhooks.ts',
    edits: [["known.get(channel) ?? idHere(sourceId, 'integration', channel)", 'known.get(channel) ?? []']],
    tests: ['src/migrate-v1/copy/webhooks.test.ts'],
  },
  {
    id: 'webhooks/old-ids',
    rule: 'a receiver from the time of v1 reads the ids that it knows',
    file: 'src/webhooks/present-event.ts',
    edits: [['post && oldPostId ?', 'post && !oldPostId ?']],
    tests: ['src/migrate-v1/old-ids.test.ts'],
  },
  {
    id: 'http/old-ids-in-lists',
    rule: 'a client of v1 names channels by their old ids in a list, and for a file',
    file: 'src/http/old-ids.ts',
    edits: [[", 'channels', 'for'])", '])']],
    tests: ['src/migrate-v1/old-ids.test.ts'],
  },
];
