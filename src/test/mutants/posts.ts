/** The guards of creating, changing and deciding about posts. */
import type { Mutant } from './mutant.ts';

const CHANGE = ['src/posts/routes/change-post.test.ts'];
const IDEMPOTENCY = ['src/http/idempotency.test.ts'];

const IMPORT_FROM = ['src/cli/import-from/import-from.test.ts'];

const NEVER_IGNORED = ['src/posts/never-ignored-fields.test.ts'];
const EVERY_NETWORK = ['src/test/never-ignored.test.ts'];

export const postMutants: readonly Mutant[] = [
  {
    id: 'posts/never-ignored',
    rule: 'a setting that would limit who sees a post is refused where its network does not have it',
    file: 'providers/_kit/check-settings.ts',
    edits: [['[...wrong, ...refusedSettings(network, settings)]', '[...wrong]']],
    tests: NEVER_IGNORED,
  },
  {
    id: 'posts/never-ignored-inside',
    rule: 'a setting that would limit a post is found inside others',
    file: 'providers/_kit/unknown-settings.ts',
    edits: [['if (concern || isJudgedWhole(field.name)) return;', 'return;']],
    tests: EVERY_NETWORK,
  },
  {
    id: 'posts/never-ignored-among-many',
    rule: 'any number of other fields hides no setting that would limit a post',
    file: 'providers/_kit/unknown-settings.ts',
    edits: [['concern ?? index === most', 'concern ?? index < 0']],
    tests: EVERY_NETWORK,
  },
  {
    id: 'posts/never-ignored-spelling',
    rule: 'the spelling of a setting that would limit a post makes no difference',
    file: 'providers/_kit/never-ignored.ts',
    edits: [[".replaceAll(/[^\\p{L}\\p{N}]/gu, '')", '.trim()']],
    tests: EVERY_NETWORK,
  },
  {
    id: 'posts/never-ignored-beside',
    rule: 'a field that would limit a post is refused beside its settings too: in the request, a part, a file',
    file: 'src/posts/create-post.ts',
    edits: [['  assertNoneIgnored(createPostBody, input);\n', '']],
    tests: NEVER_IGNORED,
  },
  {
    id: 'posts/never-ignored-change',
    rule: 'no change of a post brings a field that would limit it and is ignored',
    file: 'src/posts/edit-post.ts',
    edits: [['  assertNoneIgnored(editPostBody, input);\n', '']],
    tests: NEVER_IGNORED,
  },
  {
    id: 'posts/never-ignored-stored',
    rule: 'a stored post with a setting that would limit it, and that its network does not have, is not sent',
    file: 'activities/load-request.ts',
    edits: [['  if (!refused) return;', '  if (refused !== null) return;']],
    tests: ['activities/load-request.test.ts'],
  },
  {
    id: 'posts/never-ignored-table',
    rule: 'a column of a table that would limit a post is not ignored',
    file: 'src/cli/import/import.ts',
    edits: [['const problems: Problem[] = ignoredColumns(line);', 'const problems: Problem[] = [];']],
    tests: ['src/cli/import/import.test.ts'],
  },
  {
    id: 'posts/import-waits-there',
    rule: 'what waits at another instance becomes a draft, because it is still sent there',
    file: 'src/import-from/posts.ts',
    edits: [["if (state === 'QUEUE') return 'DRAFT';", '']],
    tests: IMPORT_FROM,
  },
  {
    id: 'posts/import-touched',
    rule: 'an import leaves alone what somebody has changed here',
    file: 'src/import-from/posts.ts',
    edits: [['!untouched.has(mapped.post.id)', 'false']],
    tests: IMPORT_FROM,
  },
  {
    id: 'posts/import-overdue',
    rule: 'a post that may just be published at another instance is not scheduled here',
    file: 'src/import-from/schedule.ts',
    edits: [['if (isDue) return', 'if (revision < 0) return']],
    tests: IMPORT_FROM,
  },
  {
    id: 'posts/locked',
    rule: 'a post that is being published or has ended cannot be changed',
    file: 'src/posts/change-post.ts',
    edits: [['throw tooLate(post.state, { sent });', 'void 0;']],
    tests: CHANGE,
  },
  {
    id: 'posts/row-lock',
    rule: 'of simultaneous changes none is lost',
    file: 'src/posts/change-post.ts',
    edits: [["await tx.execute('select 1 from post where id = ? for update', [postId]);", '']],
    tests: CHANGE,
  },
  {
    id: 'posts/if-match',
    rule: 'a change that was meant for another revision is refused',
    file: 'src/posts/change-post.ts',
    edits: [['throw changedMeanwhile(post.revision);', 'void 0;']],
    tests: ['src/posts/routes/edit-post.test.ts'],
  },
  {
    id: 'posts/delete-told-again',
    rule: 'a repeated delete answers as the first',
    file: 'src/posts/delete-post.ts',
    edits: [['? await stateOfDeleted(context, of) : undefined', '? undefined : undefined']],
    tests: CHANGE,
  },
  {
    id: 'posts/delete-own',
    rule: 'a repeated delete answers only the organisation that the post belongs to',
    file: 'src/posts/delete-post.ts',
    edits: [['organization: organizationId, deletedAt', 'deletedAt']],
    tests: CHANGE,
  },
  {
    id: 'posts/lost-answer',
    rule: 'a create whose commit was not answered is looked up',
    file: 'src/platform/lost-answer.ts',
    edits: [['if (!isAnswerLost(error)) throw error;', 'throw error;']],
    tests: ['src/http/unavailable.test.ts'],
  },
  {
    id: 'posts/lost-commit',
    rule: 'a change whose commit was not answered is looked up',
    file: 'src/platform/lost-answer.ts',
    edits: [['if (!commit.of || !isAnswerLost(lost)) throw lost;', 'throw lost;']],
    tests: ['src/http/unavailable.test.ts'],
  },
  {
    id: 'posts/key-once',
    rule: 'one Idempotency-Key creates once, however many requests bring it at a time',
    file: 'src/posts/store-posts.ts',
    edits: [["where j -> 'answer' = 'null' or exists (select 1 from kept)", '']],
    tests: IDEMPOTENCY,
  },
  {
    id: 'posts/key-other-body',
    rule: 'an Idempotency-Key that was used for another request is refused',
    file: 'src/http/idempotency.ts',
    edits: [["throw new ApiError('idempotency_key_reused');", 'void 0;']],
    tests: IDEMPOTENCY,
  },
  {
    id: 'posts/double-click',
    rule: 'an identical create without a key is refused',
    file: 'src/posts/create-post.ts',
    edits: [['(isDraft || newPosts.length === 0 ? null : duplicateKey(input))', 'null']],
    tests: IDEMPOTENCY,
  },
  {
    id: 'posts/not-past',
    rule: 'a date that has long passed is refused',
    file: 'src/posts/create-post.ts',
    edits: [["if (input.type === 'schedule') assertNotPast(publishAt, 'date', now);", '']],
    tests: ['src/posts/routes/create-post.test.ts'],
  },
  {
    id: 'posts/decide-once',
    rule: 'a person decides only about a post whose outcome is unknown, and once',
    file: 'src/posts/resolve-post.ts',
    edits: [
      [
        "from: ['unconfirmed']",
        "from: ['unconfirmed', 'scheduled', 'publishing', 'published', 'failed', 'missed']",
      ],
    ],
    tests: ['src/posts/routes/resolve-post.test.ts'],
  },
  {
    id: 'posts/retry-ended',
    rule: 'only a post that failed or was missed is published again',
    file: 'src/posts/retry-post.ts',
    edits: [
      [
        "from: ['failed', 'partly_published', 'missed']",
        "from: ['failed', 'partly_published', 'missed', 'published', 'unconfirmed', 'scheduled']",
      ],
    ],
    tests: CHANGE,
  },
  {
    id: 'networks/mastodon-settings',
    rule: 'each part of a thread has the visibility and the warning of its settings at Mastodon',
    file: 'providers/mastodon/publish.ts',
    edits: [
      [
        '...statusSettings(request.settings),',
        "...(request.parent ? { visibility: 'public' } : statusSettings(request.settings)),",
      ],
    ],
    tests: ['src/test/never-ignored.test.ts'],
  },
  {
    id: 'time/hands-over-early',
    rule: 'how busy the machine was when a post was created or moved is no part of its lateness',
    file: 'workflows/publish-post.ts',
    edits: [['Math.max(1, waitMs - EARLY_MS)', 'Math.max(1, waitMs)']],
    tests: ['workflows/publish-post.dates.test.ts', 'src/test/e2e/slow-creation.test.ts'],
  },
  {
    id: 'time/offset-and-zone',
    rule: 'a date whose offset contradicts the zone that it names is refused',
    file: 'src/platform/parse-date.ts',
    edits: [["offset: 'reject', disambiguation", "offset: 'ignore', disambiguation"]],
    tests: ['src/platform/parse-date.test.ts'],
  },
  {
    id: 'time/skipped-or-twice',
    rule: 'a time that a zone skips or has twice is refused',
    file: 'src/platform/parse-date.ts',
    edits: [["disambiguation: 'reject'", "disambiguation: 'compatible'"]],
    tests: ['src/platform/parse-date.test.ts'],
  },
  {
    id: 'time/repeat-keeps-clock',
    rule: 'a repeated post keeps its time on the clock of its organisation',
    file: 'src/posts/occurrences.ts',
    edits: [['.toZonedDateTimeISO(timeZone)', ".toZonedDateTimeISO(timeZone && 'UTC')"]],
    tests: ['src/posts/occurrences.test.ts', 'activities/repeat-posts.test.ts'],
  },
  {
    id: 'time/repeat-back-on-time',
    rule: 'a repeated post whose time a day skips is back on time after that day',
    file: 'src/posts/occurrences.ts',
    edits: [['if (!repeatTime) return begin;', 'if (repeatTime !== undefined || !repeatTime) return begin;']],
    tests: ['src/posts/occurrences.test.ts', 'activities/repeat-posts.test.ts'],
  },
  {
    id: 'time/repeat-day-before',
    rule: 'a time that is skipped at the end of a day is kept, although its post falls on the next day',
    file: 'src/posts/occurrences.ts',
    edits: [['[begin, begin.subtract({ days: 1 })]', '[begin]']],
    tests: ['src/posts/occurrences.test.ts'],
  },
  {
    id: 'time/repeat-until-change',
    rule: 'the dates of a repeated post are counted in days of 24 hours only until the clocks are set again',
    file: 'src/posts/occurrences.ts',
    edits: [['ms < last.changeMs', 'last.changeMs > 0']],
    tests: ['src/posts/occurrences.test.ts'],
  },
];
