/** Writing a post: the composer, as a page and as a drawer. */
const list = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const channels = (n: number): string => `${n} channel${n === 1 ? '' : 's'}`;

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** 60 → "1 minute" */
function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds % one === 0) ?? UNITS[3];
  const n = seconds / size;
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

/** A network's limit of posts; `hours`: of the period, null = a calendar day. */
interface LimitUse {
  readonly channel: string;
  readonly limit: number;
  readonly used: number;
  readonly of: 'account' | 'app';
  readonly hours: number | null;
}

export const composer = {
  label: 'Composer',
  titles: { new: 'New post', draft: 'Draft', edit: 'Edit post' },
  notOpened: 'This cannot be opened',
  /** Of a change that was kept. */
  gone: {
    published: 'The post was published meanwhile. What you write here would be a new post.',
    deleted: 'The post was cancelled meanwhile. What you write here would be a new post.',
    over: 'The post no longer waits to be published. What you write here would be a new post.',
  },
  tags: 'Tags',
  shortLink: 'Short links',
  shortLinkHelp: 'Links in the text are shortened, and their clicks counted.',
  view: { label: 'View', write: 'Write', preview: 'Preview' },
  channels: {
    label: 'Channels',
    edited: 'Channel',
    none: 'No channels yet',
    noneHelp: 'Connect an account on a network, and write for it here.',
    connect: 'Connect a channel',
    disabled: 'This channel is disabled.',
    disconnected: 'This channel must be reconnected before anything is published there.',
    missing: 'Choose at least one channel.',
  },
  variations: {
    label: 'Text for',
    all: 'All channels',
    others: 'All others',
    customise: 'Customise',
    customiseHelp: 'Write a separate text for',
    shareAgain: 'Use the shared text',
    shareAgainQuestion: (channel: string): string => `Use the shared text for ${channel}?`,
    shareAgainHelp: 'What was written only for this channel is discarded.',
  },
  thread: {
    part: (n: number, all: number): string => `Part ${n} of ${all}`,
    move: (n: number): string => `Move part ${n}`,
    moveHelp:
      'Press Space to pick the part up, the arrow keys to move it, Space again to drop it, and Escape to leave it where it was.',
    handleRole: 'movable part',
    picked: (n: number, all: number): string => `Picked up part ${n} of ${all}.`,
    over: (n: number, all: number): string => `Now at place ${n} of ${all}.`,
    dropped: (n: number, all: number): string => `Dropped at place ${n} of ${all}.`,
    notMoved: 'Nothing was moved.',
    remove: (n: number): string => `Remove part ${n}`,
    removed: (n: number): string => `Part ${n} removed`,
    delay: (n: number): string => `Delay before part ${n}`,
    after: (seconds: number): string => (seconds ? `After ${duration(seconds)}` : 'Right after'),
    add: 'Add to thread',
  },
  part: {
    label: 'Text',
    numbered: (n: number, all: number): string => `Text of part ${n} of ${all}`,
    placeholder: 'What do you want to say?',
    nextPlaceholder: 'And then?',
    addMedia: 'Add media',
    toPart: (n: number): string => ` to part ${n}`,
    library: 'Library',
    signature: 'Signature',
  },
  counters: { label: 'Characters left', limit: (limit: string): string => `Limit: ${limit}` },
  media: {
    label: 'Media',
    file: (n: number): string => `File ${n}`,
    alt: (n: number): string => `Description of file ${n}`,
    altPlaceholder: 'Describe it for people who cannot see it',
    reminder: (n: number): string =>
      n === 1
        ? 'One file has no description yet. People who cannot see it will miss what it shows.'
        : `${n} files have no description yet. People who cannot see them will miss what they show.`,
    earlier: (n: number): string => `Move file ${n} up`,
    later: (n: number): string => `Move file ${n} down`,
    crop: (n: number): string => `Crop or turn file ${n}`,
    cover: (n: number): string => `Choose the cover of file ${n}`,
    coverAt: (at: string): string => `Cover: the frame at ${at} s`,
    remove: (n: number): string => `Remove file ${n}`,
  },
  fit: {
    group: (n: number, name: string): string => `File ${n} for ${name}`,
    keep: (name: string): string => `Fit this picture for ${name}`,
    pad: (name: string): string => `Fit this picture for ${name} with bars`,
    crop: (name: string): string => `Crop this picture for ${name}`,
    done: (n: number, name: string): string =>
      `File ${n} is now a copy that fits ${name}. The original stays in the library.`,
    undo: 'Use the original again',
  },
  video: {
    convert: (n: number): string => `Convert file ${n} to H.264`,
    converted: (n: number): string => `File ${n} is now a copy in H.264. The original stays in the library.`,
    trim: (n: number): string => `Trim file ${n}`,
    title: 'Trim the video',
    shown: 'The whole video',
    start: 'Start',
    end: 'End',
    seconds: ' s',
    here: (field: string): string => `${field}: where the video is now`,
    exact: 'The original stays in the library.',
    atKeyFrame:
      'It may begin a few seconds earlier, at the last key frame. The original stays in the library.',
    apply: 'Trim',
    working: 'The video is being processed',
    progress: (percent: number): string => `The video is being processed: ${percent} %`,
  },
  cover: {
    title: 'Cover of the video',
    frame: (at: string): string => `The frame at ${at} s`,
    moment: 'Moment of the video',
    help: (names: readonly string[]): string =>
      names.length
        ? `${list(names)}: this frame is shown where the video is not playing, unless a picture was uploaded as its cover.`
        : 'No chosen network shows a moment of the video.',
    wholeSeconds: 'Pinterest takes whole seconds.',
    none: 'Let the network choose',
    notShown: 'This browser cannot show this video. The moment can still be entered.',
    apply: 'Use this frame',
  },
  crop: {
    title: 'Crop and turn the picture',
    left: 'Turn left',
    right: 'Turn right',
    own: 'Original',
    area: 'The part of the picture to keep; the arrow keys move it',
    shape: 'Shape',
    zoom: 'Zoom',
    help: 'All chosen networks accept these shapes. The original stays in the library.',
    standsStill: 'An animated picture becomes a still one.',
    notShown:
      'This browser cannot show pictures of this type, so it cannot change this one. Save it as JPEG or PNG first.',
    changed: 'The picture was changed',
    apply: 'Use this picture',
  },
  settings: {
    of: (channel: string): string => `Settings for ${channel}`,
    notChosen: 'Not chosen',
    lines: (n: number): string => (n === 1 ? '1 line' : `${n} lines`),
    chooseTextFile: 'Choose a file',
    replaceTextFile: 'Choose another file',
    entry: (label: string, n: number): string => `${label} ${n}`,
    addEntry: (label: string): string => `Add: ${label}`,
    removeEntry: (label: string, n: number): string => `Remove ${label} ${n}`,
    noChoices: (why: string): string => `The values could not be loaded: ${why}`,
    typeToSearch: 'Type to search',
    nothingFound: 'Nothing found',
    chooseFile: 'Choose a picture',
    replaceFile: 'Replace',
    removeFile: 'Remove',
    removeSetting: (label: string): string => `Remove ${label}`,
    postingAs: (account: string): string => `Posting as ${account}`,
    card: 'Link card',
    cardHelp: 'Title, description and picture of the page that the text links to.',
    switchedOff: 'The account has switched this off for all its posts.',
  },
  when: {
    label: 'When',
    kinds: { now: 'Now', at: 'Date and time', slot: 'Queue' },
    field: (zone: string): string => `Date and time (${zone})`,
    missing: 'Choose a date and a time.',
    past: 'This date has passed. Choose a later one, or publish now.',
    quick: { soon: 'Next full hour', tomorrow: 'Tomorrow 09:00', nextWeek: 'In a week, 09:00' },
    slot: (date: string, channel: string, zone: string): string =>
      `${date} (${zone}), the next free posting time of ${channel}`,
    slotNone: (channel: string): string => `${channel} has no posting times: set some, or choose a date`,
    slotNoChannel: 'Choose a channel first: each has its own posting times.',
  },
  reach: {
    may: (channels: readonly string[]): string =>
      `${channels.join(', ')} may have to fetch files from this instance, which would fail.`,
  },
  limits: {
    used: ({ channel, limit, used, of: scope, hours }: LimitUse): string =>
      `${channel}: ${used} of the ${limit} posts that the network allows ${
        hours === null ? 'per day' : `within ${hours} hours`
      }${scope === 'app' ? ', across all accounts of the app,' : ''} are used by then.`,
    goesOut: (when: string): string => `The post will be published at about ${when}. Or choose another time.`,
    tooLong: 'This thread has more parts than that. Shorten it.',
  },
  textWarning: ({ channel, words: text }: { channel: string; words: string }): string =>
    `${channel}: ${text}.`,
  preview: {
    label: 'Preview',
    choose: 'Preview for',
    none: 'Choose a channel to see your post there.',
    empty: 'Your text appears here.',
    now: 'now',
    video: 'Video',
    card: 'The network adds the title and picture of the page',
    noCard: (why: string): string => `No link card. ${why}`,
    more: (n: number): string => `+${n}`,
  },
  saving: {
    nothing: 'Autosaves as you write',
    kept: 'Kept as a draft, and not in the post until you save',
    pending: 'Saving',
    saved: (when: string): string => `Saved ${when}`,
    offline: 'Not saved: Crier cannot be reached. What you wrote is still here.',
    'signed-out': 'Not saved: you are signed out. What you wrote is still here.',
    elsewhere: 'Not saved: another organisation is open now. What you wrote is still here.',
    conflict: 'Not saved: this draft was changed elsewhere.',
    failed: 'Not saved.',
  },
  readiness: {
    all: (n: number): string =>
      n === 1 ? 'The channel is ready' : n === 2 ? 'Both channels are ready' : `All ${n} channels are ready`,
    some: (ready: number, all: number, names: readonly string[]): string =>
      all === 1
        ? `Not ready yet: ${list(names)}`
        : `${ready} of ${all} channels are ready: fix ${list(names)}, or leave ${names.length === 1 ? 'it' : 'them'} out`,
    because: (message: string, more: number): string => (more ? `${message} (and ${more} more)` : message),
    ofField: (field: string, message: string): string => `${field}: ${message}`,
    checking: 'Checking',
    unchecked: 'Not checked yet: Crier did not answer. It will be asked again.',
    fix: 'Fix',
    leaveOut: 'Leave out',
  },
  send: {
    now: 'Publish now',
    at: 'Schedule',
    atTime: (when: string): string => `Schedule for ${when}`,
    slot: 'Add to queue',
    failed: 'Nothing was published or scheduled',
    offline:
      'You are offline, so nothing was sent. Everything is still here: press the button again once you are online.',
    unreachable:
      'Crier cannot be reached. Everything is still here: press the button again in a moment; nothing is published twice.',
    tooLate:
      'Crier did not respond in time. Everything is still here: press the button again; nothing is published twice.',
    broken: 'Crier’s response made no sense. Everything is still here: press the button again.',
    sentBefore:
      'This draft was already sent, with the text it had then. Your changes since are still here, and were not sent.',
    changedMeanwhile:
      'Someone else changed this post while you were writing, so yours was not saved. It is still here.',
    changedUnsure:
      'Someone else changed this post while you were writing. Yours may have been saved before that; it is still here.',
    nextFree: 'Choose the next free time',
    keepTime: 'Keep this time',
    openChanged: 'View the post as it is now',
    saveOver: 'Overwrite it with mine',
    openPost: (channel: string): string => `Open the post to ${channel}`,
    advice: {
      later: 'Everything you wrote is still here. Press the button again later.',
      again: 'Everything you wrote is still here. Press the button again in a moment.',
      change: 'Everything you wrote is still here. Change what is wrong, and press the button again.',
    },
    notSent: 'The post you left was not sent. It is still in the drafts.',
    notSaved: 'Your changes to the post you left may not have been saved.',
    open: 'Open',
    uploading: 'A file is still uploading. Wait for it, or remove it.',
    notUploaded: 'A file was not uploaded. Try again, or remove it.',
  },
  result: {
    scheduled: 'Scheduled',
    publishing: 'Publishing',
    frozen: 'Waiting: publishing is frozen',
    post: 'Post',
    calendar: 'Open the calendar',
    again: 'Write another',
    draftLeft: 'The draft is still in the list: delete it there',
  },
  share: {
    question: 'Add what was shared to this post?',
    help: 'Another app or page sent it to Crier.',
    add: 'Add',
    leaveOut: 'Leave it out',
    problems: {
      'too-many': 'More than 20 files were shared. Share fewer at a time.',
      'too-large': 'What was shared is too large for one post. Share less at a time.',
      unreadable: 'What was shared did not arrive. Share it again.',
      gone: 'What was shared is no longer here. Share it again.',
    },
  },
  menu: {
    label: 'More',
    templates: 'Start from a template',
    replaced: 'The template has replaced what was written',
    saveTemplate: 'Save as a template',
    saveSignature: 'Save as a signature',
    duplicate: 'Duplicate this draft',
    remove: 'Delete this draft',
    discard: 'Discard this change',
    removed: 'Draft deleted',
    removeQuestion: 'Delete this draft?',
    removeHelp: 'Its text is deleted for everyone in the organisation. Its media stay in the library.',
  },
  dialogs: {
    changedBy: (name: string, time: string): string => `${name} changed this draft at ${time}`,
    changedByYou: (time: string): string => `You changed this draft in another window at ${time}`,
    somebody: 'Someone',
    changedHelp:
      'You can save yours as a separate draft, or replace the other one. Opening the newer one discards yours.',
    openNewer: 'Open the newer one',
    keepMine: 'Keep mine',
    keepBoth: 'Keep both',
    gone: 'This draft no longer exists',
    goneHelp: 'It was deleted or published elsewhere. What you have here can become a new draft.',
    keepAsNew: 'Keep as a new draft',
    leave: 'Leave without saving?',
    leaveHelp: 'Not everything here is saved yet. Unsaved changes would be lost.',
    notSettled: 'Not everything on this page is saved yet. Save it or leave the page first.',
    elsewhere: (name: string): string => `You switched to ${name} in another window`,
    elsewhereHelp: (home: string): string => `What you wrote here belongs to ${home}, and is still here.`,
    comeBack: (home: string): string => `Continue in ${home}`,
    leaveAnyway: 'Leave',
    stay: 'Stay',
    signIn: 'Sign in again',
    signInHelp: 'Your session has ended. Nothing is lost: what you wrote stays here and is saved afterwards.',
    publishNow: (n: number): string => `Publish to ${channels(n)} now?`,
    publishNowHelp: (names: readonly string[]): string => `It will be published at once: ${list(names)}.`,
    publishNowFrozen: (names: readonly string[]): string =>
      `Publishing is frozen. It waits, and is published once publishing is resumed: ${list(names)}.`,
    snippet: {
      kinds: { template: 'Template', signature: 'Signature' },
      template: 'Save as a template',
      signature: 'Save as a signature',
      name: 'Name',
      help: {
        template: 'The texts and files of all parts, for the next post like this one.',
        signature: 'The text of the first part, to put below other texts.',
      },
    },
  },
} as const;
