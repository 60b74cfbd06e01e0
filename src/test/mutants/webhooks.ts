/** The guards of webhooks: that every event is sent, to the right receiver, and that it can be trusted. */
import type { Mutant } from './mutant.ts';

const MIGRATION = 'migrations/20261128100000-add-webhooks.ts';
const LISTEN = 'migrations/20261128160000-listen-to-webhooks.ts';
const LISTENERS = 'src/webhooks/listeners.ts';
const SOURCE = 'src/run/cli/webhooks/event-source.ts';
const DELIVER = 'activities/deliver-webhook.ts';
const WEBHOOKS = 'src/webhooks/webhooks.ts';
const TESTS = ['activities/deliver-webhook.test.ts'];
const LISTEN_TESTS = ['src/run/cli/webhooks/listen.test.ts'];

const ANSWERS_TESTS = ['activities/deliver-webhook.answers.test.ts'];
const BACKLOG_TESTS = ['activities/webhook-backlog.test.ts'];
const EVENTS_TESTS = ['activities/deliver-webhook.events.test.ts'];

export const webhookMutants: readonly Mutant[] = [
  {
    id: 'webhooks/every-change',
    rule: 'a change of a post has its event in the transaction that makes it, for every kind of change',
    file: MIGRATION,
    edits: [["        or (new.state in ('published',", "        or (new.state in ('nothing',"]],
    tests: TESTS,
  },
  {
    id: 'webhooks/expiry-once',
    rule: 'an access that ends soon is reported once',
    file: 'activities/reconcile-runs.ts',
    edits: [['        and expiry_told is distinct from expires_at\n', '']],
    tests: EVENTS_TESTS,
  },
  {
    id: 'webhooks/token-reported',
    rule: 'the end of an access token is reported',
    file: MIGRATION,
    edits: [['when (new.revoked_at is not null and old.revoked_at is null)', 'when (false)']],
    tests: EVENTS_TESTS,
  },
  {
    id: 'webhooks/numbers-reported',
    rule: 'numbers that were read are reported',
    file: MIGRATION,
    edits: [['when (new.read_at is distinct from old.read_at and new.problem is null)', 'when (false)']],
    tests: EVENTS_TESTS,
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
    file: LISTEN,
    edits: [['and (w.events is null or event_type = any(w.events))', '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/only-its-channels',
    rule: 'a webhook for some channels gets no events of others',
    file: LISTEN,
    edits: [['and (w.channels is null or channel = any(w.channels))', '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/old-secret',
    rule: 'requests are signed with the old secret too while it is being replaced, and no longer',
    file: DELIVER,
    edits: [['case when w.old_secret_until > now() then w.old_secret end', 'w.old_secret']],
    tests: TESTS,
  },
  {
    id: 'webhooks/in-time',
    rule: 'a receiver that does not answer within ten seconds has not taken the event',
    file: DELIVER,
    edits: [['      timeoutMs: ANSWER_TIMEOUT_MS,\n', '']],
    tests: ANSWERS_TESTS,
  },
  {
    id: 'webhooks/redirects',
    rule: 'an event goes to no URL that a receiver names',
    file: 'src/platform/egress.ts',
    edits: [["redirect: 'manual'", "redirect: 'follow'"]],
    tests: ANSWERS_TESTS,
  },
  {
    id: 'webhooks/taken',
    rule: 'only an answer in the two hundreds means that the event was taken',
    file: DELIVER,
    edits: [['status >= 200 && status < 300', 'status >= 200 && status < 400']],
    tests: ANSWERS_TESTS,
  },
  {
    id: 'webhooks/asked-again',
    rule: 'a delivery whose run was lost is asked for two minutes later, also when it was made just now',
    file: 'activities/reconcile-runs.ts',
    edits: [['d.checked_at is null or d.checked_at <', 'coalesce(d.checked_at, d.created_at) <']],
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
    rule: 'events are sent by https alone, except to hosts that the operator has allowed',
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
    edits: [['if (row.organizationId !== organizationId)', 'if (false)']],
    tests: TESTS,
  },
  {
    id: 'webhooks/own-channels',
    rule: 'a webhook names channels of its organisation alone',
    file: WEBHOOKS,
    edits: [['if (unknown.length) throw invalid(...unknown);', '']],
    tests: TESTS,
  },
  {
    id: 'webhooks/listener-filter',
    rule: 'a listener gets the events that it asked for, and no others',
    file: LISTEN,
    edits: [['              and (l.events is null or event_type = any(l.events))\n', '']],
    tests: LISTEN_TESTS,
  },
  {
    id: 'webhooks/listener-keeps',
    rule: 'events are kept for a listener whether or not there is a webhook',
    file: LISTEN,
    edits: [["${listeners ? ' or exists (select 1 from listening)' : ''}", '']],
    tests: LISTEN_TESTS,
  },
  {
    id: 'webhooks/listener-own',
    rule: 'the events of a listener are read by its organisation alone',
    file: LISTENERS,
    edits: [['if (row.organizationId !== organizationId)', 'if (false)']],
    tests: ['src/test/security/cross-tenant.test.ts'],
  },
  {
    id: 'webhooks/listener-leaves-nothing',
    rule: 'what was kept for a listener alone is deleted with it',
    file: LISTENERS,
    edits: [['    await queryInside(tx, TAKE, [id, null]);\n', '']],
    tests: LISTEN_TESTS,
  },
  {
    id: 'webhooks/listener-gap',
    rule: 'a listener learns which events may be missing',
    file: SOURCE,
    edits: [["if (codeOf(error) !== 'listener_not_found') throw error;", 'throw error;']],
    tests: LISTEN_TESTS,
  },
  {
    id: 'webhooks/lost-app',
    rule: 'an app that may do nothing any more gets no events either',
    file: DELIVER,
    edits: [['if (row.hasLostItsApp) {', 'if (false) {']],
    tests: TESTS,
  },
  {
    id: 'webhooks/jitter',
    rule: 'deliveries that failed together do not come back together',
    file: DELIVER,
    edits: [['const JITTER = 0.1;', 'const JITTER = 0;']],
    tests: TESTS,
  },
  {
    id: 'webhooks/exact-page',
    rule: 'a page of deliveries begins behind the last one of the page before, also within a millisecond',
    file: 'src/webhooks/deliveries.ts',
    edits: [
      [
        '(coalesce((select l.created_at from webhook_delivery l where l.id = $4::uuid), $3), $4))',
        '($3, $4::uuid))',
      ],
    ],
    tests: EVENTS_TESTS,
  },
  {
    id: 'webhooks/bounded',
    rule: 'nothing more is made to wait for a webhook for which too much waits',
    file: 'migrations/20261129090000-bound-webhook-backlogs.ts',
    edits: [["          new.state := 'failed';\n", '']],
    tests: BACKLOG_TESTS,
  },
  {
    id: 'webhooks/bounded-at',
    rule: 'a webhook is marked as soon as 100,000 deliveries wait for it',
    file: 'src/webhooks/backlog.ts',
    edits: [['then waiting.count >= $1', 'then waiting.count > $1']],
    tests: BACKLOG_TESTS,
  },
  {
    id: 'webhooks/backlogs-watched',
    rule: 'the reconciler looks at what waits for webhooks, so that one is marked, and opened again, without anybody',
    file: 'activities/reconcile.ts',
    edits: [['  await boundBacklogs(deps.database);\n', '']],
    tests: ['activities/reconcile-runs.test.ts'],
  },
  {
    id: 'webhooks/backlog-reported',
    rule: 'what was not sent, as too much waited, is reported with its number',
    file: 'src/webhooks/backlog.ts',
    edits: [["d.state = 'failed' and d.created_at >= was_full_since", "d.state = 'pending'"]],
    tests: BACKLOG_TESTS,
  },
  {
    id: 'webhooks/room-to-resend',
    rule: 'what is sent again waits within the same bound',
    file: 'src/webhooks/deliveries.ts',
    edits: [["  if (room <= 0) throw new ApiError('webhook_backlog_full');\n", '']],
    tests: BACKLOG_TESTS,
  },
  {
    id: 'webhooks/resend-failed',
    rule: 'what a receiver has taken is sent again only where all of it was asked for',
    file: 'src/webhooks/deliveries.ts',
    edits: [["created_at >= $3 and ($4 or state = 'failed')", 'created_at >= $3']],
    tests: BACKLOG_TESTS,
  },
  {
    id: 'webhooks/fair',
    rule: 'deliveries are queued fairly by webhook, so that one with a backlog keeps no other waiting',
    file: 'src/platform/outbox/start-run.ts',
    edits: [['priority: { ...priority, fairnessKey: webhookId },', 'priority,']],
    tests: ['src/test/e2e/fairness.test.ts'],
  },
  {
    id: 'webhooks/slots-per-receiver',
    rule: 'a slow receiver holds eight slots of a worker, and no more',
    file: DELIVER,
    edits: [['const SLOTS_PER_RECEIVER = 8;', 'const SLOTS_PER_RECEIVER = 40;']],
    tests: ['src/test/e2e/fairness.test.ts'],
  },
  {
    id: 'webhooks/log-cut',
    rule: 'the log keeps the beginning of an answer, and no more',
    file: DELIVER,
    edits: [['.slice(0, KEPT_LETTERS) || null', ' || null']],
    tests: ANSWERS_TESTS,
  },
  {
    id: 'webhooks/log-no-secrets',
    rule: 'the log shows no secret that a receiver answers with',
    file: DELIVER,
    edits: [["hideSecrets(answer.replaceAll('\\0', ''))", "answer.replaceAll('\\0', '')"]],
    tests: ANSWERS_TESTS,
  },
  {
    id: 'webhooks/paced',
    rule: 'thousands of events for a slow receiver do not keep workers busy with asking for its turn',
    file: 'activities/slots.ts',
    edits: [['paced ? Math.max(NEXT_BACK_MS, (tookMs.get(key) ?? 0) / most) : NEXT_BACK_MS', 'NEXT_BACK_MS']],
    tests: ['activities/slots.test.ts'],
  },
  {
    id: 'webhooks/unscheduled',
    rule: 'a receiver is notified of a post that became a draft again',
    file: 'migrations/20261129140000-tell-of-unscheduled-posts.ts',
    edits: [["\"or (new.state = 'draft' and old.state <> 'draft' and new.revision > old.revision)\"", "''"]],
    tests: ['activities/deliver-webhook.events.test.ts'],
  },
];
