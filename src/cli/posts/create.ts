import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createPost } from '../../commands/create-post.ts';
import { assertNotPast, parseDate } from '../../commands/parse-date.ts';
import type { ValueInput } from '../../commands/prepare-post.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
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
export async function createPosts(session: Session, options: CreateOptions): Promise<Answer> {
  const { context } = session;
  const organization = await session.organization();
  const channels = await findChannels(context, organization, options.channel);
  const type = options.draft ? 'draft' : options.date ? 'schedule' : 'now';
  const date = options.date ? parseDate(options.date) : new Date();
  if (type === 'schedule') assertNotPast(date);
  if ((options.alt?.length ?? 0) > (options.media?.length ?? 0)) throw new CliError('usage', 'There are more --alt than --media');
  const image = await storeMedia(context, organization.id, options);
  const value: ValueInput[] = [{ content: options.text, image }, ...(options.thread ?? []).map((content) => ({ content, delay: options.delay ?? 0 }))];
  const created = await createPost(context, organization.id, { type, date: date.toISOString(), creationMethod: 'CLI', posts: channels.map(({ id }) => ({ integration: { id }, value })) });
  const when = { now: 'goes out now', schedule: `goes out at ${shortDate(date)}`, draft: 'is kept as a draft' }[type];
  return {
    json: { type, date: date.toISOString(), posts: created },
    lines: [
      ...created.map(({ postId, integration }) => `${postId}  ${channels.find((c) => c.id === integration)?.name ?? integration}: ${when}`),
      '', `Follow it with: npm run crier -- posts show ${created[0]?.postId ?? 'ID'}`,
    ],
  };
}

async function storeMedia(context: Context, organizationId: string, options: CreateOptions): Promise<{ id: string; path: string; alt?: string }[]> {
  const stored = [];
  for (const [index, file] of (options.media ?? []).entries()) {
    const media = await storeFile(context, organizationId, file);
    stored.push({ id: media.id, path: media.url, ...(options.alt?.[index] === undefined ? {} : { alt: options.alt[index] }) });
  }
  return stored;
}

/** The storage takes the file that it is given away, so it gets a copy; on its own disk, so that taking it is a rename. */
async function storeFile(context: Context, organizationId: string, file: string): Promise<{ id: string; url: string }> {
  const incoming = join(context.uploadFolder, '.incoming');
  const path = join(incoming, randomUUID());
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size === 0) throw new CliError('file_not_readable', `"${file}" ${facts.isFile() ? 'is empty' : 'is not a file'}`);
    await mkdir(incoming, { recursive: true });
    await copyFile(file, path);
    return await context.storage.take({ path, size: facts.size, originalName: basename(file), organizationId });
  } catch (error) {
    await rm(path, { force: true });
    throw explainFile(file, error);
  }
}

function explainFile(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CliError('file_not_readable', `There is no file "${file}"`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new CliError('file_not_readable', `"${file}" may not be read, or the upload folder not be written, by this user`, { cause: error });
  if (code === 'ENOSPC') return new ApiError('storage_full', { cause: error });
  return error;
}
