/** States, and what stands for a text or a picture that is missing, wherever a post is shown. */
export const posts = {
  video: 'Video',
  pdf: 'PDF',
  numbers: 'Analytics',
  title: 'Home',
  noText: 'No text',
  states: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    publishing: 'Publishing',
    processing: 'Processing',
    published: 'Published',
    partly_published: 'Partly published',
    failed: 'Failed',
    unconfirmed: 'Unconfirmed',
    missed: 'Missed',
    cancelled: 'Cancelled',
  },
  inSeries: 'Part of a series',
  part: (n: number, all: number): string => `Part ${n} of ${all}`,
} as const;
