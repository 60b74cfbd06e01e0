/** Apart from the page's texts, as the page with the link needs no more. */
import { language } from '../../../web/strings/index.ts';

export const link = language() === 'de' ? 'Von v1 umziehen' : 'Move over from v1';
