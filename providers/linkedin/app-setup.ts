import type { AppSetup } from '../_kit/app-setup.ts';

const VERIFY_PAGE =
  'Under Settings, verify the LinkedIn page that the app belongs to: send the link to an administrator of the page.';

export const memberSetup: AppSetup = {
  portal: 'https://www.linkedin.com/developers/apps',
  create: 'Create app',
  products: { at: 'Products', names: ['Share on LinkedIn', 'Sign In with LinkedIn using OpenID Connect'] },
  redirectAt: 'Auth > Authorized redirect URLs',
  id: 'Auth > Client ID',
  secret: 'Auth > Primary Client Secret',
  notes: [VERIFY_PAGE],
};

export const pageSetup: AppSetup = {
  portal: 'https://www.linkedin.com/developers/apps',
  create: 'Create app',
  products: { at: 'Products', names: ['Community Management API'] },
  redirectAt: 'Auth > Authorized redirect URLs',
  id: 'Auth > Client ID',
  secret: 'Auth > Primary Client Secret',
  notes: [
    VERIFY_PAGE,
    'Request Community Management API before anything else: LinkedIn does not offer it to an app that has another product.',
  ],
  review: {
    url: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management-app-review',
    before: 'nothing',
  },
};
