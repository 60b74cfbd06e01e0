/** Lookups for people who write posts: subreddits, and what one of them allows. */
import type { Channel, Json, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, type Listing } from './api.ts';
import { nameOf, subredditPattern } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const MAX_FOUND = 25;

interface Subreddit {
  readonly display_name: string;
  readonly title?: string;
  readonly subscribers?: number | null;
  readonly submission_type?: 'any' | 'link' | 'self' | null;
  readonly allow_images?: boolean;
  readonly allow_videos?: boolean;
  readonly allow_galleries?: boolean;
}

const subreddits: ProviderTool = {
  description: 'Subreddits that a word finds; use `id` as settings.subreddit[].value.subreddit',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string', minLength: 2, maxLength: 100, description: 'Part of a name' } },
    required: ['word'],
    additionalProperties: false,
  },
  async run(channel, { word }, ctx) {
    const { body } = await call<Listing<Subreddit>>(accessOf(channel), ctx, '/subreddits/search/', {
      query: { q: String(word), limit: MAX_FOUND },
    });
    return body.data.children.map(({ data }) => ({
      id: data.display_name,
      name: `r/${data.display_name}`,
      title: data.title ?? '',
      members: data.subscribers ?? 0,
    }));
  },
};

interface Requirements {
  readonly is_flair_required?: boolean;
  readonly [rule: string]: Json | undefined;
}

const ONE_SUBREDDIT = {
  type: 'object',
  properties: { subreddit: { type: 'string', minLength: 2, maxLength: 60, ...subredditPattern } },
  required: ['subreddit'],
  additionalProperties: false,
};

const flairs: ProviderTool = {
  description: 'Flairs that anybody may choose in a subreddit, as settings.subreddit[].value.flair',
  inputSchema: ONE_SUBREDDIT,
  run: (channel, { subreddit }, ctx) => flairsOf(channel, nameOf({ subreddit: String(subreddit) }), ctx),
};

/** What the settings need to know of a subreddit before a post to it is written. */
const restrictions: ProviderTool = {
  description:
    'What a subreddit allows: the types of submissions, its flairs (use {id, name} as ' +
    'settings.subreddit[].value.flair), its rules, and its requirements of title and text',
  inputSchema: ONE_SUBREDDIT,
  async run(channel, { subreddit }, ctx) {
    const name = nameOf({ subreddit: String(subreddit) });
    const access = accessOf(channel);
    const { body: about } = await call<{ kind?: string; data: Subreddit }>(access, ctx, `/r/${name}/about/`);
    if (about?.kind !== 't5') {
      throw new Rejected(sentence('reddit_no_subreddit', { name }), { networkCode: 'SUBREDDIT_NOEXIST' });
    }
    const { body: required } = await call<Requirements>(access, ctx, `/api/v1/${name}/post_requirements`);
    const { is_flair_required: flairRequired = false, ...requirements } = required;
    return {
      subreddit: name,
      allow: allowedBy(about.data),
      is_flair_required: flairRequired,
      flairs: await flairsOf(channel, name, ctx),
      rules: await rulesOf(channel, name, ctx),
      requirements: requirements as Record<string, Json>,
    };
  },
};

function allowedBy({ submission_type: type, allow_images, allow_videos }: Subreddit): string[] {
  return [
    ...(type === 'link' ? [] : ['self']),
    ...(type === 'self' ? [] : ['link']),
    ...(allow_images || allow_videos ? ['media'] : []),
  ];
}

/** Those that anybody may choose; a subreddit without flairs answers 403. */
async function flairsOf(channel: Channel, name: string, ctx: ProviderContext): Promise<Json[]> {
  try {
    const { body } = await call<{ id: string; text: string; mod_only?: boolean }[]>(
      accessOf(channel),
      ctx,
      `/r/${name}/api/link_flair_v2`,
    );
    return body.filter((flair) => !flair.mod_only).map(({ id, text }) => ({ id, name: text }));
  } catch (error) {
    if (error instanceof Rejected) return [];
    throw error;
  }
}

async function rulesOf(channel: Channel, name: string, ctx: ProviderContext): Promise<Json[]> {
  const { body } = await call<{ rules?: { short_name: string; description?: string }[] }>(
    accessOf(channel),
    ctx,
    `/r/${name}/about/rules`,
  );
  return (body.rules ?? []).map((rule) => ({ name: rule.short_name, text: rule.description ?? '' }));
}

export const tools = { subreddits, restrictions, flairs } as const;
