/** Everything that may be repeated: uploads the files, and notes what a page shows before the call. */
import { createHash } from 'node:crypto';
import type {
  Json,
  LinkCard,
  MediaFile,
  Provider,
  ProviderContext,
  PublishRequest,
} from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { subtitlesOf, type Subtitles } from '../_kit/subtitles.ts';
import { authorOf, refOf } from './api.ts';
import { pollOf, questionOf } from '../_kit/poll.ts';
import { isNotGranted } from './errors.ts';
import { uploadDocument, uploadMedia } from './media.ts';
import { THUMBNAIL } from './schema.ts';
import { toCommentText, toLittle } from './text.ts';
import { isPage, listEntries } from './api/entries.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** The final request. `post`: what a comment stands below; null for a post. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly post: string | null;
  readonly text: string;
  readonly content: Json;
  /** URNs of the files, which no other post has. */
  readonly media: string[];
  /** The newest posts or comments of a page before the call, by their ids; null where they cannot be read. */
  readonly known: string[] | null;
}

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { channel, item } = request;
  if (item.position > 0 || request.root) return prepareComment(request, ctx);
  const { content, media } = await contentFor(request, ctx);
  const prepared: Prepared = {
    post: null,
    text: toLittle(item.text),
    content,
    media,
    known: isPage(channel) ? (await listEntries(channel, null, ctx)).map(({ id }) => id) : null,
  };
  return prepared;
};

async function prepareComment(
  { channel, item, root }: PublishRequest,
  ctx: ProviderContext,
): Promise<Prepared> {
  if (!root) throw new Rejected(sentence('post_lacks', { what: 'a post above it' }));
  const { post } = refOf(root);
  const known = isPage(channel) ? await knownComments(channel, post, ctx) : null;
  return { post, text: toCommentText(item.text), content: null, media: [], known };
}

/** Without the permission to read comments, none is known, and a lost answer stays in doubt. */
async function knownComments(
  channel: PublishRequest['channel'],
  post: string,
  ctx: ProviderContext,
): Promise<string[] | null> {
  try {
    return (await listEntries(channel, post, ctx)).map(({ id }) => id);
  } catch (error) {
    if (isNotGranted(error)) return null;
    throw error;
  }
}

async function contentFor(
  request: PublishRequest,
  ctx: ProviderContext,
): Promise<Pick<Prepared, 'content' | 'media'>> {
  const { channel, item, settings } = request;
  const poll = pollContent(settings);
  if (poll) return { content: { poll }, media: [] };
  if (item.linkCard) return { content: await articleOf(channel, item.linkCard, ctx), media: [] };
  if (settings.post_as_images_carousel !== true) {
    const files = await upload(request, ctx);
    return { content: contentOf(files, settings), media: files.map(({ urn }) => urn) };
  }
  const name = typeof settings.carousel_name === 'string' ? settings.carousel_name.trim() : '';
  const title = name || 'slides';
  const urn = await uploadDocument(channel, { files: item.media, title }, ctx);
  return { content: { media: { id: urn, title } }, media: [urn] };
}

/** The content of a poll (learn.microsoft.com/linkedin, "Poll API"); null for a post without one. */
function pollContent(settings: PublishRequest['settings']): Json {
  const poll = pollOf(settings);
  return (
    poll && {
      question: questionOf(poll),
      options: poll.options.map((text) => ({ text })),
      settings: {
        duration: typeof poll.duration === 'string' && poll.duration ? poll.duration : 'THREE_DAYS',
      },
    }
  );
}

/**
 * The card of a link (learn.microsoft.com/linkedin: Article Post API, which reads no page: "set article
 * fields such as thumbnail, title and description within the post").
 */
async function articleOf(
  channel: PublishRequest['channel'],
  { url, title, description, picture }: LinkCard,
  ctx: ProviderContext,
): Promise<Json> {
  const thumbnail = picture && (await uploadMedia(channel, { file: picture, name: 'thumbnail' }, ctx));
  return {
    article: {
      source: url,
      title,
      ...(description ? { description } : {}),
      ...(thumbnail ? { thumbnail } : {}),
    },
  };
}

interface Uploaded {
  readonly urn: string;
  readonly file: MediaFile;
}

interface Beside {
  readonly thumbnail?: MediaFile | undefined;
  readonly subtitles?: Subtitles | undefined;
}

const besideOf = (settings: PublishRequest['settings'], thumbnail: MediaFile | undefined): Beside => ({
  thumbnail,
  subtitles: subtitlesOf(settings),
});

/** An upload of an earlier try is the same one only with the same picture and the same subtitles. */
function namesOf({ thumbnail, subtitles }: Beside): string[] {
  const hash = subtitles && createHash('sha256').update(JSON.stringify(subtitles)).digest('hex').slice(0, 16);
  return [thumbnail?.id, hash].filter((name) => name !== undefined);
}

async function upload(
  { channel, item, settings, settingsMedia }: PublishRequest,
  ctx: ProviderContext,
): Promise<Uploaded[]> {
  const files: Uploaded[] = [];
  for (const [n, file] of item.media.entries()) {
    const beside =
      file.kind === 'video' ? besideOf(settings, settingsMedia?.[THUMBNAIL] ?? file.thumbnail) : {};
    const name = [`file ${n}`, ...namesOf(beside)].join(' with ');
    files.push({ urn: await uploadMedia(channel, { file, name, ...beside }, ctx), file });
  }
  return files;
}

/** One file, or several pictures (learn.microsoft.com/linkedin: Posts API, MultiImage API). */
function contentOf([first, ...others]: Uploaded[], settings: PublishRequest['settings']): Json {
  if (!first) return null;
  const altText = ({ file }: Uploaded): Record<string, string> => (file.alt ? { altText: file.alt } : {});
  if (first.file.kind === 'document') {
    return { media: { id: first.urn, title: titleOf(first.file, settings) } };
  }
  if (!others.length) {
    return { media: { id: first.urn, ...(first.file.kind === 'image' ? altText(first) : {}) } };
  }
  return { multiImage: { images: [first, ...others].map((one) => ({ id: one.urn, ...altText(one) })) } };
}

/** LinkedIn shows the title above the pages of a PDF (Documents API, "Create a document share"). */
function titleOf(
  { originalName, fileName }: MediaFile,
  { document_title }: PublishRequest['settings'],
): string {
  const title = typeof document_title === 'string' ? document_title.trim() : '';
  return title || (originalName || fileName).replace(/\.pdf$/i, '');
}

/** Public, in the main feed: LinkedIn requires both fields. */
export const postBody = (channel: PublishRequest['channel'], { text, content }: Prepared) => ({
  author: authorOf(channel),
  commentary: text,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...(content ? { content } : {}),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});
