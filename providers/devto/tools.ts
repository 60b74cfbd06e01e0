/** Lookups for people who write articles: DEV's tags, and the organisations that they publish for. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderTool } from '../_kit/contract.ts';
import { call, ownArticles } from './api.ts';

const MAX_TAGS = 1000;
/** Articles whose organisations are offered. */
const LATEST = 100;
/** DEV answers three reads in a second (forem config/initializers, `rack_attack.rb`). */
const AT_ONCE = 2;
const PAUSE_MS = 1000;

const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

const tags: ProviderTool = {
  description: "DEV's 1,000 most used tags, for the setting tags: `[{id, name}]`",
  inputSchema: nothing,
  async run(channel, _, ctx) {
    const found = await call<readonly { readonly id: number; readonly name: string }[]>(
      channel,
      ctx,
      `/tags?per_page=${MAX_TAGS}`,
    );
    return found.map(({ id, name }) => ({ id, name }));
  },
};

const organizations: ProviderTool = {
  description:
    'Organisations that the account has published for, for the setting organization: `[{id, name}]`. DEV ' +
    "names them only in the account's latest 100 articles",
  inputSchema: nothing,
  async run(channel, _, ctx) {
    const articles = await ownArticles(channel, ctx, { list: 'all', size: LATEST });
    const names = new Set(articles.flatMap(({ organization }) => organization?.username ?? []));
    const found: { id: number; name: string }[] = [];
    for (const [n, username] of [...names].entries()) {
      if (n > 0 && n % AT_ONCE === 0) await sleep(PAUSE_MS, undefined, { signal: ctx.signal });
      const path = `/organizations/${encodeURIComponent(username)}`;
      const { id, name } = await call<{ readonly id: number; readonly name: string }>(channel, ctx, path);
      found.push({ id, name });
    }
    return found;
  },
};

export const tools = { tags, organizations };
