/** Apart from the page's texts, as the pages with the links need no more. */
import { language } from '../../../web/strings/index.ts';

const isGerman = language() === 'de';
export const link = isGerman ? 'Von v1 umziehen' : 'Move over from v1';
export const look = isGerman ? 'In v1 nachsehen' : 'Check in v1';
