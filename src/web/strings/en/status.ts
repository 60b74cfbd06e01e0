/** The strips above every page about what keeps posts from being published. */
export const status = {
  connection: {
    label: 'Connection',
    offline: 'You are offline. What you see may be out of date; it updates once you are online.',
    away: 'Crier cannot be reached. What you see may be out of date; it updates once Crier responds.',
  },
  frozen: 'Frozen',
  instanceFrozen: (since: string): string =>
    `Nothing is published: this instance has been frozen since ${since}.`,
  organizationFrozen: (since: string): string =>
    `Nothing is published: this organisation has been frozen since ${since}.`,
  reason: (text: string): string => `Reason: ${text}`,
  inDoubt:
    'Nothing is published for this organisation: a backup was restored, and it is not known whether the previous instance publishes until the operator has checked there.',
  resume: 'Resume publishing',
  worker: 'No worker',
  noWorker:
    'Nothing is published: no worker is running. Posts are stored, and published once one is running.',
  lookAtInstance: 'See what is wrong',
  disconnected: 'Disconnected channels',
  oneDisconnected: (channel: string): string => `${channel} is disconnected: its posts wait.`,
  manyDisconnected: (count: number): string => `${count} channels are disconnected: their posts wait.`,
  reconnect: 'Reconnect',
} as const;
