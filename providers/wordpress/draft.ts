/** The draft that a post is until its one irreversible call: made, or found again, by `prepare`. */
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../_kit/errors.ts';
import { call, siteOf, type Post, type PostRef, type Site } from './api.ts';
import { ensureInLibrary, toFigures } from './media.ts';
import { FEATURED, type Settings, type Status } from './schema.ts';
import { findPostType } from './site-facts.ts';

/** The one request that follows, and the slug that the post has only until then. */
export interface Prepared extends PostRef {
  readonly status: Status;
  readonly marker: string;
}

/** What the draft is to contain. */
interface Wanted {
  readonly title: string;
  readonly content: string;
  readonly featured_media: number;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
}

/**
 * The slug by which a draft is recognised. Of the item, not of the attempt: after a failure the draft stays,
 * and the next try, even of another revision, takes it up again instead of leaving a second one.
 */
export function markerOf(request: Pick<PublishRequest, 'item'>): string {
  return `crier-${request.item.id}`;
}

/**
 * Uploads the files and writes the draft. Repeatable: both are looked for by their slugs first. Readers of
 * the site see nothing of it; its authors see a draft.
 *
 * @throws Rejected when the site would not publish it as it was asked to, and then takes the draft away again
 */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const site = siteOf(request.channel);
  const { title, type, categories, tags, ...settings } = request.settings as unknown as Settings;
  const status = settings.status ?? 'publish';
  // Also asks who we are, before anything is written: lists are shown to strangers, too.
  const { route } = await findPostType(site, type, ctx);
  const marker = markerOf(request);
  const inLibrary = (file: PublishRequest['item']['media'][number]): ReturnType<typeof ensureInLibrary> =>
    ensureInLibrary(site, { file, slug: `${marker}-${file.id}` }, ctx);
  const cover = request.settingsMedia?.[FEATURED];
  const featured = cover ? await inLibrary(cover) : null;
  const attached = [];
  for (const file of request.item.media) attached.push({ file, inLibrary: await inLibrary(file) });
  const wanted: Wanted = {
    title,
    content: `${request.item.text}${toFigures(attached)}`,
    featured_media: featured?.id ?? 0,
    categories: categories ?? undefined,
    tags: tags ?? undefined,
  };
  const draft = await writeDraft(site, { route, marker, wanted }, ctx);
  const problem = problemOf(draft, wanted, status);
  if (problem) throw await withdrawn(site, { route, id: draft.id, problem }, ctx);
  const prepared: Prepared = { route, id: draft.id, status, marker };
  return prepared;
};

async function writeDraft(
  site: Site,
  draft: { route: string; marker: string; wanted: Wanted },
  ctx: ProviderContext,
): Promise<Post> {
  const { route, marker, wanted } = draft;
  const { body: known } = await call<Post[]>(site, ctx, route, {
    query: { slug: marker, status: 'draft', context: 'edit', orderby: 'id', order: 'asc', per_page: 1 },
  });
  const { body } = known[0]
    ? await call<Post>(site, ctx, `${route}/${known[0].id}`, { method: 'POST', json: wanted })
    : await call<Post>(site, ctx, route, {
        method: 'POST',
        json: { ...wanted, status: 'draft', slug: marker },
      });
  if (!Number.isInteger(body?.id)) throw new OutcomeUnknown('The site answered without the id of the draft');
  return body;
}

/** What WordPress drops without a word: it answers 201, and the field is not what was sent. */
function problemOf(draft: Post, wanted: Wanted, status: Status): string | null {
  const missing = (of: readonly number[] | undefined, kept: readonly number[] | undefined): number[] =>
    (of ?? []).filter((id) => !kept?.includes(id));
  const categories = missing(wanted.categories, draft.categories);
  if (categories.length) return `The site has no category ${categories.join(', ')} for this type of post`;
  const tags = missing(wanted.tags, draft.tags);
  if (tags.length) return `The site has no tag ${tags.join(', ')} for this type of post`;
  if (wanted.featured_media && draft.featured_media !== wanted.featured_media) {
    return 'The site does not give this type of post a featured image';
  }
  const mayPublish = Boolean(draft._links?.['wp:action-publish']);
  if (!mayPublish && (status === 'publish' || status === 'private')) {
    return `The user may write posts of this type, but not publish them; choose the status "pending", or give the user the role Author`;
  }
  return null;
}

async function withdrawn(
  site: Site,
  { route, id, problem }: Pick<PostRef, 'route' | 'id'> & { readonly problem: string },
  ctx: ProviderContext,
): Promise<Rejected> {
  const rest = await call(site, ctx, `${route}/${id}`, { method: 'DELETE', query: { force: 'true' } }).then(
    () => '',
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return ` (Its draft ${id} could not be taken away: ${error.message})`;
    },
  );
  return new Rejected(`${problem}.${rest}`, { networkCode: 'not_as_asked' });
}
