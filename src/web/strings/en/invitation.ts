/** The page of a link that a colleague has sent: for people with an account, and for others. */
export const invitation = {
  title: 'You have been invited',
  failed: 'This invitation cannot be used',
  noToken: 'This link is incomplete. Open the original link again, or ask for a new invitation.',
  by: (person: string): string => `${person} has invited you to join`,
  byNobody: 'You have been invited to join',
  as: {
    owner: 'As an owner, you can do everything, including deleting the organisation.',
    admin: 'As an admin, you manage posts, channels, members, API keys and apps.',
    member: 'As a member, you write and schedule posts.',
  },
  signedInAs: (name: string, email: string): string => `Signed in as ${name} (${email})`,
  accept: 'Accept',
  other: 'Use another account',
  signIn: 'Sign in and accept',
  signUp: 'Create an account and accept',
  start: 'Go to the home page',
  forAddress: (email: string): string => `This invitation is for ${email}.`,
} as const;
