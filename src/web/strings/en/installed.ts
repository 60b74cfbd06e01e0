/** Shown by the service worker while Crier cannot be reached. */
export const installed = {
  title: 'You are offline',
  help: 'Crier cannot be reached. What you were writing is in the window in which you wrote it, or in your drafts.',
  tryAgain: 'Try again',
} as const;
