import type { AppSetup } from '../_kit/app-setup.ts';

export const memberSetup: AppSetup = {
  portal: 'https://www.linkedin.com/developers/apps',
  create: 'Create app',
  products: { at: 'Products', names: ['Share on LinkedIn', 'Sign In with LinkedIn using OpenID Connect'] },
  redirectAt: 'Auth > Authorized redirect URLs',
  id: 'Auth > Client ID',
  secret: 'Auth > Primary Client Secret',
};

export const pageSetup: AppSetup = {
  portal: 'https://www.linkedin.com/developers/apps',
  create: 'Create app',
  products: { at: 'Products', names: ['Community Management API'] },
  redirectAt: 'Auth > Authorized redirect URLs',
  id: 'Auth > Client ID',
  secret: 'Auth > Primary Client Secret',
  review: {
    url: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management-app-review',
    before: 'nothing',
  },
};
