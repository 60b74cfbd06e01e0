import type { PluggedLink } from '../../web/pages/plugged-page.ts';
import { link, look } from './strings/link.ts';

export const links: readonly PluggedLink[] = [{ path: '/instance/migration', text: link, inDoubt: look }];
