import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://developers.facebook.com/apps',
  create: 'Create app',
  products: {
    at: 'Use cases',
    names: ['Manage everything on your Page', 'Manage messaging & content on Instagram'],
  },
  scopesAt: 'Use cases > Customize',
  redirectAt: 'Facebook Login for Business > Settings > Valid OAuth Redirect URIs',
  id: 'App settings > Basic > App ID',
  secret: 'App settings > Basic > App secret',
  testersAt: 'App roles > Roles',
  review: { url: 'https://developers.facebook.com/docs/instagram-platform/app-review', before: 'testers' },
};

export const standaloneSetup: AppSetup = {
  portal: 'https://developers.facebook.com/apps',
  create: 'Create app',
  products: { at: 'Use cases', names: ['Manage messaging & content on Instagram'] },
  scopesAt: 'Use cases > Customize > API setup with Instagram login',
  redirectAt: 'Set up Instagram business login > Redirect URL',
  id: 'Instagram app ID',
  secret: 'Instagram app secret',
  testersAt: 'App roles > Roles > Instagram testers',
  review: { url: 'https://developers.facebook.com/docs/instagram-platform/app-review', before: 'testers' },
};
