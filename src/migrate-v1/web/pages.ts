import type { PluggedPage } from '../../web/pages/plugged-page.ts';
import { link } from './strings/link.ts';

export const pages: readonly PluggedPage[] = [
  { path: '/instance/migration', load: () => import('./migration.tsx'), link },
];
