/** Of third-party apps: those that are registered here, and those that a person approved. */
export const apps = {
  help: 'Apps of yours that act for other people, with their approval (OAuth 2.0).',
  docs: 'How an app asks for approval',
  none: 'No apps yet.',
  register: 'Register an app', change: 'Change',
  name: 'App Name', nameHelp: 'What people see when they are asked', description: 'Description', picture: 'Profile Picture', pictureHelp: 'PNG, JPEG, WebP or GIF', pictureRemove: 'Remove the picture',
  redirectUrl: 'Redirect URL', redirectHelp: 'Where people go after they decided: https, or http on localhost',
  clientId: 'Client ID', clientIdHelp: 'It is no secret: it stands in the address that people are sent to.', credentials: 'Credentials', secret: 'Client Secret', secretHelp: 'Copy it now: only its fingerprint is stored, and it is never shown again.',
  tokens: (n: number): string => (n === 0 ? 'Nobody uses it yet' : n === 1 ? '1 live access token' : `${n} live access tokens`),
  rotate: 'Rotate Secret', rotateQuestion: 'Make a new secret?', rotateHelp: 'The old secret stops working at once. People who approved the app notice nothing.',
  remove: 'Delete App', removeQuestion: (name: string): string => `Delete ${name}?`,
  removeHelp: (n: number): string => `This cannot be undone. ${n === 0 ? 'Nobody uses it at the moment.' : n === 1 ? '1 access token dies at once.' : `${n} access tokens die at once.`} It disappears from everybody's approved apps.`,
  removeTyped: (name: string): string => `Type ${name} to confirm`,
  quickStart: 'Quick start', step1: 'Send people here', step2: 'Exchange the code that comes back, on your server', step3: 'Act for them',
  back: 'All apps',
  approved: { help: 'Apps that may act for you. Each can publish without asking again, until you revoke it.', none: 'You have approved no app.', since: 'Approved', lastUsed: 'Last used', neverUsed: 'not used yet', actsFor: (organization: string): string => `for ${organization}`, revoke: 'Revoke', revokeQuestion: (name: string): string => `Revoke the access of ${name}?`, revokeHelp: 'It can do nothing in your name from this moment. Posts that it has scheduled stay.' },
} as const;
