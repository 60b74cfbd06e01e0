/** How up to date a page is, and in which zone it shows dates. */
export const live = {
  live: 'Live',
  liveHelp: 'Changes appear automatically.',
  asking: 'Updated every few seconds',
  askingHelp: 'Live updates are unavailable right now, so this page checks for changes.',
  zone: (zone: string): string => `Times in ${zone}`,
} as const;
