import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Media } from '../../platform/entities/media.ts';
import { personOf } from '../../http/person.ts';
import { cleanDescription, cleanName } from '../../platform/clean-input.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, textOrNull } from '../../http/shapes.ts';
import { deleteMedia } from '../delete-media.ts';
import { cleanTags, MAX_TAG, tagsSchema } from '../media-tags.ts';
import { assertOwnMedia } from '../own-media.ts';
import { presentLibraryFile, presentUsingDraft, presentUsingPost } from '../present-library.ts';
import { readFromLibrary, readLibrary, readUsingDrafts, readUsingPosts } from '../read-library.ts';
import { readRefusals } from '../refused-by.ts';
import { libraryFile, libraryFileWithPosts } from './library-shapes.ts';

/** Posts that GET /media/{id} lists, and drafts. */
const MAX_USES = 20;
const MAX_NAME = 255;

export const listMediaQuery = {
  type: 'object',
  properties: {
    search: { type: 'string', maxLength: 200, description: 'Part of the name or of the alt text' },
    kind: {
      type: 'string',
      enum: ['image', 'video', 'document'],
      description: 'Only pictures, videos or PDFs',
    },
    tag: { type: 'string', maxLength: MAX_TAG, description: 'Only files with this tag' },
    unused: { type: 'boolean', default: false, description: 'Only files that no post and no draft names' },
    cursor: { type: 'string', maxLength: 36, description: '`nextCursor` of the page before' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 40 },
  },
} as const;

export const listMediaOperation = {
  id: 'listMedia',
  method: 'get',
  path: '/media',
  tag: 'Media',
  access: 'caller',
  summary: 'List the files of the media library',
  description: 'Newest first. With each file: how many posts use it, and which networks could not take it.',
  query: listMediaQuery,
  answer: {
    status: 200,
    description: 'One page',
    schema: record({
      media: listOf(libraryFile),
      nextCursor: textOrNull('For the next page; null on the last'),
    }),
  },
  errors: ['invalid_id'],
  handler: listMediaHandler,
} as const satisfies Operation;

export const getMediaOperation = {
  id: 'getMedia',
  method: 'get',
  path: '/media/{id}',
  tag: 'Media',
  access: 'caller',
  summary: 'Get a file of the media library with the posts and drafts that use it',
  description: `At most ${MAX_USES} of each: posts that are not published yet first, drafts that were saved last first.`,
  answer: { status: 200, description: 'The file', schema: libraryFileWithPosts },
  errors: ['media_not_found', 'foreign_resource'],
  handler: getMediaHandler,
} as const satisfies Operation;

export const updateMediaBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME },
    alt: { type: 'string', maxLength: 2000, description: 'Text for people who do not see the file' },
    tags: { ...tagsSchema, description: 'All its tags' },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const updateMediaOperation = {
  id: 'updateMedia',
  method: 'patch',
  path: '/media/{id}',
  tag: 'Media',
  access: 'caller',
  summary: 'Change the name, the alt text or the tags of a file',
  description: 'Posts that name the file without an alt text of their own are published with this one.',
  body: updateMediaBody,
  answer: { status: 200, description: 'The changed file', schema: libraryFile },
  errors: ['media_not_found', 'foreign_resource'],
  example: { alt: 'A blackboard with the menu of the day' },
  handler: updateMediaHandler,
} as const satisfies Operation;

export const deleteMediaOperation = {
  id: 'deleteMedia',
  method: 'delete',
  path: '/media/{id}',
  tag: 'Media',
  access: 'caller',
  summary: 'Delete a file of the media library',
  description:
    'Refused while a draft, or a post that is not published yet, uses it. What was published with it stays on the networks.',
  answer: { status: 200, description: 'The file is deleted', schema: record({ id: id('The file') }) },
  errors: ['media_not_found', 'foreign_resource', 'media_in_use'],
  handler: deleteMediaHandler,
} as const satisfies Operation;

const checkQuery = compile(listMediaQuery, 'query');
const checkUpdate = compile(updateMediaBody);

function listMediaHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const { search = '', kind, tag = null, unused, cursor, limit } = checkQuery({ ...ctx.query });
    const [rows, refusedBy] = await Promise.all([
      readLibrary(context.database, {
        organizationId,
        after: cursor ? idParam(cursor) : null,
        search: search.trim(),
        kind: kind ?? null,
        unused,
        tag,
        // One more shows whether there is another page.
        limit: limit + 1,
      }),
      readRefusals(context, organizationId),
    ]);
    const page = rows.slice(0, limit);
    ctx.body = {
      media: page.map((row) => presentLibraryFile(row, context.storage, refusedBy(row))),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  };
}

function getMediaHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const mediaId = idParam(ctx.params.id);
    const file = await present(context, ctx, mediaId);
    const [posts, drafts] = await Promise.all([
      readUsingPosts(context.database, mediaId, MAX_USES),
      readUsingDrafts(context.database, mediaId, MAX_USES),
    ]);
    ctx.body = { ...file, posts: posts.map(presentUsingPost), drafts: drafts.map(presentUsingDraft) };
  };
}

/** What is left away stays. */
function updateMediaHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const mediaId = idParam(ctx.params.id);
    const { name, alt, tags } = checkUpdate(ctx.state.body);
    await present(context, ctx, mediaId);
    await context.database
      .fork()
      .nativeUpdate(
        Media,
        { id: mediaId, organization: ctx.state.caller.organizationId },
        {
          ...(name === undefined ? {} : { originalName: cleanName(name, { max: MAX_NAME }) }),
          ...(alt === undefined ? {} : { alt: cleanDescription(alt) }),
          ...(tags === undefined ? {} : { tags: cleanTags(tags, 'tags') }),
        },
      );
    ctx.body = await present(context, ctx, mediaId);
  };
}

async function present(context: Context, ctx: AppContext, mediaId: string) {
  const { organizationId } = ctx.state.caller;
  const file = await readFromLibrary(context.database, mediaId);
  assertOwnMedia(organizationId, file, mediaId);
  return presentLibraryFile(file, context.storage, (await readRefusals(context, organizationId))(file));
}

function deleteMediaHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const mediaId = idParam(ctx.params.id);
    await deleteMedia(context, personOf(ctx), mediaId);
    ctx.body = { id: mediaId };
  };
}
