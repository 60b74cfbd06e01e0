import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://developers.facebook.com/apps',
  create: 'Create app',
  products: { at: 'Use cases', names: ['Access the Threads API'] },
  scopesAt: 'Use cases > Access the Threads API > Customize > Permissions',
  redirectAt: 'Use cases > Access the Threads API > Settings > Redirect callback URLs',
  id: 'Threads app ID',
  secret: 'Threads app secret',
  testersAt: 'App roles > Roles > Threads testers',
  notes: [
    'Beside the redirect URL, the form asks for an uninstall and a delete callback URL: enter the URL of this instance; Crier does not need them.',
  ],
  review: { url: 'https://developers.facebook.com/docs/threads/get-started', before: 'testers' },
};
