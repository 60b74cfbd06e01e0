/** The guards of the send ledger: no post lost, none sent twice, none early. */
import type { Mutant } from './mutant.ts';

const CLAIM = 'activities/ledger/claim-statement.ts';
const GUARDS = ['activities/ledger/guards.test.ts'];
const PUBLISH = ['activities/publish-part.test.ts'];

export const ledgerMutants: readonly Mutant[] = [
  {
    id: 'ledger/not-early',
    rule: "no part is taken before its date, by the database's clock",
    file: CLAIM,
    edits: [['and "waitMs" = 0', '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/only-waiting',
    rule: 'only a post that waits or is under way is taken',
    file: CLAIM,
    edits: [["where state in ('scheduled', 'publishing')\n      and not deleted", 'where not deleted']],
    tests: GUARDS,
  },
  {
    id: 'ledger/not-deleted',
    rule: 'a deleted post is not taken',
    file: CLAIM,
    edits: [['and not deleted', '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/not-published',
    rule: 'a part that is out is not taken again',
    file: CLAIM,
    edits: [['and published is null', '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/not-while-sent',
    rule: 'a part that is sent and not settled is not taken again',
    file: CLAIM,
    edits: [
      ["and coalesce(phase, 'intent') = 'intent'", ''],
      ["where publish_attempt.phase = 'intent'", ''],
    ],
    tests: GUARDS,
  },
  {
    id: 'ledger/usable-channel',
    rule: 'nothing leaves through a channel that is disabled or deleted',
    file: CLAIM,
    edits: [["and channel ->> 'unusable' is null", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/held-by-channel',
    rule: 'nothing leaves through a disconnected channel',
    file: CLAIM,
    edits: [
      [
        "case when frozen then 'frozen' else channel_hold end as hold",
        "case when frozen then 'frozen' end as hold",
      ],
    ],
    tests: GUARDS,
  },
  {
    id: 'ledger/frozen',
    rule: 'nothing is taken while publishing is frozen',
    file: CLAIM,
    edits: [["case when frozen then 'frozen' else channel_hold end as hold", 'channel_hold as hold']],
    tests: GUARDS,
  },
  {
    id: 'ledger/missed',
    rule: 'a post past the lateness limit of its organisation is not sent unasked',
    file: CLAIM,
    edits: [[`and "missedInMs" = 0 and`, 'and false and']],
    tests: GUARDS,
  },
  {
    id: 'ledger/claim-locks',
    rule: 'a claim that waits for an edit reads what the edit left',
    file: CLAIM,
    edits: [['for update of p, it', '']],
    tests: ['activities/ledger/claim-part.test.ts'],
  },
  {
    id: 'ledger/fence',
    rule: 'only the worker that holds the fence notes a part as sent',
    file: 'activities/ledger/mark-sent.ts',
    edits: [['and fence = $3', 'and $3::uuid is not null']],
    tests: GUARDS,
  },
  {
    id: 'ledger/sent-once',
    rule: 'a part is noted as sent once',
    file: 'activities/ledger/mark-sent.ts',
    edits: [["and phase = 'intent'", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/edits-win',
    rule: 'a post that was edited after it was taken is not sent as it was',
    file: 'activities/ledger/mark-sent.ts',
    edits: [['and p.revision = $2', '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/cancels-win',
    rule: 'a post that was cancelled after it was taken is not sent',
    file: 'activities/ledger/mark-sent.ts',
    edits: [["and p.state = 'publishing'", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/frozen-before-send',
    rule: 'nothing is sent that was taken before a freeze',
    file: 'activities/ledger/mark-sent.ts',
    edits: [['and not ${FROZEN_SQL}', '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/release-fence',
    rule: 'only the worker that holds the fence gives a part back',
    file: 'activities/ledger/release-part.ts',
    edits: [['and fence = $3', 'and $3::uuid is not null']],
    tests: GUARDS,
  },
  {
    id: 'ledger/thread-stays',
    rule: 'a thread of which a part is out does not look as if it could be cancelled',
    file: 'activities/ledger/release-part.ts',
    edits: [
      ['and exists (select 1 from attempt) and not ${PART_IS_OUT}', 'and exists (select 1 from attempt)'],
    ],
    tests: GUARDS,
  },
  {
    id: 'ledger/confirmed-once',
    rule: 'an attempt is settled once',
    file: 'activities/ledger/confirm-part.ts',
    edits: [
      [
        "where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent')",
        'where post_item_id = $1 and revision = $2',
      ],
    ],
    tests: GUARDS,
  },
  {
    id: 'ledger/resend-only-open',
    rule: 'only an attempt whose outcome is unknown may be sent again',
    file: 'activities/ledger/allow-resend.ts',
    edits: [["and phase = 'sent'", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/ended-stays',
    rule: 'what is learned late does not change how a post has ended',
    file: 'activities/ledger/note-sent.ts',
    edits: [["and state in ('publishing', 'processing')", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/reject-ended',
    rule: 'a post that has ended is not ended a second time',
    file: 'activities/ledger/reject-part.ts',
    edits: [["and state in ('scheduled', 'publishing', 'processing', 'unconfirmed')", '']],
    tests: GUARDS,
  },
  {
    id: 'ledger/give-up-unknown',
    rule: 'a part that may be out is left to a person when retries are used up',
    file: 'activities/give-up.ts',
    edits: [["if (row.phase === 'sent') {", 'if (false) {']],
    tests: GUARDS,
  },
  {
    id: 'ledger/send-in-time',
    rule: 'a worker that was suspended before its call does not send',
    file: 'activities/publish-part.ts',
    edits: [['if (sinceNoted() > SEND_WITHIN_MS)', 'if (sinceNoted() > Infinity)']],
    tests: PUBLISH,
  },
  {
    id: 'ledger/absent-not-too-soon',
    rule: 'a part that a look did not find is not sent again before the network has settled',
    file: 'activities/verify-part.ts',
    edits: [['if (early > 0) throw', 'if (early > Infinity) throw']],
    tests: PUBLISH,
  },
  {
    id: 'ledger/hear-out',
    rule: 'a call that sends is not cut off because Temporal gave its activity up',
    file: 'activities/publish-part.ts',
    edits: [['signal: untilShutdown }', 'signal: context.signal }']],
    tests: PUBLISH,
  },
];
