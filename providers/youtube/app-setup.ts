import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://console.cloud.google.com/auth/clients',
  create: 'Create client > Web application',
  products: { at: 'APIs & Services > Library', names: ['YouTube Data API v3'] },
  scopesAt: 'Google Auth Platform > Data access',
  redirectAt: 'Clients > Authorized redirect URIs',
  id: 'Client ID',
  secret: 'Client secret',
  publishAt: 'Google Auth Platform > Audience',
  review: { url: 'https://support.google.com/youtube/contact/yt_api_form', before: 'private' },
};
