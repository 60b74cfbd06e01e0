/** Finding pages, channels and posts from anywhere, and the keys that act on every page. */
export const palette = {
  title: 'Find',
  placeholder: 'Find pages, channels and posts',
  pages: 'Pages',
  channels: 'Channels',
  posts: 'Posts',
  nothing: 'Nothing found',
  noText: 'No text',
  open: 'Find pages, channels and posts',
  keys: 'Keyboard shortcuts',
  ctrl: 'Ctrl',
  more: 'In the calendar, M picks a post up. In the composer, Ctrl and Enter schedule it.',
  single: 'Single keys',
  singleHelp: 'Turned off, only Ctrl and K works. Do so if you use speech input.',
} as const;
