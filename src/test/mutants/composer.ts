/** The guards of the composer: what is written is kept, and goes out once. */
import type { Mutant } from './mutant.ts';

const SEND = ['src/web/composer.send.test.ts'];
const FILES = ['src/web/late-files.test.ts'];
const RESTORE = ['src/posts/routes/restore-post.test.ts'];

export const composerMutants: readonly Mutant[] = [
  {
    id: 'composer/kept',
    rule: 'a draft that could not be sent stays on the page with everything that was written',
    file: 'src/web/pages/composer/compose-page.tsx',
    edits: [['isBegun ? begun.composer : (id ?? visit)', 'isBegun ? visit : (id ?? visit)']],
    tests: SEND,
  },
  {
    id: 'composer/once',
    rule: 'a draft becomes posts once, also when its text has changed since an answer was lost',
    file: 'src/web/pages/composer/send-post.ts',
    edits: [['`composition-${draft}`', '`composition-${draft}-${JSON.stringify(body).length}`']],
    tests: SEND,
  },
  {
    id: 'composer/found',
    rule: 'a draft whose answer was lost is looked up, and shown as sent when it was',
    file: 'src/web/pages/composer/send-post.ts',
    edits: [['    if (found) return found;\n', '']],
    tests: SEND,
  },
  {
    id: 'composer/saved-once',
    rule: 'a change of a post whose answer was lost is told as saved when the post has it',
    file: 'src/web/pages/composer/save-post.ts',
    edits: [['    if (has(found, change)) return;\n', '']],
    tests: SEND,
  },
  {
    id: 'composer/not-over-others',
    rule: 'a change of a post is never written over what somebody else saved meanwhile',
    file: 'src/web/pages/composer/save-post.ts',
    edits: [['!tried.some((one) => has(found, one))', 'tried.length < 1']],
    tests: SEND,
  },
  {
    id: 'composer/in-order',
    rule: 'files stand in the order in which they were chosen',
    file: 'src/web/pages/composer/composer-state.ts',
    edits: [['later < 0 ? media.length : later', 'later < 0 ? media.length : media.length']],
    tests: ['src/web/pages/composer/composer-state.test.ts'],
  },
  {
    id: 'composer/right-part',
    rule: "a file goes to the part for which it was chosen, although another channel's text is open by now",
    file: 'src/web/pages/composer/composer-state.ts',
    edits: [["'part' in action ? scopeOf(state, action.part) : state.scope", 'state.scope']],
    tests: ['src/web/pages/composer/composer-state.test.ts'],
  },
  {
    id: 'composer/both-readings',
    rule: 'a time that the clock skips or shows twice is known as such',
    file: 'src/web/format/zone.ts',
    edits: [['if (first === second) return null;', 'if (first <= second) return null;']],
    tests: ['src/web/format/zone.test.ts'],
  },
  {
    id: 'composer/restored-file',
    rule: 'a post of which a file was deleted is not scheduled by being restored',
    file: 'src/posts/restore-post.ts',
    edits: [['!isDisabled && !gone && ', '!isDisabled && ']],
    tests: RESTORE,
  },
  {
    id: 'composer/restored-later',
    rule: 'a cancellation that is taken back after its date sends nothing',
    file: 'src/posts/restore-post.ts',
    edits: [['post.publishAt > now && ', '']],
    tests: RESTORE,
  },
  {
    id: 'composer/restored-draft',
    rule: 'a draft that was deleted comes back as a draft',
    file: 'src/posts/restore-post.ts',
    edits: [[' && !(await wasDraft(tx, post.id))', ' && (await wasDraft(tx, post.id)) !== null']],
    tests: RESTORE,
  },
  {
    id: 'composer/cancelled-for-clients',
    rule: 'a post that was cancelled is shown to people alone',
    file: 'src/posts/routes/get-post.ts',
    edits: [["via === 'session' ? seenByPeople(post) : post", 'via ? seenByPeople(post) : post']],
    tests: RESTORE,
  },
  {
    id: 'composer/not-moved',
    rule: 'a change of the text tells of no move',
    file: 'src/posts/edit-post.ts',
    edits: [['publishAt.getTime() !== post.publishAt.getTime()', 'publishAt.getTime() > 0']],
    tests: ['src/posts/routes/edit-post.test.ts'],
  },
  {
    id: 'composer/page-missing',
    rule: 'a page whose file does not arrive is told of; the window is never empty',
    file: 'src/web/routes.tsx',
    edits: [['{ ErrorBoundary: PageFailed, children: [page] }', '{ ...page, ErrorBoundary: PageFailed }']],
    tests: ['src/web/connection.test.ts'],
  },
  {
    id: 'composer/page-away',
    rule: "a page is not loaded again while Crier is away: the browser's own would take its place",
    file: 'src/web/api/reload.ts',
    edits: [['if (await isThere()) location', 'location']],
    tests: ['src/web/connection.test.ts'],
  },
  {
    id: 'composer/part-gone',
    rule: 'a part of the composer that the updated server no longer has comes with the new version',
    file: 'src/web/components/late-part.tsx',
    edits: [["setState('coming'), reloadPage)", "setState('coming'), () => undefined)"]],
    tests: FILES,
  },
  {
    id: 'composer/plain-messages',
    rule: 'a message is shown also when the file that shows messages is missing',
    file: 'src/web/components/messages.tsx',
    edits: [[', { instead: PlainMessages }', '']],
    tests: FILES,
  },
  {
    id: 'composer/uncovered',
    rule: 'a message on a phone covers no button: what stands at the end of the window leaves it room',
    file: 'src/web/components/message-list.tsx',
    edits: [['    observer.observe(list);\n', '']],
    tests: FILES,
  },
  {
    id: 'composer/undo-again',
    rule: 'an Undo that a lost call could not carry out is offered again',
    file: 'src/web/components/notify-undo.tsx',
    edits: [['if (mayPass(error)) notifyUndo(message, undo);', '']],
    tests: ['src/web/undo.test.ts'],
  },
  {
    id: 'composer/empty-refusal',
    rule: 'a refusal without a word is not taken for a success, whatever it calls itself',
    file: 'src/web/api/client.ts',
    edits: [["(type.includes('json') && !saysNothing)", "type.includes('json')"]],
    tests: ['src/web/composer.change.test.ts'],
  },
  {
    id: 'composer/slot-in-time',
    rule: 'a free slot is not waited for without end',
    file: 'src/web/pages/composer/send-post.ts',
    edits: [
      [
        "await withPatience((signal) => http.GET('/find-slot/{id}', { params, signal }))",
        "await http.GET('/find-slot/{id}', { params })",
      ],
    ],
    tests: SEND,
  },
];
