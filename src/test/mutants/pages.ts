/** The guards of the pages: what a person sees while something is missing, and the ways back. */
import type { Mutant } from './mutant.ts';

const CONNECTION = ['src/web/connection.test.ts'];
const UNDO = ['src/web/undo.test.ts'];
const WHEN = ['src/web/pages/composer/composer.when.test.ts'];
const CLOCKS = ['src/web/pages/calendar/calendar.clocks.test.ts'];
const KEPT = ['src/web/pages/composer/composer.kept.test.ts'];
const MOVES = 'src/web/pages/calendar/moves.ts';

export const pageMutants: readonly Mutant[] = [
  {
    id: 'web/says-away',
    rule: 'a server that cannot be reached is reported at once, above what was loaded',
    file: 'src/web/components/connection-banner.tsx',
    edits: [['  useEffect(() => onSilence(() => void ask()), [ask]);\n', '']],
    tests: CONNECTION,
  },
  {
    id: 'web/says-offline',
    rule: 'a browser that is offline shows it at once',
    file: 'src/web/components/connection-banner.tsx',
    edits: [[": 'offline';", ': null;']],
    tests: CONNECTION,
  },
  {
    id: 'web/outline-ends',
    rule: 'an outline ends after five seconds, with a way to ask again',
    file: 'src/web/components/waiting.tsx',
    edits: [['setLate(true)', 'setLate(false)']],
    tests: CONNECTION,
  },
  {
    id: 'web/outline-asks-again',
    rule: 'that way asks again, also while the first call hangs',
    file: 'src/web/components/waiting.tsx',
    edits: [['          onRetry();\n', '']],
    tests: CONNECTION,
  },
  {
    id: 'web/outline-inside',
    rule: 'no outline is drawn outside of what ends it',
    file: 'src/web/components/loading.tsx',
    edits: [
      ['    <Waiting>\n      <Lines', '    <div>\n      <Lines'],
      ['/>\n    </Waiting>', '/>\n    </div>'],
    ],
    tests: ['src/test/outlines.test.ts'],
  },
  {
    id: 'web/smallest-first',
    rule: 'a browser that can read Brotli gets it, wherever it names it',
    file: 'src/http/serve-web.ts',
    edits: [["['br', 'gzip'] as const", "['gzip', 'br'] as const"]],
    tests: ['src/http/serve-web.test.ts'],
  },
  {
    id: 'web/first-paint',
    rule: 'no style sheet keeps the outline of a page from being painted',
    file: 'src/web/vite.config.ts',
    edits: [[' media="${LATER}"', '']],
    tests: CONNECTION,
  },
  {
    id: 'web/first-paint-words',
    rule: 'the outline of a page has text, without which nothing counts as painted',
    file: 'src/web/index.html',
    edits: [['first-paint-side">Crier<', 'first-paint-side"><']],
    tests: CONNECTION,
  },
  {
    id: 'web/lost-answer-found',
    rule: 'what the server has made of a draft is asked for when its answer was lost',
    file: 'src/web/pages/composer/send-post.ts',
    edits: [
      [
        'const found = await findSent(attempt.draft);',
        'const found = (await findSent(attempt.draft)) && null;',
      ],
    ],
    tests: KEPT,
  },
  {
    id: 'web/files-as-chosen',
    rule: 'files keep the order in which they were chosen, whichever upload ends first',
    file: 'src/web/components/use-uploads.ts',
    edits: [['one.chosen > task.chosen', 'one.chosen > Infinity']],
    tests: WHEN,
  },
  {
    id: 'web/undo-cancelled',
    rule: 'a post that was cancelled by mistake comes back by Undo',
    file: 'src/web/components/cancel-post.tsx',
    edits: [['restoreOnce(id, isDraft),', 'Promise.resolve(params),']],
    tests: UNDO,
  },
  {
    id: 'web/undo-moved',
    rule: 'a post that was moved in the calendar by mistake goes back by Undo',
    file: MOVES,
    edits: [['answerOf(send(entry, entry.publishDate))', 'answerOf(send(entry, words && ""))']],
    tests: UNDO,
  },
  {
    id: 'web/undo-moved-on-page',
    rule: 'so does one that was moved on its page',
    file: 'src/web/pages/posts/move-dialog.tsx',
    edits: [['else notifyUndo(text,', 'else if (text === "") notifyUndo(text,']],
    tests: UNDO,
  },
  {
    id: 'web/undo-deleted-draft',
    rule: 'a draft that was deleted by mistake comes back by Undo, as the one that it was',
    file: 'src/web/pages/composer/use-sending.ts',
    edits: [['body = { id, document: structuredClone', 'body = { document: structuredClone']],
    tests: UNDO,
  },
  {
    id: 'web/reading-said',
    rule: 'a drop on an hour that the clock shows twice or skips shows which reading was chosen, and offers the other',
    file: MOVES,
    edits: [['if (!shift?.readings.includes(date))', 'if (!shift?.readings.includes(zone))']],
    tests: CLOCKS,
  },
  {
    id: 'web/reading-kept',
    rule: 'the dialog that moves a post begins with the reading that the post has',
    file: 'src/web/pages/calendar/move-dialog.tsx',
    edits: [['useState<string | null>(placed.entry.publishDate)', 'useState<string | null>(null)']],
    tests: CLOCKS,
  },
  {
    id: 'web/ready-in-time',
    rule: 'nothing is called ready whose date has passed',
    file: 'src/web/pages/composer/submit-bar.tsx',
    edits: [['<ReadinessLine dated={!dateProblem} />', '<ReadinessLine dated />']],
    tests: WHEN,
  },
  {
    id: 'web/said-once',
    rule: 'a problem that is shown beside its field is not repeated',
    file: 'src/web/pages/composer/readiness-line.tsx',
    edits: [["return 'part' in place &&", "return 'part' in place && place.kind === 'settings' &&"]],
    tests: WHEN,
  },
  {
    id: 'web/reach-tried',
    rule: 'a draft warns of files that were not fetched at the public URL',
    file: 'src/web/pages/composer/reach-warning.tsx',
    edits: [['if (!far.length) return null;', 'if (far.length >= 0) return null;']],
    tests: ['src/web/pages/media/reach.test.ts'],
  },
  {
    id: 'web/reach-fetched',
    rule: 'whether files can be fetched is found by fetching one, not by the look of the URL',
    file: 'src/uploads/reach.ts',
    edits: [['if (response.status !== 200) return', 'if (response.status < 0) return']],
    tests: ['src/uploads/routes/media-reach.test.ts'],
  },
  {
    id: 'web/old-window',
    rule: 'a window that was open during an update still opens every page',
    file: 'src/web/installed/service-worker.js',
    edits: [['for (const file of FILES) {', 'for (const file of FILES.slice(0, 1)) {']],
    tests: ['src/web/installed.test.ts'],
  },
  {
    id: 'web/share-asked',
    rule: 'what any page can have sent as a share is stored only once the person has agreed',
    file: 'src/web/pages/composer/shared.tsx',
    edits: [['else if (isInstalled()) void', 'else if (found) void']],
    tests: ['src/web/pages/composer/composer.share.test.ts'],
  },
  {
    id: 'web/share-ends',
    rule: 'what was shared goes with the session',
    file: 'src/web/installed/service-worker.js',
    edits: [['ENDS_SESSION.test(pathname)) event', 'ENDS_SESSION.test(origin)) event']],
    tests: ['src/web/pages/composer/composer.share.test.ts'],
  },
  {
    id: 'web/notified-read',
    rule: 'what was read in the app within a minute is not mailed',
    file: 'activities/tell-people.ts',
    edits: [["now() - interval '1 minute'", 'now()']],
    tests: ['activities/tell-people.test.ts'],
  },
  {
    id: 'web/notified-once',
    rule: 'a person is notified once of one thing',
    file: 'activities/tell-people.ts',
    edits: [
      ['(r.read_at is not null or r.notified_by is not null)', 'r.read_at is not null'],
      ['where notification_receipt.notified_by is null and', 'where'],
    ],
    tests: ['activities/tell-people.test.ts'],
  },
  {
    id: 'web/pushed-or-mailed',
    rule: 'what no browser was sent is mailed',
    file: 'activities/tell-people.ts',
    edits: [['if (!isTaken) await', 'if (false) await']],
    tests: ['activities/push-to-browsers.test.ts'],
  },
  {
    id: 'web/push-guarded',
    rule: 'a browser of a person is no URL inside the network',
    file: 'src/organizations/routes/browsers.ts',
    edits: [["    assertUrl(context, subscription.endpoint, 'endpoint');\n", '']],
    tests: ['activities/push-to-browsers.test.ts'],
  },
];
