/** The guards of what operators see and run: Temporal's UI, the command line, and trials of channels. */
import type { Mutant } from './mutant.ts';

const STOPPED = ['src/run/cli/channels/try-stopped.test.ts'];
const INPUT = ['src/run/cli/channels/try-input.test.ts'];
const READY = ['src/http/routes/ready.test.ts'];
const REPORT = ['src/run/cli/channels/try-report.test.ts'];

export const operatorMutants: readonly Mutant[] = [
  {
    id: 'runs/post-text',
    rule: 'Temporal gets the text of a post only where the operator allows it',
    file: 'src/platform/outbox/read-group.ts',
    edits: [['case when $2 then', 'case when $2 or true then']],
    tests: ['src/test/e2e/seen-in-temporal.test.ts'],
  },
  {
    id: 'runs/summary-bytes',
    rule: 'a summary is not longer than what Temporal takes, with names of any length',
    file: 'temporal/run-words.ts',
    edits: [
      [
        'if (Buffer.byteLength(JSON.stringify(line)) <= SUMMARY_BYTES) return line;\n  return inBytes',
        'if (line) return line;\n  return inBytes',
      ],
    ],
    tests: ['temporal/run-words.test.ts'],
  },
  {
    id: 'runs/others-named',
    rule: 'a post that joins a run later has its name there',
    file: 'src/platform/outbox/start-group.ts',
    edits: [['{ web: config.FRONTEND_URL, others }', '{ web: config.FRONTEND_URL }']],
    tests: ['src/test/e2e/seen-in-temporal.test.ts'],
  },
  {
    id: 'runs/joined-shown',
    rule: 'a post that joins a run later is shown in its details from then on',
    file: 'workflows/publish-post.ts',
    edits: [
      [
        'await readChanged(run, input.groupId);\n    showDetails(run);',
        'await readChanged(run, input.groupId);\n    else showDetails(run);',
      ],
    ],
    tests: ['src/test/e2e/seen-in-temporal.test.ts'],
  },
  {
    id: 'runs/frozen-timer',
    rule: 'the timer of a run that is held by a freeze shows that, and names no channel to reconnect',
    file: 'workflows/publish-post.details.ts',
    edits: [["if (!first || held.some((t) => t.hold === 'frozen')) return", 'if (!first) return']],
    tests: ['src/test/e2e/seen-in-temporal.test.ts'],
  },
  {
    id: 'runs/frozen-details',
    rule: 'the details of a run that is held by a freeze show what ends it',
    file: 'workflows/publish-post.details.ts',
    edits: [["return hold === 'frozen'", 'return hold === null']],
    tests: ['src/test/e2e/seen-in-temporal.test.ts'],
  },
  {
    id: 'doctor/ready-worker',
    rule: 'an instance whose worker gives no sign any more is not ready',
    file: 'src/http/readiness.ts',
    edits: [[' && heartbeatAge <= HEARTBEAT_LIMIT_SECONDS', '']],
    tests: READY,
  },
  {
    id: 'doctor/ready-outbox',
    rule: 'an instance whose messages to Temporal wait is not ready',
    file: 'src/http/readiness.ts',
    edits: [['ok: outbox.age < OUTBOX_LIMIT_SECONDS,', 'ok: true,']],
    tests: READY,
  },
  {
    id: 'doctor/ready-hides',
    rule: 'a caller who asks whether the instance is ready learns nothing internal',
    file: 'src/http/readiness.ts',
    edits: [
      [
        "return { ok: false, found: sentence('check_silent') };",
        'return { ok: false, detail: String(error) } as never;',
      ],
    ],
    tests: READY,
  },
  {
    id: 'doctor/one-pass',
    rule: 'a store of Temporal that was wiped raises no false warning of its clock',
    file: 'src/run/cli/doctor/check-reconciler.ts',
    edits: [['if (isGrpcServiceError(error) && error.code === NOT_FOUND) return [];', '']],
    tests: ['src/run/cli/doctor/doctor.test.ts'],
  },
  {
    id: 'doctor/frontend-path',
    rule: 'a path in FRONTEND_URL, below which no page works, is reported at the start',
    file: 'src/http/public-url.ts',
    edits: [["frontend.pathname === '/'", "frontend.pathname.startsWith('/')"]],
    tests: ['src/http/public-url.test.ts'],
  },
  {
    id: 'doctor/own-url',
    rule: 'a file is asked for as networks do, also where the public URL leads to a private address',
    file: 'src/uploads/reach.ts',
    edits: [['guardDisabled: true', 'guardDisabled: false']],
    tests: ['src/uploads/routes/media-reach.test.ts'],
  },
  {
    id: 'doctor/whole-file',
    rule: 'a file is asked for itself: a proxy may answer HEAD and refuse it',
    file: 'src/uploads/reach.ts',
    edits: [['{ timeoutMs: DEADLINE_MS, maxBytes: Infinity }', "{ method: 'HEAD', timeoutMs: DEADLINE_MS }"]],
    tests: ['src/uploads/routes/media-reach.test.ts'],
  },
  {
    id: 'doctor/videos-too',
    rule: 'the newest picture and the newest video are asked for: a proxy may refuse either',
    file: 'src/uploads/reach.ts',
    edits: [["found.find(({ status }) => status !== 'fetched') ?? found[0]", 'found[0]']],
    tests: ['src/uploads/routes/media-reach.test.ts'],
  },
  {
    id: 'cli/no-commands',
    rule: 'what networks and people wrote commands no terminal',
    file: 'src/run/cli/output.ts',
    edits: [
      ['text.replaceAll(CONTROL, escaped)', 'text.replaceAll(CONTROL, (one) => (one ? one : escaped(one)))'],
    ],
    tests: ['src/run/cli/channels/channels.test.ts'],
  },
  {
    id: 'keys/one-organisation',
    rule: 'of several first keys at once, one creates the organisation',
    file: 'src/run/cli/keys/first-organization.ts',
    edits: [['    await tx.execute(CLAIM);\n', '']],
    tests: ['src/run/cli/keys/keys.test.ts'],
  },
  {
    id: 'trial/by-words',
    rule: 'a trial takes no post down that was found by its text alone',
    file: 'src/channels/try-publishing.ts',
    edits: [["verdict.status === 'found' && !verdict.byWords", "verdict.status === 'found'"]],
    tests: ['src/channels/try-publishing.test.ts'],
  },
  {
    id: 'trial/frozen',
    rule: 'what a trial has left is not taken away while publishing is frozen',
    file: 'src/channels/try-channel.ts',
    edits: [['      await assertMayPublish(context, options.organizationId);\n      return', '      return']],
    tests: STOPPED,
  },
  {
    id: 'trial/noted',
    rule: 'a post of a trial is recorded before anything else is done, as its process may be killed',
    file: 'src/channels/try-publishing.ts',
    edits: [
      [
        '  note.posts.push(published);\n  note.sent = null;\n  await note.save();',
        '  note.posts.push(published);\n  note.sent = null;',
      ],
    ],
    tests: STOPPED,
  },
  {
    id: 'trial/named',
    rule: 'the report of a trial names its subject: channel, network, version and date',
    file: 'src/run/cli/channels/try-report.ts',
    edits: [['(${channel.id}) on ${provider}, tried by Crier ${version} on ${at}', '(${channel.id})']],
    tests: REPORT,
  },
  {
    id: 'trial/own-error',
    rule: 'a mistake of Crier is not reported as an answer of the network',
    file: 'src/channels/ask-network.ts',
    edits: [
      [
        'if (!(error instanceof ProviderError)) return error;',
        'if (!(error instanceof Error)) return error;',
      ],
    ],
    tests: REPORT,
  },
  {
    id: 'trial/reconnect',
    rule: 'a channel that has to be connected again is not asked, and its report shows that',
    file: 'src/channels/try-channel.ts',
    edits: [['if (row.refreshNeeded) steps', 'if (!row) steps']],
    tests: INPUT,
  },
  {
    id: 'trial/input',
    rule: 'what a tool does not take is refused before its network is asked, in a trial too',
    file: 'src/channels/try-channel.ts',
    edits: [['    assertInputFits(tool, input, one);\n', '']],
    tests: INPUT,
  },
  {
    id: 'trial/fits',
    rule: 'a trial publishes nothing that Crier would refuse as a post',
    file: 'src/channels/try-publishing.ts',
    edits: [['  if (!checked) return [];\n', '']],
    tests: ['src/run/cli/channels/try-post.test.ts'],
  },
  {
    id: 'trial/private',
    rule: 'the report for an issue names neither the channel nor its id',
    file: 'src/run/cli/channels/try-report.ts',
    edits: [['steps: steps.map(({ step, ok }) => ({ step, ok })),', 'steps, channel: tried.channel,']],
    tests: ['src/run/cli/channels/try-post.test.ts'],
  },
];
