/** The page that a network sends the browser back to when a channel is connected. */
export const connect = {
  title: 'Connecting your channel',
  connected: 'Channel connected',
  connectedHelp: 'You can now publish to it.',
  reconnected: 'Channel reconnected',
  reconnectedHelp: 'Posts waiting for this channel will now be published.',
  choose: 'Which account?',
  chooseHelp: 'You have access to several accounts. Choose one to connect; you can add the others later.',
  chooseAction: 'Connect this account',
  confirm: 'Connect this account?',
  confirmHelp: (organization: string): string =>
    `An API key or an app of ${organization} has asked to connect it. ` +
    'Continue only if you expected this: posts of your organisation would then be published there.',
  confirmAction: 'Connect this account',
  decline: 'Do not connect',
  invalidState: 'Invalid state',
  failedToFetch: 'Failed to fetch',
  failedToFetchHelp: 'The network could not be reached, so the channel was not connected.',
  failed: 'The channel was not connected',
  signedOut: (host: string): string => `You came back to ${host}, but you are not signed in there.`,
  signIn: 'Sign in',
  signInFirst: 'Sign in to finish connecting',
  signInFirstHelp:
    'The network has approved the connection. Sign in as an owner or admin of the organisation to continue.',
  approve: 'Approve in the app',
  approveHelp:
    "Scan the code with your phone's camera and approve in the network's app. This page continues automatically.",
  approveCode: 'QR code that leads to the approval',
  approveOnPhone: 'Open the approval on this device',
  approveWaiting: 'Waiting for your approval',
  tryAgain: 'Try again',
  toChannels: 'Go to your channels',
} as const;
