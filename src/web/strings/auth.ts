/** Of the pages before and around signing in. */
export const auth = {
  fields: { name: 'Name', email: 'Email', password: 'Password', newPassword: 'New password', organization: 'Organisation', timeZone: 'Time zone' },
  passwordHint: (least: number): string => `At least ${least} characters. A sentence is easy to remember.`,
  shortPassword: (least: number): string => `Too short: at least ${least} characters`,
  showPassword: 'Show password',
  missing: (label: string): string => `Fill in ${label.toLowerCase()}`,
  noEmail: 'Write an address like name@example.org',
  wrongFields: (labels: readonly string[]): string => (labels.length === 1 ? `Look at this field again: ${labels.join()}` : `Look at these fields again: ${labels.join(', ')}`),
  signIn: {
    title: 'Sign in', action: 'Sign in', forgot: 'Forgot your password?', noAccount: 'No account yet?', signUp: 'Sign up',
    failed: 'You are not signed in', resend: 'Send the mail again', resent: 'If the address waits to be confirmed, a mail is on its way.', toInvitation: 'Sign in to accept the invitation.',
  },
  signUp: {
    title: 'Sign up', action: 'Create the account', organizationHint: 'Of you or your team. It can be changed later.', hasAccount: 'You have an account?', signIn: 'Sign in',
    closed: 'Registration is closed', closedHelp: 'New accounts on this instance need an invitation. Ask somebody who works here for one.',
    invited: (organization: string): string => `Your account becomes a member of ${organization}.`,
    checkMail: 'Look into your mail', checkMailHelp: (email: string): string => `A message with a link is on its way to ${email}. The account works as soon as you have followed it.`,
  },
  forgot: {
    title: 'Forgot your password?', intro: 'Write the address of your account. A mail with a link for a new password comes to it.', action: 'Send the link', back: 'Back to sign in',
    sent: 'Look into your mail', sentHelp: (email: string): string => `If ${email} has an account here, a link for a new password is on its way. It works for one hour.`,
    noMail: 'This instance sends no mail. Whoever runs it makes a link for you with: npm run crier -- users reset-password EMAIL',
  },
  reset: {
    title: 'Set a new password', intro: 'Wherever you are signed in, you are signed out then.', action: 'Set the password', done: 'The password is set', doneHelp: 'Sign in with the new one.', signIn: 'Sign in',
    noToken: 'The link is not complete', noTokenHelp: 'Open the link from the mail once more, or ask for another one.', again: 'Ask for another link',
  },
  activate: { title: 'Confirm your address', working: 'Confirming', failed: 'The address is not confirmed', again: 'Get another link: sign in, and ask for it there', noToken: 'The link is not complete. Open it from the mail once more.' },
  invitation: {
    title: 'You are invited', failed: 'The invitation cannot be used', noToken: 'The link is not complete. Open it from the mail once more, or ask for another invitation.',
    by: (person: string): string => `${person} invites you to work in`, byNobody: 'You are invited to work in',
    as: { owner: 'as an owner: everything, and deleting the organisation', admin: 'as an admin: posts, channels, members, API keys and apps', member: 'as a member: posts and channels' },
    signedInAs: (name: string, email: string): string => `Signed in as ${name} (${email})`, accept: 'Accept', other: 'Use another account',
    signIn: 'Sign in and accept', signUp: 'Create an account and accept', start: 'Go to the start', forAddress: (email: string): string => `The invitation is for ${email}.`,
  },
} as const;
