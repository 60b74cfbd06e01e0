/** Choosing another password, and the pages that links in mails open. */
export const account = {
  forgot: {
    title: 'Forgot your password?',
    intro: 'Enter your email address to get a link for choosing a new password.',
    action: 'Send link',
    back: 'Back to sign in',
    sent: 'Check your email',
    sentHelp: (email: string): string =>
      `If ${email} has an account here, an email with a link is on its way. The link works for one hour.`,
    noMail:
      'This instance does not send email. Its operator can create a link for you with: ' +
      'npm run crier -- users reset-password EMAIL',
  },
  reset: {
    title: 'Choose a new password',
    intro: 'This signs you out everywhere.',
    action: 'Set password',
    done: 'Password changed',
    doneHelp: 'You can now sign in with it.',
    signIn: 'Sign in',
    noToken: 'This link is incomplete',
    noTokenHelp: 'Open the link in the email again, or ask for a new one.',
    again: 'Send me a new link',
  },
  activate: {
    title: 'Confirm your address',
    intro:
      'Enter the password you chose when signing up. If you did not sign up, close this page: ' +
      'without the password, nobody gets an account with your address.',
    action: 'Confirm',
    failed: 'Your address could not be confirmed',
    again: 'Sign in to get a new link',
    noToken: 'This link is incomplete. Open the link in the email again.',
  },
} as const;
