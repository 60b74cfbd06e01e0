/** Live choices for a post: the account's own posts, which it can quote. */
import type { Provider } from '../_kit/contract.ts';

const NAME = 60;

export const tools: NonNullable<Provider['tools']> = {
  ownPosts: {
    description: "The account's newest posts, as settings.quote_post_id takes them",
    inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: {} },
    async run(channel, _input, ctx) {
      const { recent } = await import('./verify.ts');
      return (await recent(channel, ctx)).map(({ id, text = '', url }) => ({
        id,
        name: Array.from(text).slice(0, NAME).join('').trim() || url,
      }));
    },
  },
};
