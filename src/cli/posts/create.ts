import { assertNotPast, parseDate } from '../../posts/entries/parse-date.ts';
import { CliError } from '../errors.ts';
import type { Instance, NewPart } from '../instance/instance.ts';
import { shortDate, type Answer } from '../output.ts';
import { findChannels } from './find-channels.ts';

/** What `posts create` takes. */
export interface CreateOptions {
  readonly channel: readonly string[];
  readonly text: string;
  readonly date?: string;
  readonly draft?: boolean;
  readonly thread?: readonly string[];
  /** Minutes before each part of the thread. */
  readonly delay?: number;
  /** Paths of files; they are copied, not taken. */
  readonly media?: readonly string[];
  readonly alt?: readonly string[];
}

/** Everything that can be refused without the files is refused before they are stored. */
export async function createPosts(instance: Instance, options: CreateOptions): Promise<Answer> {
  const channels = await findChannels(instance, options.channel);
  const type = options.draft ? 'draft' : options.date ? 'schedule' : 'now';
  const date = options.date ? parseDate(options.date) : new Date();
  if (type === 'schedule') assertNotPast(date);
  if ((options.alt?.length ?? 0) > (options.media?.length ?? 0)) {
    throw new CliError('usage', 'There are more --alt than --media');
  }
  const image = await storeMedia(instance, options);
  const value: NewPart[] = [
    { content: options.text, image },
    ...(options.thread ?? []).map((content) => ({ content, delay: options.delay ?? 0 })),
  ];
  const created = await instance.createPosts({
    type,
    date: date.toISOString(),
    posts: channels.map(({ id }) => ({ integration: { id }, value })),
  });
  const when = {
    now: 'goes out now',
    schedule: `goes out at ${shortDate(date)}`,
    draft: 'is kept as a draft',
  }[type];
  return {
    json: { type, date: date.toISOString(), posts: created },
    lines: [
      ...created.map(
        ({ postId, integration }) =>
          `${postId}  ${channels.find((c) => c.id === integration)?.name ?? integration}: ${when}`,
      ),
      '',
      `Follow it with: npm run crier -- posts show ${created[0]?.postId ?? 'ID'}`,
    ],
  };
}

async function storeMedia(instance: Instance, options: CreateOptions): Promise<NewPart['image']> {
  const stored = [];
  for (const [index, file] of (options.media ?? []).entries()) {
    const alt = options.alt?.[index];
    stored.push({ ...(await instance.storeFile(file)), ...(alt === undefined ? {} : { alt }) });
  }
  return stored;
}
