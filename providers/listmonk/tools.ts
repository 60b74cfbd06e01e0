/** Lookups for people who write campaigns: the lists that the user may use, and the templates. */
import type { Json, Provider, ProviderTool } from '../_kit/contract.ts';
import { accessOf, call, resultsOf, type Page } from './api.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** Of a template, since version 2; those of single mails and visual ones take no text. */
  readonly type?: string;
}

const tool = (description: string, path: string): ProviderTool => ({
  description,
  inputSchema: { type: 'object', properties: {} },
  async run(channel, _input, ctx): Promise<Json> {
    const page = await call<Page<Named>>(accessOf(channel), ctx, path, {
      query: { per_page: 'all', no_body: true },
    });
    return resultsOf(page)
      .filter(({ type }) => path !== '/templates' || type === undefined || type === 'campaign')
      .map(({ id, name }) => ({ id, name }));
  },
});

const lists = tool('Lists of subscribers, for the setting list', '/lists');

/** For the settings `list` and `template`. */
export const tools: NonNullable<Provider['tools']> = {
  lists,
  // As existing clients name it.
  list: lists,
  templates: tool('Templates of campaigns, for the setting template', '/templates'),
};
