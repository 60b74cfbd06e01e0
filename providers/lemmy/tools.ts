/** Lookups for people who write posts: communities, also those of other instances. */
import type { Json, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, openSite, type Site } from './api.ts';

const MAX_FOUND = 20;

interface Community {
  readonly id: number;
  readonly name: string;
  readonly title?: string | null;
  /** Its URL on the network: `actor_id` in 0.19, `ap_id` in 1.x. */
  readonly actor_id?: string;
  readonly ap_id?: string;
  /** 1.x; 0.19 has it beside the community. */
  readonly subscribers?: number;
}

interface CommunityView {
  readonly community: Community;
  readonly counts?: { readonly subscribers?: number };
}

/** `!name@instance`, `name@instance`, or the URL of a community. */
const WHOLE_NAME = /^!?([\w.-]+)@([\w.-]+\.[\w-]+|localhost|127\.0\.0\.1)(:\d+)?$/;

const subreddits: ProviderTool = {
  description:
    'Communities that a word finds, or the one with this name@instance or URL; use `id` as ' +
    'settings.subreddit[].value.id and `subreddit` as settings.subreddit[].value.subreddit',
  inputSchema: {
    type: 'object',
    properties: {
      word: {
        type: 'string',
        minLength: 2,
        maxLength: 200,
        description: 'Part of a name, or name@instance for a community of another instance',
      },
    },
    required: ['word'],
    additionalProperties: false,
  },
  async run(channel, { word }, ctx) {
    const site = await openSite(channel, ctx);
    const wanted = String(word).trim();
    const resolved = await resolve(site, wanted, ctx);
    const found = resolved ? [resolved] : await search(site, wanted, ctx);
    return found.map(present);
  },
};

/** A community by its full name; the instance fetches one that it does not know yet. */
async function resolve(site: Site, wanted: string, ctx: ProviderContext): Promise<CommunityView | null> {
  const isUrl = /^https?:\/\//.test(wanted);
  if (!isUrl && !WHOLE_NAME.test(wanted)) return null;
  try {
    const body = await call<Partial<CommunityView> & { community?: unknown; resolve?: CommunityView }>(
      site,
      ctx,
      '/resolve_object',
      { query: { q: isUrl ? wanted : `!${wanted.replace(/^!/, '')}` } },
    );
    // 0.19 names the kind as a property, 1.x in `type_` beside the properties of the view.
    const view = (site.api === 'v3' ? body?.community : body) as CommunityView | undefined;
    return view?.community ? view : null;
  } catch (error) {
    if (error instanceof Rejected) return null;
    throw error;
  }
}

async function search(site: Site, word: string, ctx: ProviderContext): Promise<readonly CommunityView[]> {
  const { communities = [] } = await call<{ communities?: CommunityView[] }>(site, ctx, '/search', {
    query:
      site.api === 'v3'
        ? { q: word, type_: 'Communities', sort: 'TopAll', limit: MAX_FOUND }
        : { search_term: word, type_: 'communities', limit: MAX_FOUND },
  });
  return communities;
}

function present({ community, counts }: CommunityView): Json {
  const { host } = new URL(community.actor_id ?? community.ap_id ?? 'about:blank');
  return {
    id: String(community.id),
    name: `!${community.name}@${host}`,
    subreddit: community.name,
    title: community.title ?? '',
    members: counts?.subscribers ?? community.subscribers ?? 0,
  };
}

interface SiteLanguages {
  readonly all_languages?: readonly { readonly id: number; readonly code: string; readonly name: string }[];
  /** Those that the instance allows; none are named where all are. */
  readonly discussion_languages?: readonly number[];
}

const languages: ProviderTool = {
  description: 'The languages that the instance allows, for the setting language: `[{id, name}]`',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const site = await openSite(channel, ctx);
    const { all_languages: all = [], discussion_languages: allowed = [] } = await call<SiteLanguages>(
      site,
      ctx,
      '/site',
    );
    // The language 0 is "undetermined", which a post has without one.
    return all
      .filter(({ id }) => id > 0 && (!allowed.length || allowed.includes(id)))
      .map(({ id, name }) => ({ id: String(id), name }));
  },
};

export const tools = { subreddits, languages } as const;
