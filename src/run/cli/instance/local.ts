/** The instance on this machine: its database and upload folder, with the rights of the server. */
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkPost } from '../../../posts/create/check-post.ts';
import { createPost } from '../../../posts/create/create-post.ts';
import { deletePost } from '../../../posts/change/delete-post.ts';
import { retryPost } from '../../../posts/decide/retry-post.ts';
import { resolvePost } from '../../../posts/decide/resolve-post.ts';
import type { Context } from '../../../platform/context.ts';
import { assertPublishedHere } from '../../../platform/assert-published-here.ts';
import { fetchMedia } from '../../../uploads/fetch-media.ts';
import { withIncomingFile } from '../../../platform/media/incoming.ts';
import { createListener, deleteListener, takeEvents } from '../../../webhooks/listeners.ts';
import { connectInstance } from '../connect-instance.ts';
import { CliError } from '../errors.ts';
import { chooseOrganization } from '../organization.ts';
import type { Instance } from './instance.ts';
import { createLocalLists } from './local-lists.ts';
import { sizeOfFile } from './media-file.ts';

/**
 * Runs `work` for the organisation with this name or id; default: the only one.
 *
 * @throws as connectInstance and chooseOrganization
 */
export async function withLocalInstance<T>(
  organization: string | undefined,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const context = await connectInstance();
  try {
    return await work(
      createLocalInstance(context, (await chooseOrganization(context.database, organization)).id),
    );
  } finally {
    await context.dispose();
  }
}

function createLocalInstance(context: Context, organizationId: string): Instance {
  const refOf = (postId: string): { organizationId: string; postId: string } => ({ organizationId, postId });
  const lists = createLocalLists(context, organizationId);
  const publishedHere = (): Promise<void> => assertPublishedHere(context.database, organizationId);
  return {
    ...lists,
    async createPosts(posts) {
      await publishedHere();
      return createPost(context, { organizationId }, { ...posts, creationMethod: 'CLI' });
    },
    checkPosts: (posts) => checkPost(context, organizationId, posts),
    storeFile: (path) => storeFile(context, organizationId, path),
    fetchFile: async (url) => {
      const media = await fetchMedia(context, { url, organizationId });
      return { id: media.id, path: media.url };
    },
    async cancelPost(id) {
      await publishedHere();
      return deletePost(context, refOf(id));
    },
    async retryPost(id) {
      await publishedHere();
      await retryPost(context, refOf(id));
      return lists.showPost(id);
    },
    async resolvePost(id, resolution) {
      await publishedHere();
      await resolvePost(context, refOf(id), resolution);
      return lists.showPost(id);
    },
    createListener: (filter) => createListener(context, { organizationId }, filter),
    takeEvents: (id, taken) => takeEvents(context, { organizationId }, { id, taken }),
    deleteListener: (id) => deleteListener(context, { organizationId }, id),
  };
}

/** The storage moves the file it gets, so it gets a copy, on its own disk so that moving is a rename. */
export async function storeFile(
  context: Context,
  organizationId: string,
  file: string,
): Promise<{ id: string; path: string }> {
  const size = await sizeOfFile(file);
  return withIncomingFile(context.uploadFolder, async (path) => {
    await copyFile(file, path);
    const media = await context.storage.take({ path, size, originalName: basename(file), organizationId });
    return { id: media.id, path: media.url };
  }).catch((error: unknown) => {
    throw explainUploadError(file, error);
  });
}

function explainUploadError(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return new CliError(
      'file_not_readable',
      `"${file}" cannot be uploaded: this user cannot write to the upload folder`,
      { cause: error },
    );
  }
  return error;
}
