import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://console.cloud.google.com/auth/clients',
  request: 'https://support.google.com/business/contact/api_default',
  create: 'Create client > Web application',
  products: {
    at: 'APIs & Services > Library',
    names: [
      'Google My Business API',
      'My Business Account Management API',
      'My Business Business Information API',
      'Business Profile Performance API',
    ],
  },
  scopesAt: 'Google Auth Platform > Data access',
  redirectAt: 'Clients > Authorized redirect URIs',
  id: 'Client ID',
  secret: 'Client secret',
  publishAt: 'Google Auth Platform > Audience',
  review: { url: 'https://support.google.com/cloud/answer/13463073', before: 'warning' },
};
