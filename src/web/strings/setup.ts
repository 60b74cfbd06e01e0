/** Of the first run. */
export const setup = {
  title: 'Welcome to Crier',
  steps: { label: 'Steps', you: 'You', organization: 'Organisation', post: 'First post', done: 'done' },
  you: {
    intro:
      'Nobody has an account here yet. Yours is the first: it owns the organisation and runs this instance.',
    next: 'Continue',
  },
  organization: {
    intro: 'Channels, posts and members belong to an organisation. You can have several.',
    nameHint: 'Your company, your project, or your own name',
    zoneHint: 'Dates are shown in it, and times without a zone are read in it.',
    noZone: 'No such time zone',
    back: 'Back',
    action: 'Create the account',
  },
  post: {
    intro: 'The sandbox is a network on this machine: you see what happens to a post, and nobody else does.',
    label: 'Text of the post',
    text: 'Hello, world! My first post with Crier.',
    action: 'Publish now',
    noSandbox:
      'This instance has no sandbox channel, so there is nothing to try without an account at a network.',
    toSettings: 'Connect a channel in the settings',
    skip: 'Skip this',
    waiting: 'On its way',
    published: 'Published',
    failed: 'It did not go out',
    timeline: 'What happens',
    queued: 'Accepted',
    late: (lateness: string): string => `Out ${lateness} after its time.`,
    open: 'Open it at the sandbox',
    slow: 'This takes longer than usual: it goes out as soon as a worker runs. You need not wait here.',
    finish: 'Go to your posts',
  },
} as const;
