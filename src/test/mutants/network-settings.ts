/** What the settings of a post become, and which of them distinguish a lost post from others. */
import type { Mutant } from './mutant.ts';

export const networkSettingMutants: readonly Mutant[] = [
  {
    id: 'networks/playlist-once',
    rule: 'a video is added to its playlist once, although an answer was lost',
    file: 'providers/youtube/prepare/playlist.ts',
    edits: [["if (await readFirst(channel, ctx, 'playlistItems', query)) return;", '']],
    tests: ['providers/youtube/schema.test.ts'],
  },
  {
    id: 'networks/own-playlist',
    rule: 'a video is not uploaded for a playlist of another channel',
    file: 'providers/youtube/prepare/playlist.ts',
    edits: [['if (found?.snippet?.channelId === channel.internalId) return;', 'if (found) return;']],
    tests: ['providers/youtube/schema.test.ts'],
  },
  {
    id: 'networks/poll-again',
    rule: 'a post with the words of a poll, and without a poll, is not taken for it',
    file: 'providers/x/verify.ts',
    edits: [['hasPoll === (body.poll !== undefined)', 'hasPoll !== undefined']],
    tests: ['providers/x/schema.test.ts'],
  },
  {
    id: 'networks/crosspost-again',
    rule: 'a crosspost of another post is not taken for the one that was lost',
    file: 'providers/reddit/verify.ts',
    edits: [["draft.crosspost === thing.crosspost_parent ? title : 'other'", 'title']],
    tests: ['providers/reddit/schema.test.ts'],
  },
  {
    id: 'networks/other-answers',
    rule: 'a poll with other answers is not taken for the one that was lost',
    file: 'providers/discord/verify.ts',
    edits: [["(poll?.answers.map(({ poll_media: { text } }) => text ?? '') ?? [])", '[]']],
    tests: ['providers/discord/schema.test.ts'],
  },
  {
    id: 'networks/other-embeds',
    rule: 'a message with other embeds is not taken for the one that was lost',
    file: 'providers/discord/verify.ts',
    edits: [['.slice(0, sent.embeds?.length ?? 0)', '.slice(0, 0)']],
    tests: ['providers/discord/schema.test.ts'],
  },
  {
    id: 'networks/other-quote',
    rule: 'a post that quotes another one is not taken for the one that was lost',
    file: 'providers/mastodon/verify.ts',
    edits: [["if (quotesOther(prepared, status)) return 'other';", '']],
    tests: ['providers/mastodon/schema/quote.test.ts'],
  },
  {
    id: 'networks/youtube-comments',
    rule: 'a comment is refused before it is sent where a channel was not granted comments',
    file: 'providers/youtube/rules.ts',
    edits: [['channel.details.comments === GRANTED.comments', 'channel.details']],
    tests: ['providers/youtube/rules.test.ts'],
  },
  {
    id: 'networks/kept-back',
    rule: 'what a video can go without keeps its post back for some tries, and not for ever',
    file: 'providers/_kit/extras.ts',
    edits: [['return tries >= MAX_TRIES', 'return false']],
    tests: ['providers/linkedin/publish.test.ts', 'providers/x/media.test.ts'],
  },
  {
    id: 'networks/loss-with-secrets',
    rule: 'what a network says of subtitles stands in the timeline without secrets',
    file: 'activities/subtitle-loss.ts',
    edits: [['wordsWithoutSecrets(provider, channel, text)', 'text']],
    tests: ['activities/prepare-part.test.ts'],
  },
];
