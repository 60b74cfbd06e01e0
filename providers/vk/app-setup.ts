import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://id.vk.com/about/business/go',
  create: 'Web',
  redirectAt: 'Trusted redirect URL',
  scopesAt: 'Access',
  id: 'App ID',
  review: { url: 'https://dev.vk.com/', before: 'nothing' },
};
