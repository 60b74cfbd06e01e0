import type { Refusal, Said } from '../said.ts';

/** Shown on every page. */
export const common = {
  product: 'Crier',
  skipToContent: 'Skip to content',
  loading: 'Loading',
  notFound: 'Page not found',
  notFoundHelp: 'The URL may be mistyped, or the page may have been removed.',
  goHome: 'Go to the home page',
  failed: 'That did not work',
  forOperator: (link: string): string => `${link} (for the operator)`,
  /** An error of the API; in English its own message. */
  refused: ({ message }: Refusal): string => message,
  /** The API's message about a field, as a sentence beside that field. */
  issue: ({ message }: Said): string => message.slice(0, 1).toUpperCase() + message.slice(1),
  /** The same where the field is not visible: its path in the request comes first. */
  issueAt: (path: string, { message }: Said): string => `${path} ${message}`,
  unreachable: 'Crier cannot be reached. Check your connection and try again.',
  tryAgain: 'Try again',
  undo: 'Undo',
  notLoaded: 'This is taking longer than it should.',
  partFailed: 'Part of this page could not be loaded. What you have written is still here.',
  pageFailed: 'This page could not be loaded',
  pageFailedHelp:
    'Check your connection and try again. If this continues, contact the operator of this instance.',
  requestId: (id: string): string => `Request ${id}`,
  cancel: 'Cancel',
  save: 'Save',
  saved: (what: string): string => `${what} saved`,
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  nav: {
    label: 'Main',
    home: 'Home',
    calendar: 'Calendar',
    queue: 'Queue',
    compose: 'New post',
    channels: 'Channels',
    media: 'Media',
    numbers: 'Analytics',
    notifications: 'Notifications',
    settings: 'Settings',
    instance: 'Instance',
    more: 'More',
    reference: 'API reference',
  },
  menu: {
    label: 'Your account',
    organization: 'Organisation',
    profile: 'Profile',
    signOut: 'Sign out',
    light: 'Light',
    dark: 'Dark',
    auto: 'System',
    colours: 'Appearance',
  },
} as const;
