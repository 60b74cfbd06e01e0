/**
 * What a site offers: types of posts and terms; for the settings of a post, and as tools for whoever writes
 * them.
 */
import type { Json, Provider, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, siteOf, type Site } from './api.ts';

/** A type as the site lists it, by its name (developer.wordpress.org/rest-api/reference/post-types). */
interface PostType {
  readonly name: string;
  readonly rest_base: string;
  readonly rest_namespace?: string;
}

interface Term {
  readonly id: number;
  readonly name: string;
}

const PAGE = 100;
/** 2,000 terms are more than anyone chooses from. */
const MOST_PAGES = 20;

/**
 * Types that its user may write, by name; not those that WordPress itself is made of. With the context `edit`
 * strangers are refused.
 */
async function listPostTypes(site: Site, ctx: ProviderContext): Promise<[string, PostType][]> {
  const { body } = await call<Record<string, PostType>>(site, ctx, '/wp/v2/types', {
    query: { context: 'edit' },
  });
  return Object.entries(body).filter(([name]) => name !== 'attachment' && !/^(wp|nav)_/.test(name));
}

/**
 * The route of a type's posts (`/wp/v2/posts`), by the type's name or its REST base.
 *
 * @throws Rejected with the types that there are
 */
export async function findPostType(
  site: Site,
  type: string,
  ctx: ProviderContext,
): Promise<{ route: string }> {
  const types = await listPostTypes(site, ctx);
  const found =
    types.find(([name]) => name === type) ?? types.find(([, { rest_base: base }]) => base === type);
  if (!found) {
    throw new Rejected(
      `The site has no type of posts "${type}" that the user may write; there are ${types.map(([name]) => name).join(', ') || 'none'}`,
      { networkCode: 'unknown_type' },
    );
  }
  const { rest_namespace: namespace = 'wp/v2', rest_base: base } = found[1];
  return { route: `/${namespace}/${base}` };
}

async function listTerms(site: Site, taxonomy: string, ctx: ProviderContext): Promise<Json> {
  const terms: Term[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { body, headers } = await call<Term[]>(site, ctx, `/wp/v2/${taxonomy}`, {
      query: { per_page: PAGE, page, orderby: 'name', _fields: 'id,name' },
    });
    terms.push(...body);
    if (page >= Number(headers.get('x-wp-totalpages') ?? 1)) break;
  }
  return terms.map(({ id, name }) => ({ id, name }));
}

const tool = (
  description: string,
  read: (site: Site, ctx: ProviderContext) => Promise<Json>,
): ProviderTool => ({
  description,
  inputSchema: { type: 'object', properties: {} },
  run: (channel, _input, ctx) => read(siteOf(channel), ctx),
});

/** For the settings `type`, `categories` and `tags`. */
export const tools: NonNullable<Provider['tools']> = {
  postTypes: tool('Types of posts that can be published, for the setting type', async (site, ctx) =>
    (await listPostTypes(site, ctx)).map(([, type]) => ({ id: type.rest_base, name: type.name })),
  ),
  categoriesList: tool('Categories of the site, for the setting categories', (site, ctx) =>
    listTerms(site, 'categories', ctx),
  ),
  tagsList: tool('Tags of the site, for the setting tags', (site, ctx) => listTerms(site, 'tags', ctx)),
};

/**
 * Comments that are shown under a post: the one number that WordPress itself keeps. Visitors are counted by
 * plug-ins only.
 */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { headers } = await call(siteOf(channel), ctx, '/wp/v2/comments', {
    query: { post: published.id, per_page: 1, _fields: 'id' },
  });
  return [{ label: 'Comments', total: Number(headers.get('x-wp-total') ?? 0) }];
};
