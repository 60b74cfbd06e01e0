import type { posts as english } from '../en/posts.ts';
import type { Words } from '../words.ts';

export const posts: Words<typeof english> = {
  video: 'Video',
  pdf: 'PDF',
  numbers: 'Statistik',
  title: 'Start',
  noText: 'Ohne Text',
  states: {
    draft: 'Entwurf',
    scheduled: 'Geplant',
    publishing: 'Wird veröffentlicht',
    processing: 'In Verarbeitung',
    published: 'Veröffentlicht',
    partly_published: 'Teilweise veröffentlicht',
    failed: 'Fehlgeschlagen',
    unconfirmed: 'Unbestätigt',
    missed: 'Verpasst',
    cancelled: 'Abgesagt',
  },
  inSeries: 'Teil einer Serie',
  part: (n, all) => `Teil ${n} von ${all}`,
};
