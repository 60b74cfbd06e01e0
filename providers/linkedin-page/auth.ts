/** Pages, with the product "Community Management API", which has to be the only one of its app. */
import { pagesOf, type AccountKind } from '../_shared/linkedin/auth.ts';

export const PAGES: AccountKind = {
  app: { idVariable: 'LINKEDIN_PAGE_CLIENT_ID', secretVariable: 'LINKEDIN_PAGE_CLIENT_SECRET' },
  scopes: ['rw_organization_admin', 'w_organization_social', 'r_organization_social'],
  accounts: pagesOf,
};
