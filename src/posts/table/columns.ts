/**
 * The columns of a table, by the names that people and other tools give them.
 *
 * Buffer: Text, Image URL, Tags, Posting Time, for Pinterest also Board Name
 * (support.buffer.com/article/926, as programs that write its files quote it). Publer: twelve columns, from
 * "Date - Intl. format or prompt" to "Reminder - For stories, reels, shorts, and TikToks"
 * (publer.com/blog/ultimate-csv-bulk-scheduler-social-media and the template that it links). Hootsuite: no
 * first line with names; date, message and link in this order (sonethub.com/docs/importing-posts;
 * kim-iverson-headlee.blogspot.com, 31 August 2016). Metricool: Text, Date, Time, Draft, a column for each
 * network, Picture Url 1 to 10 (help.metricool.com, "How to schedule posts in batch with a CSV file", as
 * such programs quote it). Vista Social: message, type, link, time, comment1 to comment5
 * (support.vistasocial.com/hc/en-us/articles/10295276622875). SocialBee: text, link, imageUrls, gifUrls,
 * videoUrls, postAtSpecificTime (help.socialbee.com/article/80). Others:
 * help.hoopai.com/marketing/social-csv-import (HighLevel's), help.postfa.st (scheduled_at, media_urls),
 * ayrshare.com/docs/apis/post/bulk-post.
 */
import { wordOf } from '../../../providers/_kit/never-ignored.ts';

/** The names that releases up to 2.12 knew. What they stored is recognised by them (`earlierWords`). */
const EARLIER = {
  channel: ['channel', 'channels', 'account', 'accounts', 'profile', 'social profile'],
  date: ['date', 'datetime', 'date and time', 'scheduled at', 'publish date', 'post date', 'schedule date'],
  time: ['time', 'scheduled time', 'post time'],
  timeZone: ['time zone', 'timezone', 'tz'],
  content: ['content', 'text', 'message', 'caption', 'post', 'description'],
  thread: ['thread', 'comments', 'first comment', 'comment'],
  media: ['media', 'image', 'images', 'picture', 'video', 'media files', 'attachments'],
  tags: ['tags', 'labels', 'campaign'],
  settings: ['settings'],
  type: ['type', 'status'],
} as const satisfies Record<string, readonly string[]>;

export type Column = keyof typeof EARLIER | 'link' | 'alt' | 'draft';

/** Every column that a post can be made from. */
export const COLUMN_NAMES = [
  'date',
  'time',
  'timeZone',
  'channel',
  'content',
  'thread',
  'media',
  'alt',
  'link',
  'tags',
  'settings',
  'type',
  'draft',
] as const satisfies readonly Column[];

const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  channel: [...EARLIER.channel, 'profiles', 'channel name', 'account name', 'profile name', 'kanal', 'konto'],
  date: [
    ...EARLIER.date,
    'posting time',
    'posting date',
    'scheduled date',
    'scheduled for',
    'schedule time',
    'publish at',
    'publish time',
    'post at specific time',
    'datum',
  ],
  time: [...EARLIER.time, 'uhrzeit', 'zeit'],
  timeZone: [...EARLIER.timeZone, 'zeitzone'],
  content: [...EARLIER.content, 'post text', 'post content', 'body', 'copy', 'tweet', 'inhalt', 'beitrag'],
  thread: [...EARLIER.thread, 'first comment text', 'follow up comment'],
  media: [
    ...EARLIER.media,
    'pictures',
    'photo',
    'photos',
    'videos',
    'media url',
    'media urls',
    'image url',
    'image urls',
    'image link',
    'picture url',
    'photo url',
    'gif url',
    'gif urls',
    'video url',
    'video urls',
    'bild',
    'bilder',
    'medien',
  ],
  tags: [...EARLIER.tags, 'label', 'tag', 'schlagwörter'],
  settings: EARLIER.settings,
  type: EARLIER.type,
  link: ['link', 'links', 'link url', 'og meta url'],
  alt: ['alt text', 'alt texts', 'image alt text', 'media alt text', 'alt text picture', 'alternativtext'],
  draft: ['draft', 'is draft', 'as draft', 'save as draft', 'entwurf'],
};

const BY_NAME: ReadonlyMap<string, Column> = new Map(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].map((name) => [wordOf(name), column] as const),
  ),
);

/** Columns of which a table may have several: `Picture Url 1`, `Picture Url 2`; `image`, `video`. */
const SEVERAL: ReadonlySet<Column> = new Set(['media', 'alt', 'tags', 'thread']);

/** Publer explains behind a hyphen, others in brackets; `(s)` is the plural. */
function columnOf(name: string): Column | undefined {
  const short = name
    .split(' - ', 1)
    .join()
    .replaceAll(/\(s\)/gi, 's')
    .replaceAll(/\([^)]*\)|\d+\s*$/g, '');
  return BY_NAME.get(wordOf(short));
}

/** Which column is at which places, and the names at places that are none. */
export interface Places {
  readonly known: ReadonlyMap<Column, readonly number[]>;
  readonly others: readonly (readonly [name: string, at: number])[];
}

/** How a name is shown. */
const shown = (name: string): string => name.trim().toLowerCase().replaceAll('_', ' ');

/** The columns of a table as their names say; null for one that no post has. */
export function columnsOf(names: readonly string[]): (Column | null)[] {
  const seen = new Set<Column>();
  return names.map((name) => {
    const column = columnOf(name);
    if (!column || (seen.has(column) && !SEVERAL.has(column))) return null;
    seen.add(column);
    return column;
  });
}

/** The same as places. `columns`: as a person chose them. */
export function placesOf(names: readonly string[], columns = columnsOf(names)): Places {
  const known = new Map<Column, number[]>();
  const others: [string, number][] = [];
  for (const [at, name] of names.entries()) {
    const column = columns[at];
    if (column) known.set(column, [...(known.get(column) ?? []), at]);
    else others.push([shown(name), at]);
  }
  return { known, others };
}

/**
 * The words from which releases up to 2.12 made the mark of a line, so that what they imported is not
 * imported again.
 */
export function earlierWords(names: readonly string[]): (record: readonly string[]) => string {
  const heads = names.map(shown);
  const places = Object.entries(EARLIER).map(([column, known]): [string, number] => [
    column,
    heads.findIndex((name) => (known as readonly string[]).includes(name)),
  ]);
  return (record) =>
    JSON.stringify(Object.fromEntries(places.map(([column, at]) => [column, (record[at] ?? '').trim()])));
}
