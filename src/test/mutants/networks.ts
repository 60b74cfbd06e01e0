/** What decides, network by network, that a post whose answer was lost may be sent again. */
import type { Mutant } from './mutant.ts';

export const networkMutants: readonly Mutant[] = [
  {
    id: 'networks/x-all-seen',
    rule: 'a post to X is missing only if all posts since the call were seen',
    file: 'providers/x/verify.ts',
    edits: [['if (!complete) {', 'if (complete === undefined) {']],
    tests: ['providers/x/verify.test.ts'],
  },
  {
    id: 'networks/x-taken',
    rule: 'a post to X is not taken for that of another item',
    file: 'providers/x/verify.ts',
    edits: [['!attempt.isTaken?.(toPublished(request.channel, post.id))', 'post.id']],
    tests: ['providers/x/contract.test.ts', 'providers/x/verify.test.ts'],
  },
  {
    id: 'networks/threads-container',
    rule: "a container that Threads has published is looked for in the account's lists, not sent again",
    file: 'providers/threads/verify.ts',
    edits: [['      return find(channel, prepared, attempt, ctx);\n', '']],
    tests: ['providers/threads/publish.test.ts'],
  },
  {
    id: 'networks/instagram-container',
    rule: "containers that Instagram has published are looked for in the account's lists, not sent again",
    file: 'providers/_shared/meta/instagram/verify.ts',
    edits: [['if (published === containers.length) return', 'if (published > containers.length) return']],
    tests: ['providers/instagram/publish.test.ts'],
  },
  {
    id: 'networks/facebook-photo',
    rule: 'a post with photos on a Page is found by its photo, whatever became of its words',
    file: 'providers/facebook/verify.ts',
    edits: [["? filesOf(post).includes(photos[0] ?? '')", '? comparable(post.message) === comparable(text)']],
    tests: ['providers/facebook/publish.test.ts'],
  },
  {
    id: 'networks/youtube-session',
    rule: 'a YouTube video whose last bytes arrived is not uploaded again',
    file: 'providers/youtube/verify.ts',
    edits: [
      [
        "progress.state === 'complete') return { status: 'found'",
        "progress.state === 'complete') return { status: 'absent'",
      ],
    ],
    tests: ['providers/youtube/publish.test.ts'],
  },
  {
    id: 'networks/pinterest-before',
    rule: 'a pin that was on its board before the call is not taken for the lost one',
    file: 'providers/pinterest/verify.ts',
    edits: [['if (known.has(pin.id) ||', 'if (known.has(board) ||']],
    tests: ['providers/pinterest/verify.test.ts'],
  },
  {
    id: 'networks/tiktok-bytes',
    rule: 'a TikTok upload that has all its bytes is waited for, not sent again',
    file: 'providers/tiktok/verify.ts',
    edits: [['bytes >= total', 'bytes > total']],
    tests: ['providers/tiktok/verify.test.ts'],
  },
  {
    id: 'networks/tiktok-photos',
    rule: 'photos at TikTok that are in no list are left to a person',
    file: 'providers/tiktok/verify.ts',
    edits: [
      [
        "{ status: 'unknown', reason: 'The post is not among",
        "{ status: 'absent', evidence: 'The post is not among",
      ],
    ],
    tests: ['providers/tiktok/verify.test.ts'],
  },
  {
    id: 'networks/gmb-late',
    rule: 'a post to a Business Profile is given up only minutes after the call',
    file: 'providers/gmb/verify.ts',
    edits: [['        afterMs: LATE_MS,\n', '']],
    tests: ['providers/gmb/publish.test.ts'],
  },
  {
    id: 'networks/tumblr-video',
    rule: 'a video that is not on the Tumblr blog is never taken for absent: it may still be processed',
    file: 'providers/tumblr/verify.ts',
    edits: [['if (shape.videos) {', 'if (shape.videos < 0) {']],
    tests: ['providers/tumblr/verify.test.ts'],
  },
  {
    id: 'networks/tumblr-before',
    rule: 'a post on Tumblr is not taken for one of the same words that was there before',
    file: 'providers/tumblr/verify.ts',
    edits: [['if (known.has(candidate.id) ||', 'if (known.has(candidate.url) ||']],
    tests: ['providers/tumblr/verify.test.ts'],
  },
  {
    id: 'networks/tumblr-nameless',
    rule: 'a post without words of its own on Tumblr is never found: another one may look the same',
    file: 'providers/tumblr/verify.ts',
    edits: [['if (found && !shape.words) {', 'if (found && shape.words === null) {']],
    tests: ['providers/tumblr/verify.test.ts'],
  },
];
