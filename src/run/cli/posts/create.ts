import { assertNotPast, parseDate } from '../../../platform/parse-date.ts';
import { PROGRAM } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Instance, NewPart } from '../instance/instance.ts';
import type { Answer } from '../output.ts';
import { instantIn } from './dates.ts';
import { findChannels } from './find-channels.ts';

export interface CreateOptions {
  readonly channel: readonly string[];
  readonly text: string;
  readonly date?: string;
  readonly draft?: boolean;
  readonly thread?: readonly string[];
  /** Minutes before each further part. */
  readonly delay?: number;
  /** Paths of files, which are copied. */
  readonly media?: readonly string[];
  readonly alt?: readonly string[];
}

/** Files are stored last, after everything that can be checked without them. */
export async function createPosts(instance: Instance, options: CreateOptions): Promise<Answer> {
  const channels = await findChannels(instance, options.channel);
  const type = options.draft ? 'draft' : options.date ? 'schedule' : 'now';
  const { timeZone, frozen } = await instance.readState();
  const date = options.date ? parseDate(options.date, '--date', timeZone) : new Date();
  if (type === 'schedule') assertNotPast(date, '--date');
  if ((options.alt?.length ?? 0) > (options.media?.length ?? 0)) {
    throw new CliError('usage', 'Each --alt needs a --media');
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
  const at = instantIn(date, timeZone);
  const when = {
    now: frozen === null ? 'is being published' : 'waits until publishing is resumed',
    schedule: `will be published at ${at}`,
    draft: options.date ? `is saved as a draft for ${at}` : 'is saved as a draft',
  }[type];
  return {
    json: { type, date: date.toISOString(), timeZone, frozen, posts: created },
    lines: [
      ...created.map(
        ({ postId, integration }) =>
          `${postId}  ${channels.find((c) => c.id === integration)?.name ?? integration}: ${when}`,
      ),
      ...(frozen === null || type === 'draft' ? [] : ['', frozenLine(frozen)]),
      '',
      `To follow it: npm run crier -- posts show ${created[0]?.postId ?? 'ID'}`,
    ],
  };
}

const frozenLine = (reason: string): string =>
  `Publishing is frozen (${reason}): nothing is published until it is resumed with ${PROGRAM} resume`;

async function storeMedia(instance: Instance, options: CreateOptions): Promise<NewPart['image']> {
  const stored = [];
  for (const [index, file] of (options.media ?? []).entries()) {
    const alt = options.alt?.[index];
    stored.push({ ...(await instance.storeFile(file)), ...(alt === undefined ? {} : { alt }) });
  }
  return stored;
}
