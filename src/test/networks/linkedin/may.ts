/** Who may do what: a member for itself, and for the pages on which it has a role. */
import { invalid, noPermission, refusal } from './call.ts';
import type { Page, State, Token } from './state.ts';

export const personOf = ({ member }: Token): string => `urn:li:person:${member.id}`;

export function pageOf(state: State, urn: string): Page | undefined {
  return state.pages.get(/^urn:li:organization:(\d+)$/.exec(urn)?.[1] ?? '');
}

/** @throws Refusal unless the token may publish as `urn` */
export function mayWrite(state: State, token: Token, urn: unknown): string {
  if (typeof urn !== 'string') throw invalid('/author', 'not a URN');
  if (urn === personOf(token)) {
    if (!token.scopes.includes('w_member_social')) throw noPermission('posts.CREATE');
    return urn;
  }
  const page = pageOf(state, urn);
  if (!page) throw noPermission('posts.CREATE');
  if (!token.scopes.includes('w_organization_social')) throw noPermission('posts.CREATE');
  if (!page.roles.has(token.member.id)) {
    throw refusal(403, `Organization permissions must be used when using organization as author: ${urn}`, {
      code: 'ACCESS_DENIED',
    });
  }
  return urn;
}

/** @throws Refusal unless the token may read what `urn` has published: no member's posts */
export function mayRead(state: State, token: Token, urn: string): Page {
  const page = pageOf(state, urn);
  if (!page || !token.scopes.includes('r_organization_social') || !page.roles.has(token.member.id)) {
    throw noPermission('posts.FINDER-author');
  }
  return page;
}
