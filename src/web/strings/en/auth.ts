/** Signing in, signing up, and the pages that links in mails open. */
export const auth = {
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    organization: 'Organisation',
    timeZone: 'Time zone',
  },
  passwordHint: (least: number): string => `At least ${least} characters. A short sentence works well.`,
  shortPassword: (least: number): string => `Too short: use at least ${least} characters`,
  showPassword: 'Show password',
  missing: (label: string): string => `Enter your ${label.toLowerCase()}`,
  noEmail: 'Enter an email address such as name@example.org',
  wrongFields: (labels: readonly string[]): string => `Please check: ${labels.join(', ')}`,
  signIn: {
    title: 'Sign in',
    action: 'Sign in',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    failed: 'Sign-in failed',
    resend: 'Send the email again',
    resent: 'If that address still needs confirming, an email is on its way.',
    toInvitation: 'Sign in to accept your invitation.',
    toApp: (app: string): string => `Sign in to continue to ${app}.`,
    noOperator: 'This instance has no operator yet.',
    beOperator: 'Create the operator’s account',
  },
  signUp: {
    title: 'Sign up',
    action: 'Create account',
    organizationHint: 'You or your team. You can change it later.',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
    closed: 'Registration is closed',
    closedHelp: 'You need an invitation to create an account here. Ask someone who already has one.',
    invited: (organization: string, role: 'owner' | 'admin' | 'member'): string =>
      `You will join ${organization} as ${role === 'member' ? 'a member' : `an ${role}`}.`,
    invitedAddress: 'The invitation is for this address.',
    checkMail: 'Check your email',
    checkMailHelp: (email: string): string =>
      `An email is on its way to ${email}. Open its link to confirm your address and activate your account.`,
  },
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
