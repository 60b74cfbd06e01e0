/** The page of channels: their status, and connecting another one. */
export const channels = {
  title: 'Channels',
  zone: (zone: string): string => `Times in ${zone}`,
  connect: 'Connect a channel',
  yours: 'Your channels',
  empty: 'Connect your first channel',
  emptyHelp: 'A channel is an account that you publish to. Choose a network below; it takes a minute.',
  emptyMember: 'No channels yet',
  emptyMemberHelp: 'Ask an owner or an admin of your organisation to connect one.',
  states: { connected: 'Connected', reconnect: 'Needs reconnecting', disabled: 'Disabled' },
  reconnectWhy: 'The network no longer accepts the sign-in. Due posts wait until the channel is reconnected.',
  disabledWhy: 'It accepts no posts. Posts that become due fail.',
  limited: (date: string): string => `The network has asked Crier to wait until ${date}`,
  away: (host: string): string =>
    `${host} is not responding. Due posts wait, and are published once it does.`,
  awayNetwork: 'The network is not responding. Due posts wait, and are published once it does.',
  facts: {
    last: 'Last post',
    never: 'Nothing yet',
    late: (lateness: string): string => `${lateness} late`,
    waiting: 'Scheduled',
    posts: (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`,
    held: (count: number): string => `${count} held`,
    times: 'Posting times',
    noTimes: 'None',
    expires: 'Sign-in expires',
    group: 'Group',
  },
  menu: (name: string): string => `Actions for ${name}`,
  reconnect: 'Reconnect',
  reconnectDialog: (name: string): string => `Reconnect ${name}`,
  sameAccount: (account: string): string =>
    `Use the same account, ${account}. Posts waiting for it are then published.`,
  times: {
    action: 'Posting times',
    title: (name: string): string => `Posting times for ${name}`,
    help: (zone: string): string =>
      `Posts of the queue fill these times. They follow the local time in ${zone}, including daylight saving.`,
    add: 'Add a time',
    addAction: 'Add',
    none: 'No times: posts for this channel need a date.',
    remove: (time: string): string => `Remove ${time}`,
    list: 'Times',
    days: (time: string): string => `Days of ${time}`,
    noDays: (time: string): string => `Choose a day for ${time}, or remove it.`,
  },
  group: {
    action: 'Group',
    title: (name: string): string => `Group for ${name}`,
    help: 'Use groups for clients or brands, and to filter lists and the calendar.',
    label: 'Group',
    none: 'No group',
    fresh: 'New group',
    name: 'Group name',
    all: 'All channels',
    filter: 'Channels by group',
    manage: 'Groups',
    manageTitle: 'Channel groups',
    empty: 'No groups yet.',
    create: 'Create',
    rename: 'Rename',
    renameOf: (name: string): string => `New name for ${name}`,
    channels: (count: number): string => `${count} ${count === 1 ? 'channel' : 'channels'}`,
    remove: 'Delete',
    removeQuestion: (name: string): string => `Delete the group ${name}?`,
    removeHelp: 'Its channels are kept, without a group.',
  },
  disable: {
    action: 'Disable',
    question: (name: string): string => `Disable ${name}?`,
    help: (waiting: number): string =>
      waiting === 0
        ? 'It accepts no posts until you enable it again.'
        : `${waiting} scheduled ${waiting === 1 ? 'post' : 'posts'} will fail when due, unless you enable it before then.`,
    undo: 'Enable',
  },
  remove: {
    action: 'Remove',
    question: (name: string): string => `Remove ${name}?`,
    help: (waiting: number): string =>
      waiting === 0
        ? 'It has no scheduled posts. Drafts for this channel are deleted; published posts stay on the network.'
        : `${waiting} scheduled ${waiting === 1 ? 'post' : 'posts'} and all drafts for this channel are cancelled. Published posts stay on the network.`,
  },
  networks: {
    title: 'Connect a network',
    help: 'Choose where you want to publish.',
    search: 'Find a network',
    none: 'No matching network.',
    notReady: 'Not set up yet',
    unofficial: 'unofficial',
    dialog: (network: string): string => `Connect ${network}`,
  },
  ownApp: {
    name: (network: string): string => `${network} app`,
    use: 'Use your own app',
    change: 'Use another app',
    used: (clientId: string): string => `New channels are connected with your app ${clientId}.`,
    steps: 'How to register an app',
    request: (network: string): string => `Ask ${network} for access with this form`,
    open: (host: string): string => `Open ${host}`,
    create: (name: string): string => `and choose “${name}”.`,
    products: (at: string, names: readonly string[]): string =>
      `Under “${at}”, add or choose ${names.map((name) => `“${name}”`).join(', ')}.`,
    scopes: (at: string): string => `Under “${at}”, add these permissions:`,
    redirect: (at: string): string => `Under “${at}”, enter this URL, exactly as it is:`,
    copyRedirect: 'Redirect URL',
    copyScopes: 'Permissions',
    testers: (at: string): string =>
      `Until the app is reviewed, name the accounts that will connect under “${at}”.`,
    publish: (at: string): string =>
      `Publish the app under “${at}”: while it is in testing, access ends after 7 days.`,
    paste: (names: readonly string[]): string =>
      `Copy ${names.map((name) => `“${name}”`).join(' and ')}, and paste what you copied here.`,
    review: {
      testers:
        'Before its review, only accounts with a role in the app can connect, and only they see what it publishes.',
      private: 'Before its review, posts are seen by their authors only.',
      warning: 'Before its review, people see a warning when they connect, and only a limited number can.',
      nothing: 'Nothing works before the app, or the request, is approved. That can take weeks.',
    },
    reviewLink: 'About the review',
    scope: 'Who uses the app',
    forInstance: 'Every organisation on this instance',
    forOrganization: (name: string): string => `${name} only`,
    askOperator:
      'You can use an app of your own. Or ask the operator of this instance to set one up for everyone.',
    environment: (variables: string): string =>
      `You can also set ${variables} in the environment of the instance and restart it.`,
    entered: 'Every organisation without an app of its own uses the one you entered.',
    unused: 'The app you entered is not used: the environment of the instance sets one.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    save: 'Save app',
    try: 'Try it',
    tried: {
      accepted: (network: string): string => `${network} knows this app and accepts its secret.`,
      acceptedPublic: (network: string): string => `${network} knows this app.`,
      refused: (network: string, field: string): string => `${network} does not accept this: ${field}.`,
      both: 'the ID and the secret, taken together',
      unknown: (network: string): string =>
        `This cannot be checked with ${network}. Connecting a channel will show it.`,
    },
    remove: 'Remove',
    removeQuestion: (network: string): string => `Remove the ${network} app?`,
    removeHelp:
      'Channels connected with it keep working until their access has to be renewed. Then they must be reconnected.',
  },
  steps: {
    label: 'How it works',
    oauth: [
      (network: string): string => `You go to ${network}`,
      (network: string): string => `${network} asks whether Crier may publish`,
      (): string => 'You come back, and your channel is connected',
    ],
    credentials: [
      (network: string): string => `Open your settings on ${network}`,
      (): string => 'Create or copy what the form asks for',
      (): string => 'Paste it here: Crier checks it right away',
    ],
    simple: [
      (): string => 'Fill in the form',
      (network: string): string => `Crier contacts ${network}`,
      (): string => 'Your channel is connected',
    ],
  },
  made: (label: string): string => `Your new ${label.toLowerCase()}`,
  madeHelp:
    'It was created for this account. Save it now, for example in a password manager: ' +
    'it is shown only once, and anyone who has it controls the account.',
} as const;
