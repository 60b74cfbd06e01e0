/** Third-party apps: the organisation's own, and those that a person has approved. */
const tokensRevoked = (n: number): string => {
  if (n === 0) return 'Nobody is using it at the moment.';
  return n === 1 ? '1 access token stops working at once.' : `${n} access tokens stop working at once.`;
};

export const apps = {
  help: 'Apps you build that act for other people, with their approval (OAuth 2.0).',
  none: 'No apps yet.',
  register: 'Register an app',
  name: 'App name',
  nameHelp: 'Shown to people when they are asked to approve the app',
  description: 'Description',
  picture: 'Profile picture',
  pictureHelp: 'PNG, JPEG, WebP or GIF',
  pictureChoose: 'Choose a picture',
  pictureRemove: 'Remove picture',
  redirectUrl: 'Redirect URL',
  redirectHelp: 'Where people are sent after they decide: https, or http on localhost',
  clientId: 'Client ID',
  clientIdHelp: 'Not a secret: it is part of the URL people are sent to.',
  credentials: 'Credentials',
  secret: 'Client secret',
  secretHelp: 'Copy it now. Only a hash is stored, so it will not be shown again.',
  tokens: (n: number): string =>
    n === 0 ? 'Not in use yet' : n === 1 ? '1 active access token' : `${n} active access tokens`,
  rotate: 'Rotate secret',
  rotateQuestion: 'Replace the client secret?',
  rotateHelp: 'The old secret stops working at once. People who have approved the app are not affected.',
  remove: 'Delete app',
  removeQuestion: (name: string): string => `Delete ${name}?`,
  removeHelp: (n: number): string =>
    `This cannot be undone. ${tokensRevoked(n)} The app disappears from everyone's approved apps.`,
  removeTyped: (name: string): string => `Type ${name} to confirm`,
  quickStart: 'Quick start',
  step1: 'Send people to this URL',
  step2: 'Exchange the code you get back, on your server',
  step3: 'Call the API on their behalf',
  back: 'All apps',
  approved: {
    help: 'Apps that may act on your behalf. Each can publish without asking until you revoke its access.',
    none: 'You have not approved any apps.',
    since: 'Approved',
    lastUsed: 'Last used',
    neverUsed: 'never used',
    actsFor: (organization: string): string => `for ${organization}`,
    revoke: 'Revoke',
    revokeQuestion: (name: string): string => `Revoke access for ${name}?`,
    revokeHelp: 'It can no longer act on your behalf. Posts it has scheduled will still be published.',
  },
} as const;
