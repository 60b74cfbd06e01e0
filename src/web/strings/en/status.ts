/** The strips above every page about what keeps posts from being published. */
export const status = {
  connection: {
    label: 'Connection',
    offline: 'You are offline. What you see may be out of date; it is read again once you are online.',
    away: 'Crier cannot be reached. What you see may be out of date; it is read again once Crier answers.',
  },
  frozen: 'Frozen',
  instanceFrozen: (since: string): string =>
    `Nothing is published: this instance has been frozen since ${since}.`,
  organizationFrozen: (since: string): string =>
    `Nothing is published: this organisation has been frozen since ${since}.`,
  reason: (words: string): string => `The reason given: ${words}`,
  inDoubt:
    'Nothing is published for this organisation: a backup was restored, and whether v1 publishes is not known until the operator has looked there.',
  lookInV1: 'Look in v1',
  resume: 'Resume publishing',
  worker: 'No worker',
  noWorker: 'Nothing is published: no worker is running. Posts are kept, and published once one runs.',
  lookAtInstance: 'See what is wrong',
  disconnected: 'Disconnected channels',
  oneDisconnected: (channel: string): string => `${channel} is disconnected: its posts wait.`,
  manyDisconnected: (count: number): string => `${count} channels are disconnected: their posts wait.`,
  reconnect: 'Reconnect',
} as const;
