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
    edits: [['? { ...verdict, pollAfterMs: THUMBNAIL_MS } : verdict', '? verdict : verdict']],
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
];
