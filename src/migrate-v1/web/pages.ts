import type { PluggedPage } from '../../web/pages/plugged-page.ts';

export const pages: readonly PluggedPage[] = [
  { path: '/instance/migration', load: () => import('./migration.tsx') },
];
