/** How up to date a page is, and in which zone it shows dates. */
export const live = {
  live: 'Live',
  liveHelp: 'Changes appear by themselves.',
  asking: 'Updated every few seconds',
  askingHelp: 'Changes are not being sent right now, so the page asks for them.',
  zone: (zone: string): string => `Times in ${zone}`,
} as const;
