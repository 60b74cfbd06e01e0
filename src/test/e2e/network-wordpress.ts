/** A WordPress site with one author behind a fault front, for the end-to-end tests. */
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { wordpress, type RunningWordPress } from '../servers/wordpress.ts';
import { sha256, type Network, type Seen } from './networks.ts';

/** A site as a network of the end-to-end tests. */
export interface Site extends Network {
  readonly server: RunningWordPress;
  /** Stands between the instance and the site. */
  readonly front: FaultFront;
}

interface SitePost {
  readonly id: number;
  readonly date_gmt: string;
  readonly content: { readonly raw: string };
}

/** Starts a site; posts are posts of the role Author. */
export async function startSite(): Promise<Site> {
  await wordpress.ensure(console.log);
  const server = await wordpress.start();
  const front = await startFaultFront(server.url);
  const { username, password } = server.users.author;
  return {
    provider: 'wordpress',
    server,
    front,
    fields: { domain: front.url, username, password },
    settings: { __type: 'wordpress', title: 'News of the day', type: 'post' },
    // What is public, except the one post that every new site has.
    seen: async () =>
      Promise.all(
        (await server.all<SitePost>(`/wp/v2/posts?status=publish&author=${server.users.author.id}`)).map(
          seenPost,
        ),
      ),
    stop: async () => void (await Promise.all([front.stop(), server.stop()])),
  };
}

const FIGURE = /<figure.*?<\/figure>/gs;

async function seenPost(post: SitePost): Promise<Seen> {
  const pictures = [...post.content.raw.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(
    ([, url = '', alt = '']) => ({ url, alt }),
  );
  return {
    id: String(post.id),
    text: post.content.raw.replaceAll(FIGURE, '').trim(),
    atMs: Date.parse(`${post.date_gmt}Z`),
    parentId: null,
    media: await Promise.all(
      pictures.map(async ({ url, alt }) => ({
        alt,
        sha256: sha256(new Uint8Array(await (await fetch(url)).arrayBuffer())),
      })),
    ),
  };
}
