/** The guards of webhooks: that every event is told, to whom it belongs, and that it can be trusted. */
import type { Mutant } from './mutant.ts';

const MIGRATION = 'migrations/20261128100000-add-webhooks.ts';
const DELIVER = 'activities/deliver-webhook.ts';
const WEBHOOKS = 'src/webhooks/webhooks.ts';
const TESTS = ['activities/deliver-webhook.test.ts'];

export const webhookMutants: readonly Mutant[] = [
  {
    id: 'webhooks/every-change',
    rule: 'a change of a post is told in the transaction that makes it, whoever makes it',
    file: MIGRATION,
    edits: [["        or (new.state in ('published',", "        or (new.state in ('nothing',"]],
    tests: TESTS,
  },
  {
    id: 'webhooks/numbered',
    rule: 'the events of a post have numbers without a gap',
    file: MIGRATION,
    edits: [
      ['new.event_sequence := new.event_sequence + 1;', 'new.event_sequence := new.event_sequence + 2;'],
    ],
    tests: TESTS,
  },
  {
    id: 'webhooks/only-wanted',
    rule: 'a webhook gets the events that it is for, and no others',
    file: MIGRATION,
    edits: [['and (w.events is null or event_type = any(w.events))', '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/only-its-channels',
    rule: 'a webhook for some channels gets no events of others',
    file: MIGRATION,
    edits: [['and (w.channels is null or channel = any(w.channels))', '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/published-elsewhere',
    rule: 'nothing is told while v1 publishes for the organisation and tells it itself',
    file: MIGRATION,
    edits: [
      ['          and not ${PUBLISHED_ELSEWHERE}\n      $$`);', '      $$`);'],
      [
        'where exists (select 1 from wanted) and not ${PUBLISHED_ELSEWHERE}',
        'where exists (select 1 from wanted)',
      ],
    ],
    tests: ['src/migrate-v1/copy/copy.test.ts'],
  },
  {
    id: 'webhooks/old-secret',
    rule: 'requests are signed with the old secret too while it is being replaced, and no longer',
    file: DELIVER,
    edits: [['case when w.old_secret_until > now() then w.old_secret end', 'w.old_secret']],
    tests: TESTS,
  },
  {
    id: 'webhooks/gone',
    rule: 'a receiver that answers 410 gets nothing more',
    file: DELIVER,
    edits: [['status === 410 || pause === undefined', 'pause === undefined']],
    tests: TESTS,
  },
  {
    id: 'webhooks/still-on',
    rule: 'one event that cannot be delivered switches off no webhook that takes others',
    file: DELIVER,
    edits: [["        and ($3 or failing_since < clock_timestamp() - interval '71 hours')\n", '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/off',
    rule: 'nothing is sent to a webhook that is switched off',
    file: DELIVER,
    edits: [['if (row.disabled !== null) {', 'if (false) {']],
    tests: TESTS,
  },
  {
    id: 'webhooks/https',
    rule: 'events are sent by https alone, but for addresses that the operator has opened',
    file: WEBHOOKS,
    edits: [
      ["(url?.protocol === 'http:' && isAllowedAddress", "(url?.protocol === 'http:' || isAllowedAddress"],
    ],
    tests: TESTS,
  },
  {
    id: 'webhooks/own',
    rule: 'a webhook is read and changed by its organisation alone',
    file: WEBHOOKS,
    edits: [['if (row.organizationId !== organizationId) {', 'if (false) {']],
    tests: TESTS,
  },
  {
    id: 'webhooks/own-channels',
    rule: 'a webhook names channels of its organisation alone',
    file: WEBHOOKS,
    edits: [['if (unknown.length) throw invalid(...unknown);', '']],
    tests: TESTS,
  },
];
