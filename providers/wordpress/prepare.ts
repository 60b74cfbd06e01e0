/** Everything that may be repeated: uploads the files and creates, or finds, the draft to publish. */
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../_kit/errors.ts';
import { call, findPostType, siteOf, type Post, type PostRef, type Site } from './api.ts';
import { ensureInLibrary, toFigures } from './media.ts';
import { FEATURED, SEO_FIELDS, type Settings, type Status } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The final request; `marker`: the slug that the post has only until then. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly route: string;
  readonly id: number;
  readonly status: Status;
  readonly marker: string;
  /** The slug that it gets; empty: the site makes one from the title. */
  readonly slug: string;
}

/** The content of the draft. */
interface DraftContent {
  readonly title: string;
  readonly content: string;
  readonly featured_media: number;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
  readonly excerpt: string;
  readonly author?: number;
  readonly meta?: Readonly<Record<string, string>>;
}

/**
 * The slug of the draft. It depends on the item, not on the attempt: after a failure, the next attempt reuses
 * the draft, even for another revision, instead of creating a second one.
 */
function markerOf(request: Pick<PublishRequest, 'item'>): string {
  return `crier-${request.item.id}`;
}

/**
 * Files and draft are looked up by their slugs before they are created. Only authors of the site see the
 * draft.
 *
 * @throws Rejected if the site would not publish the post as requested, after deleting the draft
 */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const site = siteOf(request.channel);
  const { title, type, categories, tags, ...settings } = request.settings as unknown as Settings;
  const status = settings.status ?? 'publish';
  // Also checks the credentials before anything is written: public lists do not need any.
  const { route } = await findPostType(site, type, ctx);
  const marker = markerOf(request);
  const inLibrary = (file: PublishRequest['item']['media'][number]): ReturnType<typeof ensureInLibrary> =>
    ensureInLibrary(site, { file, slug: `${marker}-${file.id}` }, ctx);
  const cover = request.settingsMedia?.[FEATURED];
  const featured = cover ? await inLibrary(cover) : null;
  const attached = [];
  for (const file of request.item.media) attached.push({ file, inLibrary: await inLibrary(file) });
  const wanted: DraftContent = {
    title,
    content: `${request.item.text}${toFigures(attached)}`,
    featured_media: featured?.id ?? 0,
    categories: categories ?? undefined,
    tags: tags ?? undefined,
    excerpt: settings.excerpt?.trim() ?? '',
    author: Number(settings.author) || undefined,
    meta: seoFields(settings),
  };
  const draft = await writeDraft(site, { route, marker, wanted }, ctx);
  const problem = problemOf(draft, wanted, status);
  if (problem) throw await discard(site, { route, id: draft.id, problem }, ctx);
  const slug = settings.slug?.trim() ?? '';
  const prepared: Prepared = { route, id: draft.id, status, marker, slug };
  return prepared;
};

/** Every plugin's field, because the site does not say which plugin it has; it keeps those that are open. */
function seoFields(settings: Partial<Settings>): Record<string, string> | undefined {
  const fields = Object.entries(SEO_FIELDS).flatMap(([name, keys]) => {
    const value = settings[name as keyof typeof SEO_FIELDS]?.trim();
    return value ? keys.map((key) => [key, value] as const) : [];
  });
  return fields.length ? Object.fromEntries(fields) : undefined;
}

async function writeDraft(
  site: Site,
  draft: { route: string; marker: string; wanted: DraftContent },
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
  if (!Number.isInteger(body?.id)) {
    throw new OutcomeUnknown(answeredWithout('The site', 'the id of the draft'));
  }
  return body;
}

/** What WordPress ignores silently: it answers 201, but a field differs from what was sent. */
function problemOf(draft: Post, wanted: DraftContent, status: Status): Sentence | null {
  const missing = (ids: readonly number[] | undefined, kept: readonly number[] | undefined): number[] =>
    (ids ?? []).filter((id) => !kept?.includes(id));
  const categories = missing(wanted.categories, draft.categories);
  if (categories.length) return sentence('wordpress_no_such_category', { ids: categories.map(String) });
  const tags = missing(wanted.tags, draft.tags);
  if (tags.length) return sentence('wordpress_no_such_tag', { ids: tags.map(String) });
  if (wanted.featured_media && draft.featured_media !== wanted.featured_media) {
    return sentence('wordpress_no_featured_image');
  }
  if (wanted.excerpt && !draft.excerpt) return sentence('wordpress_no_excerpt');
  if (wanted.author && draft.author !== wanted.author) {
    return sentence('wordpress_no_author', { author: String(wanted.author) });
  }
  const kept = (draft.meta ?? {}) as Readonly<Record<string, unknown>>;
  const isLost = Object.values(SEO_FIELDS).some(
    (keys) => wanted.meta?.[keys[0]] !== undefined && !keys.some((key) => kept[key]),
  );
  if (isLost) {
    return sentence('wordpress_no_seo_fields');
  }
  const mayPublish = Boolean(draft._links?.['wp:action-publish']);
  if (!mayPublish && (status === 'publish' || status === 'private')) {
    return sentence('wordpress_may_not_publish');
  }
  return null;
}

async function discard(
  site: Site,
  { route, id, problem }: Pick<PostRef, 'route' | 'id'> & { readonly problem: Sentence },
  ctx: ProviderContext,
): Promise<Rejected> {
  const reason = await call(site, ctx, `${route}/${id}`, { method: 'DELETE', query: { force: 'true' } }).then(
    () => problem,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return sentence('wordpress_draft_left', { problem, draft: String(id), why: error.said });
    },
  );
  return new Rejected(reason, { networkCode: 'not_as_asked' });
}
