/** Everything that may be repeated: uploads the files, and notes where the account's list ends. */
import type { Json, MediaFile, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, namesOf, usernameOf, type Access, type Listing } from './api.ts';
import { poster, uploadAsset, type Asset } from './media.ts';
import { nameOf, postAt, submissionsOf, type Submission } from './schema.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** What `POST /api/submit` calls `kind`; a gallery has a call of its own. */
export type Kind = 'self' | 'link' | 'crosspost' | 'image' | 'video' | 'videogif' | 'gallery';

/** One submission, as it is sent. */
export interface Draft {
  readonly [key: string]: Json;
  readonly sr: string;
  readonly title: string;
  readonly kind: Kind;
  /** Of a link. */
  readonly url: string | null;
  /** Each submission has uploads of its own, whose ids distinguish it from all others. */
  readonly assets: Asset[];
  readonly poster: string | null;
  readonly flairId: string | null;
  readonly flairText: string | null;
  /** What an earlier version prepared has none of these. */
  readonly crosspost: string | null;
  readonly nsfw: boolean;
  readonly spoiler: boolean;
  readonly sendreplies: boolean;
}

/** The final requests: of one submission for each subreddit, or of a comment on each of them. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly text: string;
  readonly submissions: Draft[];
  /** What a comment answers: the part before it, in each subreddit. */
  readonly parents: string[];
  /** The newest thing of this kind before the call, as a name: anything made later has a greater id. */
  readonly newest: string | null;
}

/** How many of the account's newest things are looked at; a pinned one may stand first. */
const NEWEST = 10;

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const access = accessOf(request.channel);
  const parents = request.parent ? [...namesOf(request.parent)] : [];
  const newest = await readNewest(request, parents.length ? 'comments' : 'submitted', ctx);
  const prepared: Prepared = {
    text: request.item.text,
    submissions: parents.length ? [] : await prepareSubmissions(access, request, ctx),
    parents,
    newest,
  };
  return prepared;
};

async function readNewest(
  { channel }: PublishRequest,
  list: 'submitted' | 'comments',
  ctx: ProviderContext,
): Promise<string | null> {
  const { body } = await call<Listing<{ name: string }>>(
    accessOf(channel),
    ctx,
    `/user/${encodeURIComponent(usernameOf(channel))}/${list}`,
    { query: { sort: 'new', limit: NEWEST } },
  );
  const names = body.data.children.map(({ data }) => data.name);
  return names.toSorted((a, b) => ageOf(b) - ageOf(a))[0] ?? null;
}

/** Ids are numbers in base 36, and later ones are greater. */
export const ageOf = (name: string | null): number =>
  name ? Number.parseInt(name.replace(/^t\d_/, ''), 36) : 0;

async function prepareSubmissions(
  access: Access,
  { item, settings }: PublishRequest,
  ctx: ProviderContext,
): Promise<Draft[]> {
  const submissions = submissionsOf(settings);
  // One that Reddit refuses when others are published already would need a person.
  if (submissions.length > 1) {
    for (const submission of submissions) await checkSubreddit(access, submission, ctx);
  }
  const drafts: Draft[] = [];
  for (const [n, submission] of submissions.entries()) {
    const kind = kindOf(submission, item.media);
    const hasFile = !['self', 'link', 'crosspost'].includes(kind);
    const assets: Asset[] = [];
    for (const [i, file] of (hasFile ? item.media : []).entries()) {
      assets.push(await uploadAsset(access, { file, name: `file ${i} of ${n}` }, ctx));
    }
    const isVideo = kind === 'video' || kind === 'videogif';
    const { id, name } = submission.flair ?? {};
    drafts.push({
      sr: nameOf(submission),
      title: submission.title ?? '',
      kind,
      url: kind === 'link' ? (submission.url ?? '') : null,
      assets,
      poster: isVideo ? (await uploadPoster(access, { video: item.media[0], n }, ctx)).url : null,
      flairId: id?.trim() || null,
      flairText: (id?.trim() && name) || null,
      crosspost: kind === 'crosspost' ? postAt(submission.url) : null,
      nsfw: submission.nsfw === true,
      spoiler: submission.spoiler === true,
      sendreplies: submission.sendreplies !== false,
    });
  }
  return drafts;
}

const uploadPoster = (
  access: Access,
  { video, n }: { video?: MediaFile; n: number },
  ctx: ProviderContext,
): Promise<Asset> => uploadAsset(access, { file: video?.thumbnail ?? poster, name: `poster of ${n}` }, ctx);

function kindOf({ type }: Submission, media: PublishRequest['item']['media']): Kind {
  if (type === 'link' || type === 'crosspost' || type === 'video' || type === 'videogif') return type;
  if (type === 'media' || type === 'image') {
    if (media[0]?.kind === 'video') return 'video';
    return media.length > 1 ? 'gallery' : 'image';
  }
  return 'self';
}

/** @throws Rejected where the account cannot post, or not this: 404 and 403 are so anyway (errors.ts) */
async function checkSubreddit(access: Access, submission: Submission, ctx: ProviderContext): Promise<void> {
  const name = nameOf(submission);
  const { body } = await call<{
    kind?: string;
    data?: { user_is_banned?: boolean | null; submission_type?: string | null };
  }>(access, ctx, `/r/${encodeURIComponent(name)}/about/`);
  const refuse = (why: string, networkCode: string): never => {
    throw new Rejected(sentence('nothing_posted', { place: `r/${name}`, why }), { networkCode });
  };
  // Reddit answers a search where there is no subreddit of the name.
  if (body?.kind !== 't5') refuse('does not exist', 'SUBREDDIT_NOEXIST');
  if (body.data?.user_is_banned) refuse('has banned the account', 'SUBREDDIT_NOTALLOWED');
  if (submission.type === 'crosspost') return;
  const isText = submission.type === 'self' || submission.type === 'text';
  if (body.data?.submission_type === 'link' && isText) refuse('does not accept text', 'NO_SELFS');
  if (body.data?.submission_type === 'self' && !isText) refuse('accepts text only', 'NO_LINKS');
}
