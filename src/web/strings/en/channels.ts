/** The page of channels: how they are, and how another one is connected. */
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
  disabledWhy: 'It takes no posts. Posts that come due fail.',
  limited: (date: string): string => `The network asked to wait until ${date}`,
  away: (host: string): string => `${host} does not answer. Due posts wait, and go out when it does.`,
  awayNetwork: 'The network does not answer. Due posts wait, and go out when it does.',
  facts: {
    last: 'Last post',
    never: 'Nothing yet',
    late: (lateness: string): string => `${lateness} late`,
    waiting: 'Scheduled',
    posts: (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`,
    held: (count: number): string => `${count} held`,
    times: 'Posting times',
    noTimes: 'None',
    expires: 'Sign-in ends',
    group: 'Group',
  },
  menu: (name: string): string => `Actions for ${name}`,
  reconnect: 'Reconnect',
  reconnectDialog: (name: string): string => `Reconnect ${name}`,
  sameAccount: (account: string): string =>
    `It must be the same account, ${account}. Posts that wait for it are then published.`,
  times: {
    action: 'Posting times',
    title: (name: string): string => `Posting times of ${name}`,
    help: (zone: string): string =>
      `"Next free slot" fills these times, every day. They follow the clock in ${zone}, also in summer time.`,
    add: 'Add a time',
    addAction: 'Add',
    none: 'No times: posts for this channel need a date.',
    remove: (time: string): string => `Remove ${time}`,
    list: 'Times',
  },
  group: {
    action: 'Group',
    title: (name: string): string => `Group of ${name}`,
    help: 'Groups stand for customers or brands. Lists and the calendar can be filtered by them.',
    label: 'Group',
    none: 'No group',
    fresh: 'New group',
    name: 'Name of the group',
    all: 'All channels',
    filter: 'Channels by group',
    manage: 'Groups',
    manageTitle: 'Channel groups',
    empty: 'No groups yet.',
    create: 'Create',
    rename: 'Rename',
    renameOf: (name: string): string => `New name of ${name}`,
    channels: (count: number): string => `${count} ${count === 1 ? 'channel' : 'channels'}`,
    remove: 'Delete',
    removeQuestion: (name: string): string => `Delete the group ${name}?`,
    removeHelp: 'Its channels stay, without a group.',
  },
  disable: {
    action: 'Disable',
    question: (name: string): string => `Disable ${name}?`,
    help: (waiting: number): string =>
      waiting === 0
        ? 'It takes no posts until you enable it again.'
        : `${waiting} scheduled ${waiting === 1 ? 'post' : 'posts'} will fail when due, unless you enable it before.`,
    undo: 'Enable',
  },
  remove: {
    action: 'Remove',
    question: (name: string): string => `Remove ${name}?`,
    help: (waiting: number): string =>
      waiting === 0
        ? 'No scheduled post is lost. Drafts for this channel are deleted; what is published stays at the network.'
        : `${waiting} scheduled ${waiting === 1 ? 'post' : 'posts'} and all drafts for this channel are cancelled with it. What is published stays at the network.`,
  },
  networks: {
    title: 'Connect a network',
    help: 'Choose where you want to publish.',
    search: 'Find a network',
    none: 'No network has this name.',
    notReady: 'Not set up yet',
    unofficial: 'unofficial',
    dialog: (network: string): string => `Connect ${network}`,
  },
  ownApp: {
    use: 'Use an app of your own',
    change: 'Use another app',
    used: (clientId: string): string => `New channels are connected with your app ${clientId}.`,
    help: (network: string): string =>
      `Register an app at ${network}, give it this redirect address, and enter its ID and secret here.`,
    redirect: 'Redirect address',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    save: 'Save the app',
    remove: 'Remove',
    removeQuestion: (network: string): string => `Remove your app at ${network}?`,
    removeHelp:
      'Channels that were connected with it go on until their access must be renewed. Then they have to be reconnected.',
  },
  steps: {
    label: 'How it works',
    oauth: [
      (network: string): string => `You go to ${network}`,
      (network: string): string => `${network} asks whether Crier may publish`,
      (): string => 'You come back, and the channel is here',
    ],
    credentials: [
      (network: string): string => `Open the settings at ${network}`,
      (): string => 'Create or copy what the form asks for',
      (): string => 'Paste it here: Crier tries it at once',
    ],
    simple: [
      (): string => 'Fill in the form',
      (network: string): string => `Crier says hello to ${network}`,
      (): string => 'The channel is here',
    ],
  },
  made: (label: string): string => `Your new ${label.toLowerCase()}`,
  madeHelp:
    'It was made for this account. Save it now, for example in a password manager: ' +
    'it is shown only once, and whoever has it controls the account.',
} as const;
