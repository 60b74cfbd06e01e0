/** The first run of an instance. */
export const setup = {
  title: 'Welcome to Crier',
  steps: { label: 'Steps', you: 'You', organization: 'Organisation', post: 'First post', done: 'done' },
  you: {
    intro: 'Create the first account. It owns the organisation and operates this instance.',
    code: 'Setup code',
    codeHint:
      'Shown where Crier was started, and by: npm run crier -- setup-code. It proves that this instance is yours.',
    next: 'Continue',
  },
  organization: {
    intro: 'An organisation holds your channels, posts and members. You can add more later.',
    nameHint: 'Your company, your project or your own name',
    zoneHint: 'Every date in the web app is in this time zone. Search for a city, a country or an offset.',
    noZone: 'No matching time zone',
    unknownZone: (typed: string): string => `No time zone matches “${typed}”. Choose one from the list.`,
    back: 'Back',
    action: 'Create account',
  },
  post: {
    intro: 'The sandbox is a network for trying things out. Watch a post being published, with no audience.',
    label: 'Text of your post',
    text: 'Hello, world! My first post with Crier.',
    action: 'Publish now',
    noSandbox: 'This instance has no sandbox channel. Connect a channel to publish your first post.',
    toSettings: 'Connect a channel',
    skip: 'Skip this step',
    waiting: 'Publishing…',
    published: 'Published',
    failed: 'Not published',
    publishedTitle: 'Your first post is published',
    publishedIntro: 'This is how it appeared. From here on, it works the same with every network.',
    connect: 'Connect a network',
    next: 'Write the next post',
    late: (lateness: string): string => `Published ${lateness} after its date.`,
    open: 'View it in the sandbox',
    slow:
      'This is taking longer than usual. The post will be published as soon as a worker is running; ' +
      'you do not have to wait here.',
    finish: 'Go to the home page',
  },
} as const;
