/** How files reach a network, network by network. */
import type { Mutant } from './mutant.ts';

export const networkFileMutants: readonly Mutant[] = [
  {
    id: 'networks/instagram-video',
    rule: 'Instagram gets the URL of a video where it takes no bytes',
    file: 'providers/instagram/api/standalone.ts',
    edits: [['fetchesVideos: true', 'fetchesVideos: false']],
    tests: ['providers/instagram/publish/standalone.test.ts'],
  },
  {
    id: 'networks/instagram-reach',
    rule: 'a video that Instagram fetches itself must be at a public URL',
    file: 'providers/instagram/rules.ts',
    edits: [['  issuesOf(request, request.item.media);', '  issuesOf(request, []);']],
    tests: ['providers/instagram/rules.test.ts'],
  },
  {
    id: 'networks/youtube-thumbnail',
    rule: 'a video that is found after its answer was lost gets its thumbnail too',
    file: 'providers/youtube/verify.ts',
    edits: [['? { ...verdict, pollAfterMs: REST_MS } : verdict', '? verdict : verdict']],
    tests: ['providers/youtube/publish.test.ts'],
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
    rule: 'photos on TikTok that are in no list are left to a person',
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
    id: 'networks/tumblr-video',
    rule: 'a video that is not on the Tumblr blog is never taken for absent: it may still be processed',
    file: 'providers/tumblr/verify.ts',
    edits: [["=== 'absent' && shape.videos", "=== 'absent' && shape.videos < 0"]],
    tests: ['providers/tumblr/verify.test.ts'],
  },
  {
    id: 'networks/vk-files',
    rule: 'a post to VK with files is found by them, and not by its text',
    file: 'providers/vk/verify.ts',
    edits: [["if (attachments.some((one) => media.includes(one))) return 'ours';\n", '']],
    tests: ['providers/vk/verify.test.ts'],
  },
  {
    id: 'networks/linkedin-comments',
    rule: 'a comment that LinkedIn refuses for its permission leaves the channel as it is',
    file: 'providers/linkedin/errors.ts',
    edits: [["if (about === 'comments') {", "if (about !== 'comments' && about !== 'posts') {"]],
    tests: ['providers/linkedin/auth.test.ts'],
  },
  {
    id: 'networks/linkedin-unasked',
    rule: 'a comment of an account without the permission is refused before anything is sent',
    file: 'providers/linkedin/auth.ts',
    edits: [['return comments ? found : found.map', 'return comments || found ? found : found.map']],
    tests: ['providers/linkedin/auth.test.ts'],
  },
  {
    id: 'networks/x-vocabulary',
    rule: 'a long post on an X that has the older names is found by the whole of its text',
    file: 'providers/x/api/posts.ts',
    edits: [['...(note ? { note_post: note } : {}),\n', '']],
    tests: ['providers/x/verify.test.ts'],
  },
  {
    id: 'networks/tiktok-switched-off',
    rule: 'what a TikTok account has switched off for all its posts is greyed in the composer',
    file: 'providers/tiktok/tools.ts',
    edits: [['info[field] ? [setting] : []', "info[field] === 'no' ? [setting] : []"]],
    tests: ['providers/tiktok/publish.test.ts'],
  },
];
