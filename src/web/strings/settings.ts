/** Of the settings, but for apps. */
export const settings = {
  title: 'Settings',
  nav: { label: 'Settings', profile: 'Profile', organization: 'Organisation', members: 'Members', channels: 'Channels', developers: 'Developers', keys: 'API keys', apps: 'Apps', approved: 'Approved apps', plan: 'Plan', audit: 'History' },
  onlyAdmins: 'Only owners and admins of the organisation see this page.',
  roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
  roleHelp: { owner: 'Everything, and may delete the organisation', admin: 'Members, channels, keys and apps', member: 'Posts' },
  profile: {
    name: 'Your name', email: 'Email', password: 'Password', current: 'Current password', next: 'New password', nextHelp: '10 characters or more', change: 'Change the password',
    changed: 'The password is changed. Everywhere else you are signed out.',
    sessions: 'Where you are signed in', thisOne: 'This browser', lastSeen: 'Last seen', end: 'Sign out there', unknownBrowser: 'Unknown browser',
  },
  organization: {
    name: 'Name', timeZone: 'Time zone', timeZoneHelp: 'Every date of the app is shown in it.',
    another: 'Make another organisation', anotherHelp: 'With channels, posts and keys of its own.', create: 'Make it',
    leave: 'Leave the organisation', leaveQuestion: 'Leave this organisation?', leaveHelp: 'What you let apps do here ends. Posts and keys stay.',
    remove: 'Delete the organisation', removeQuestion: 'Delete the organisation and all that is in it?',
    removeHelp: 'Its channels, posts, keys and apps are gone for good. Posts that wait do not go out; what is at the networks stays there.',
    removeTyped: (name: string): string => `Type ${name} to confirm`,
    danger: 'Leave or delete',
  },
  members: {
    you: 'you', role: 'Role', roleOf: (name: string): string => `Role of ${name}`, remove: 'Remove', removeQuestion: (name: string): string => `Remove ${name}?`, removeHelp: 'They lose access at once, and so do the apps that act for them here.',
    invite: 'Invite somebody', email: 'Email', emailHelp: 'Without one you get a link that anybody can use once.', send: 'Invite', mailed: (email: string): string => `The invitation is on its way to ${email}.`,
    link: 'Link of the invitation', linkHelp: 'It is shown this once, works once, and for seven days. Whoever has it can join.',
    open: 'Open invitations', anybody: 'Anybody with the link', until: 'until', revoke: 'Take back', revokeQuestion: 'Take the invitation back?', revokeHelp: 'Its link stops working.',
  },
  keys: {
    help: 'For your own scripts. A key acts for the whole organisation and is shown once.', name: 'Name', namePlaceholder: 'What it is for', scopes: 'It may', read: 'Only read', write: 'Read and change', expires: 'Expires', expiresHelp: 'Empty: never', create: 'Make an API key',
    none: 'No keys yet.', made: 'Your new API key', madeHelp: 'Copy it now: only its fingerprint is stored, and it is never shown again.', lastUsed: 'Last used', never: 'never used', expired: 'expired', expiresOn: 'expires', by: 'made by',
    revoke: 'Revoke', revokeQuestion: (name: string): string => `Revoke ${name}?`, revokeHelp: 'Whatever uses it is refused at once.', quickStart: 'Try it', firstRun: 'the first run',
  },
  channels: {
    help: 'The accounts that posts go to.', none: 'No channels yet.', connected: 'Connected', needsConnect: 'Must be connected again', disabled: 'Switched off', again: 'Connect again',
    connect: 'Connect a channel', network: 'Network', notReady: (names: string): string => `The operator must set ${names} first.`, go: (network: string): string => `Go on at ${network}`, add: 'Connect',
    remove: 'Remove', removeQuestion: (name: string): string => `Remove ${name}?`, removeHelp: 'Posts that wait for it do not go out.',
    networkPlaceholder: 'Choose a network', ratherTyped: 'Connect with credentials instead', rather: (network: string): string => `Sign in at ${network} instead`,
    notReadyTyped: (network: string, names: string): string => `Connect with credentials. To sign in at ${network} instead, the operator must set ${names}.`, added: (name: string): string => `${name} is connected.`,
  },
  plan: { current: 'Your plan', used: 'Used', unlimited: 'no limit', channels: 'Channels', posts: 'Posts this month', members: 'Members', change: 'Change the plan', choose: (plan: string): string => `Change to ${plan}`, portal: 'Payment and invoices', now: 'Current' },
  audit: { help: 'Who did what in this organisation.', none: 'Nothing yet.', somebody: 'Crier' },
} as const;
