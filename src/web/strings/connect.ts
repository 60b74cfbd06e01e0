/** Of the page to which a network sends the browser back when a channel is connected. */
export const connect = {
  title: 'Connecting a channel',
  working: 'Connecting',
  connected: 'Connected',
  reconnected: 'Connected again',
  reconnectedHelp: 'Posts that waited for this channel go on by themselves.',
  connectedHelp: 'Posts can be published to it from now on.',
  choose: 'Which account?',
  chooseHelp:
    'Several accounts can be reached with this sign-in. One becomes the channel; repeat the connecting for another one.',
  chooseAction: 'Connect this account',
  invalidState: 'Invalid state',
  failedToFetch: 'Failed to fetch',
  failedToFetchHelp: 'The network could not be reached, so nothing was connected.',
  failed: 'Nothing was connected',
  signedOut: (host: string): string => `You came back to ${host}, where nobody is signed in in this browser.`,
  signIn: 'Sign in',
  signInFirst: 'Sign in to connect the channel',
  signInFirstHelp:
    'The network let Crier in. Sign in as an owner or admin of the organisation that asked, and the channel is connected.',
  tryAgain: 'Try again',
  toChannels: 'Go to the settings',
  toStart: 'Go to the start',
} as const;
