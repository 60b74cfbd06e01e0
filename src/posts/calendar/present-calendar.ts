/** Posts as the calendar shows them: light, because a month has a thousand. */
import type { PostMedia } from '../../platform/entities/post.ts';
import { CHANGEABLE } from '../policy.ts';
import { firstLine } from '../read/first-line.ts';
import { PUBLIC_STATE } from '../read/present-post.ts';
import type { CalendarRecord } from './read-calendar.ts';

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

function thumbnailOf(media: readonly PostMedia[]): string | null {
  return media.find(({ path }) => PICTURE.test(path))?.path ?? null;
}
