/** Lookups for people who write posts: the site's types of posts, categories and tags. */
import type { Json, Provider, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { call, listPostTypes, siteOf, type Site } from './api.ts';

interface Term {
  readonly id: number;
  readonly name: string;
}

const PAGE = 100;
/** 2,000 terms are more than anyone can choose from. */
const MAX_PAGES = 20;

async function listTerms(site: Site, taxonomy: string, ctx: ProviderContext): Promise<Json> {
  const terms: Term[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
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

/** For the settings `type`, `categories`, `tags` and `author`. */
export const tools: NonNullable<Provider['tools']> = {
  postTypes: tool('Types of posts that can be published, for the setting type', async (site, ctx) =>
    (await listPostTypes(site, ctx)).map(([, type]) => ({ id: type.rest_base, name: type.name })),
  ),
  categoriesList: tool('Categories of the site, for the setting categories', (site, ctx) =>
    listTerms(site, 'categories', ctx),
  ),
  tagsList: tool('Tags of the site, for the setting tags', (site, ctx) => listTerms(site, 'tags', ctx)),
  authorsList: tool(
    'Users of the site, for the setting author: all, or those with published posts, as the user may see',
    (site, ctx) => listTerms(site, 'users', ctx),
  ),
};
