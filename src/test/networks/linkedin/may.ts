/** Who may do what: a member for itself, and for the pages on which it has a role. */
import { invalid, noPermission, refusal, type Refusal } from './call.ts';
import type { Page, State, Token } from './state.ts';

export const personOf = ({ account: member }: Token): string => `urn:li:person:${member.id}`;

export function pageOf(state: State, urn: string): Page | undefined {
  return state.pages.get(/^urn:li:organization:(\d+)$/.exec(urn)?.[1] ?? '');
}

/**
 * What a token is asked for: posts and comments have permissions of their own (Posts API and Comments API,
 * "Permissions").
 */
const POSTS = { suffix: '', resource: 'posts' } as const;
const COMMENTS = { suffix: '_feed', resource: 'partnerApiSocialActions' } as const;
const scopesOf = (kind: 'posts' | 'comments'): typeof POSTS | typeof COMMENTS =>
  kind === 'posts' ? POSTS : COMMENTS;

/** @throws Refusal unless the token may publish as `urn` */
export function mayWrite(
  state: State,
  token: Token,
  urn: unknown,
  kind: 'posts' | 'comments' = 'posts',
): string {
  const { suffix, resource } = scopesOf(kind);
  const refused = (): Refusal => noPermission(`${resource}.CREATE`);
  if (typeof urn !== 'string') throw invalid('/author', 'not a URN');
  if (urn === personOf(token)) {
    if (!token.scopes.includes(`w_member_social${suffix}`)) throw refused();
    return urn;
  }
  const page = pageOf(state, urn);
  if (!page || !token.scopes.includes(`w_organization_social${suffix}`)) throw refused();
  if (!page.roles.has(token.account.id)) {
    throw refusal(403, `Organization permissions must be used when using organization as author: ${urn}`, {
      code: 'ACCESS_DENIED',
    });
  }
  return urn;
}

/** @throws Refusal unless the token may read what `urn` has published: no member's posts */
export function mayRead(state: State, token: Token, urn: string, kind: 'posts' | 'comments' = 'posts'): Page {
  const { suffix, resource } = scopesOf(kind);
  const page = pageOf(state, urn);
  const scope = `r_organization_social${suffix}`;
  if (!page || !token.scopes.includes(scope) || !page.roles.has(token.account.id)) {
    throw noPermission(kind === 'posts' ? 'posts.FINDER-author' : `${resource}.GET_ALL`);
  }
  return page;
}
