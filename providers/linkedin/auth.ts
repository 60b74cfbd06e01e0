/** Members, with the products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn". */
import { memberOf, type AccountKind } from '../_shared/linkedin/auth.ts';

export const MEMBER: AccountKind = {
  app: { idVariable: 'LINKEDIN_CLIENT_ID', secretVariable: 'LINKEDIN_CLIENT_SECRET' },
  scopes: ['openid', 'profile', 'w_member_social'],
  accounts: memberOf,
};
