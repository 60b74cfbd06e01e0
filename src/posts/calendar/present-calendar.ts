/** Posts as the calendar shows them: light, because a month has a thousand. */
import { toPlainText } from '../../../providers/_kit/text.ts';
import type { PostMedia } from '../../platform/entities/post.ts';
import { CHANGEABLE } from '../policy.ts';
import { PUBLIC_STATE } from '../read/present-post.ts';
import type { CalendarRecord } from './read-calendar.ts';

const LINE_LENGTH = 140;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)(?:[?#].*)?$/i;

/** One post on one date. A missed post that gets a date waits again, so it can be moved as well. */
export function presentCalendarPost(post: CalendarRecord) {
  return {
    id: post.id,
    groupId: post.groupId,
    publishDate: post.publishAt.toISOString(),
    status: post.state,
    state: PUBLIC_STATE[post.state],
    firstLine: firstLine(post.content),
    thumbnail: thumbnailOf(post.media),
    channel: post.channel,
    tags: post.tags,
    revision: post.revision,
    createdBy: post.createdBy,
    canMove: !post.isRepeat && (CHANGEABLE.includes(post.state) || post.state === 'missed'),
    isRepeat: post.isRepeat,
    inSeries: post.inSeries,
  };
}

/** The first line with text in it, cut at the last whole word. */
export function firstLine(content: string): string {
  const line =
    toPlainText(content)
      .split('\n')
      .map((one) => one.trim())
      .find(Boolean) ?? '';
  if (line.length <= LINE_LENGTH) return line;
  const cut = line.slice(0, LINE_LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > LINE_LENGTH / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function thumbnailOf(media: readonly PostMedia[]): string | null {
  return media.find(({ path }) => PICTURE.test(path))?.path ?? null;
}
