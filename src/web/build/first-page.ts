import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/** The files of the first pages. */
export const PARTS = [
  'start',
  'first-page',
  'home-page',
  'fields',
  'sign-in-page',
  'home-posts',
  'find-posts',
] as const;

/**
 * Home and sign-in in four files: what starts the app; what both pages need, which is fetched beside the
 * texts and the session, and run after them; and what each needs besides. The posts of the home page have
 * a file of their own. What finds posts follows them, and has one too, and so have fields, which it shares
 * with sign-in. `root` ends with a slash.
 */
export function firstPage(root: string): { groups: Groups; preload: Plugin } {
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
    const known = reached.get(entry);
    if (known) return known;
    const found = new Set([entry]);
    for (const one of found) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) found.add(next);
    reached.set(entry, found);
    return found;
  };
  const partOf = (id: string, graph: Rolldown.ChunkingContext): (typeof PARTS)[number] | null => {
    const has = (entry: string): boolean => reach(join(root, entry), graph).has(id);
    if (has('main.tsx')) return 'start';
    const home = has('components/shell.tsx') || has('pages/home/home.tsx');
    const signIn = has('pages/auth/sign-in.tsx');
    if (has('app.tsx') || (home && signIn)) return 'first-page';
    if (home) return 'home-page';
    const posts = has('pages/home/posts.tsx');
    const find = has('pages/home/filters.tsx');
    if (signIn) return posts || find ? 'fields' : 'sign-in-page';
    if (posts) return 'home-posts';
    return find || has('pages/home/found-posts.tsx') ? 'find-posts' : null;
  };
  return {
    // One after the other: a group takes what its files import from those that come later.
    groups: PARTS.map((part, place) => ({
      name: (id, graph) => (partOf(id, graph) === part ? part : null),
      priority: PARTS.length - place,
    })),
    preload: {
      name: 'preload-first-page',
      transformIndexHtml: {
        order: 'post',
        handler: (_html, { bundle }) =>
          Object.values(bundle ?? {})
            .filter((file) => file.type === 'chunk' && file.name === 'first-page')
            .map(({ fileName }) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
              injectTo: 'head' as const,
            })),
      },
    },
  };
}
