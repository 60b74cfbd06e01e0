/** The guards of looks: when a lost answer is looked for, what a look finds, and when a person is asked. */
import type { Mutant } from './mutant.ts';

const CLAIM = 'activities/ledger/claim-statement.ts';
const GUARDS = ['activities/ledger/guards.test.ts'];
const OUT = [
  'activities/may-be-out.test.ts',
  'activities/equal-words.test.ts',
  'activities/late-request.test.ts',
];

export const lookMutants: readonly Mutant[] = [
  {
    id: 'ledger/give-up-unknown',
    rule: 'a part that may be out is left to a person when retries are used up',
    file: 'activities/give-up.ts',
    edits: [['phaseMayBeOut(row.phase)', "row.phase === 'repeat'"]],
    tests: GUARDS,
  },
  {
    id: 'ledger/absent-not-too-soon',
    rule: 'a part that a look did not find is not sent again before the network has settled',
    file: 'activities/plan-look.ts',
    edits: [['return settledInMs > 0 ? before', 'return settledInMs > Infinity ? before']],
    tests: ['activities/late-request.test.ts', 'activities/plan-look.test.ts'],
  },
  {
    id: 'ledger/twin-taken',
    rule: 'a post that another item has is not taken for this one',
    file: 'activities/ledger/other-posts.ts',
    edits: [
      ["isTaken: (post) => taken.has(networkKeyOf(provider, post) ?? '')", 'isTaken: () => taken.has("")'],
    ],
    tests: OUT,
  },
  {
    id: 'ledger/twin-calling',
    rule: 'while an item of the same words is being sent, a post found by its words may be that one',
    file: 'activities/ledger/other-posts.ts',
    edits: [['Math.max(0, ...rows.map(({ callingMs }) => callingMs ?? 0))', '0']],
    tests: OUT,
  },
  {
    id: 'ledger/one-item-one-post',
    rule: 'a post on the network belongs to one item',
    file: 'activities/ledger/confirm-part.ts',
    edits: [['network_key = $9', 'network_key = nullif($9, $9)']],
    tests: OUT,
  },
  {
    id: 'ledger/look-first',
    rule: 'when a repeat is no longer harmless, the network is asked before anything is sent',
    file: CLAIM,
    edits: [["when phase = 'repeat' and repeat_over then 'look_first'", '']],
    tests: OUT,
  },
  {
    id: 'ledger/call-over',
    rule: 'no part is left to a person while its call may still be answered',
    file: 'activities/plan-look.ts',
    edits: [['return overInMs > 0 ? { next', 'return overInMs > Infinity ? { next']],
    tests: ['activities/plan-look.test.ts', 'activities/verify-part.test.ts'],
  },
  {
    id: 'ledger/early-look',
    rule: 'a look while the call may still run uses up no try',
    file: 'activities/plan-look.ts',
    edits: [['if (overInMs > 0) {', 'if (overInMs > Infinity) {']],
    tests: ['activities/plan-look.test.ts'],
  },
  {
    id: 'ledger/late-answer-told',
    rule: 'an answer that comes after its worker was taken for dead is told to the run',
    file: 'activities/ledger/confirm-part.ts',
    edits: [[`or $7 = 'answered' and exists (select 1 from attempt where lost_at is not null)`, '']],
    tests: ['activities/ledger/confirm-part.test.ts'],
  },
  {
    id: 'ledger/gives-way',
    rule: 'a post that another part has by its words is given to the part that the network names',
    file: 'activities/ledger/give-way.ts',
    edits: [["and p.state in ('published', 'publishing') and", 'and false and']],
    tests: ['activities/equal-words.test.ts'],
  },
  {
    id: 'ledger/gives-way-by-words-only',
    rule: 'a part that has its post by an answer or a key never gives it away',
    file: 'activities/ledger/give-way.ts',
    edits: [[' and a.by_words', '']],
    tests: ['activities/equal-words.test.ts'],
  },
  {
    id: 'ledger/taken-by-address',
    rule: 'a post whose address a person has given is not taken for another one of the same words',
    file: 'activities/ledger/other-posts.ts',
    edits: [[" || addresses.has(post.url ?? '')", '']],
    tests: ['activities/equal-words.test.ts'],
  },
  {
    id: 'ledger/already-there',
    rule: 'a post that the network says it has does not fail after an earlier send',
    file: 'activities/verify-part.ts',
    edits: [["verdict === 'absent' && code !== ALREADY_THERE", "verdict === 'absent'"]],
    tests: ['activities/already-there.test.ts'],
  },
  {
    id: 'ledger/odd-poll',
    rule: 'one odd read does not end a post that the network has accepted',
    file: 'activities/poll-part.ts',
    edits: [
      [
        'return later(error, await afterFailedRead(call, { row, context, error }));',
        'return reject(call, row, { status: "rejected", reason: error.message });',
      ],
    ],
    tests: ['activities/poll-part.test.ts'],
  },
  {
    id: 'ledger/give-up-earlier',
    rule: 'a part of which an earlier send may be out is not called failed when retries are used up',
    file: 'activities/give-up.ts',
    edits: [['phaseMayBeOut(row.phase)', "row.phase === 'sent'"]],
    tests: OUT,
  },
  {
    id: 'ledger/several-places',
    rule: 'a part of several calls that broke off goes on with those that are missing',
    file: 'providers/_kit/publish-steps.ts',
    edits: [['steps > 1 ? await plan.findMade() : []', '[]']],
    tests: ['activities/several-places.test.ts', 'activities/several-stories.test.ts'],
  },
  {
    id: 'ledger/places-of-another',
    rule: 'a part of several calls does not take the posts of another item of the same words for its own',
    file: 'activities/load-request.ts',
    edits: [['(await readOtherPosts({ db: deps.database, provider }, row, 0)).isTaken', 'undefined']],
    tests: ['activities/several-places.test.ts'],
  },
  {
    id: 'ledger/some-out',
    rule: 'a part of which something is out is neither failed nor free to be changed',
    file: 'providers/_kit/publish-steps.ts',
    edits: [['throw out ? afterSome(error, sent, added) : error;', 'throw error;']],
    tests: ['activities/several-stories.test.ts', 'providers/facebook/contract.test.ts'],
  },
  {
    id: 'ledger/steps-in-time',
    rule: 'of several calls for one part, none begins that would not end in time',
    file: 'providers/_kit/publish-steps.ts',
    edits: [['if (added && performance', 'if (added < 0 && performance']],
    tests: ['providers/_kit/publish-steps.test.ts'],
  },
  {
    id: 'ledger/settings-files',
    rule: 'a network that is asked about a sent post is given the files that its settings name',
    file: 'activities/load-request.ts',
    edits: [['settingsMedia: await loadSettingsMedia(deps, provider, row),\n', 'settingsMedia: {},\n']],
    tests: ['activities/request-as-built.test.ts'],
  },
  {
    id: 'ledger/found-unfinished',
    rule: 'a post that a look finds with something left to do is finished before it is published',
    file: 'activities/verify-part.ts',
    edits: [['if (pollAfterMs !== undefined && provider.poll', 'if (pollAfterMs === -1 && provider.poll']],
    tests: ['activities/request-as-built.test.ts'],
  },
  {
    id: 'ledger/accepted-file',
    rule: 'a submission whose file the network is processing is never sent again',
    file: 'providers/reddit/verify.ts',
    edits: [['if (attempt.ref !== null) {', 'if (attempt.ref === undefined) {']],
    tests: ['providers/reddit/verify.test.ts'],
  },
];
