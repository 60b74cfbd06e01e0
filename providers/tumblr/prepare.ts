/** Everything that may be repeated: asks what Tumblr takes today, and which posts look the same already. */
import type { Channel, Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { RateLimited, Rejected } from '../_kit/errors.ts';
import { boundedReset } from '../_kit/http.ts';
import { blogPath, call, idOf, PAGE_SIZE, type Post } from './api.ts';
import { contentOf, isSame, shapeOf, type Shape } from './payload.ts';
import { settingsOf } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The final request but for its files, which are read when it is sent. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly body: { [key: string]: Json };
  readonly shape: Shape;
  /** Posts of the blog that looked the same before the call. */
  readonly before: string[];
}

export const prepare: Provider['prepare'] = async ({ channel, item, settings }, ctx) => {
  const { sourceUrl, tags, ...rest } = settingsOf(settings);
  const content = contentOf(rest, item.text, item.media);
  const shape = shapeOf(content);
  await checkLimits(channel, item, ctx);
  const { posts = [] } = await call<{ posts?: Post[] }>(channel, ctx, blogPath(channel, '/posts'), {
    query: { npf: true, limit: PAGE_SIZE },
  });
  const before = posts.filter((post) => isSame(shapeOf(post.content ?? []), shape)).map(idOf);
  const prepared: Prepared = {
    body: {
      content: JSON.parse(JSON.stringify(content)) as Json,
      // Crier holds the date: nothing is put into Tumblr's own queue.
      state: 'published',
      ...(tags ? { tags } : {}),
      ...(sourceUrl ? { source_url: sourceUrl } : {}),
    },
    shape,
    before: before.filter((id) => id !== null),
  };
  return prepared;
};

interface Limit {
  readonly remaining?: number;
  /** In seconds since 1970. */
  readonly reset_at?: number;
}

/**
 * "/user/limits": what the account may still do today. Its documents show two of the names only; one that is
 * missing is not counted.
 *
 * @throws RateLimited until the day that Tumblr names
 */
async function checkLimits(
  channel: Channel,
  { media }: PublishRequest['item'],
  ctx: ProviderContext,
): Promise<void> {
  const { user = {} } = await call<{ user?: Readonly<Record<string, Limit>> }>(
    channel,
    ctx,
    '/user/limits',
  ).catch((error: unknown) => {
    if (error instanceof Rejected) return { user: {} as Readonly<Record<string, Limit>> };
    throw error;
  });
  const count = (kind: string): number => media.filter((file) => file.kind === kind).length;
  for (const [name, needed] of [
    ['posts', 1],
    ['photos', count('image')],
    ['videos', count('video')],
  ] as const) {
    const { remaining, reset_at: seconds } = user[name] ?? {};
    if (needed && typeof remaining === 'number' && remaining < needed) {
      throw new RateLimited(
        sentence('tumblr_used_up', { remaining, what: name }),
        boundedReset(seconds ? new Date(seconds * 1000) : null, ctx.now()),
        { networkCode: `limit_${name}` },
      );
    }
  }
}
