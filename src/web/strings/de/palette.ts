import type { palette as english } from '../en/palette.ts';
import type { Words } from '../words.ts';

/** Finding pages, channels and posts from anywhere, and the keys that act on every page. */
export const palette: Words<typeof english> = {
  title: 'Suchen',
  placeholder: 'Seiten, Kanäle und Beiträge suchen',
  pages: 'Seiten',
  channels: 'Kanäle',
  posts: 'Beiträge',
  nothing: 'Nichts gefunden',
  noText: 'Ohne Text',
  open: 'Seiten, Kanäle und Beiträge suchen',
  keys: 'Tastenkürzel',
  ctrl: 'Strg',
  more: 'Im Kalender nimmt M einen Beitrag auf. Im Editor plant ihn Strg mit der Eingabetaste.',
  single: 'Einzelne Tasten',
  singleHelp: 'Ausgeschaltet wirkt nur noch Strg mit K. Das hilft bei Spracheingabe.',
};
