import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://developers.facebook.com/apps',
  create: 'Create app',
  products: { at: 'Use cases', names: ['Manage everything on your Page'] },
  scopesAt: 'Use cases > Customize',
  redirectAt: 'Facebook Login for Business > Settings > Valid OAuth Redirect URIs',
  id: 'App settings > Basic > App ID',
  secret: 'App settings > Basic > App secret',
  testersAt: 'App roles > Roles',
  notes: [
    'Leave Require app secret (App settings > Advanced) off.',
    'Connect a business portfolio to the app: a review needs one.',
  ],
  review: {
    url: 'https://developers.facebook.com/docs/resp-plat-initiatives/individual-processes/app-review',
    before: 'testers',
  },
};
