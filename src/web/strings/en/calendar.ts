/** The calendar: days, hours and posts, and moving them. */
export const calendar = {
  title: 'Calendar',
  clock: {
    skipped: (time: string): string =>
      `The clocks go forward on this day: ${time} does not exist. Choose one of these times:`,
    twice: (time: string): string =>
      `The clocks go back on this day: ${time} happens twice. Choose one of the two:`,
  },
  newPost: 'New post',
  views: { label: 'View', month: 'Month', week: 'Week', day: 'Day', list: 'List' },
  today: 'Today',
  back: { month: 'Previous month', week: 'Previous week', day: 'Previous day', list: 'Previous month' },
  ahead: { month: 'Next month', week: 'Next week', day: 'Next day', list: 'Next month' },
  zone: {
    in: (zone: string): string => `Times in ${zone}`,
    mine: (zone: string): string => `Show my time (${zone})`,
    organization: (zone: string): string => `Show the organisation’s time (${zone})`,
  },
  filters: {
    label: 'Filters',
    open: (count: number): string => (count ? `Filters (${count})` : 'Filters'),
    channel: 'Channels',
    customer: 'Channel group',
    tag: 'Tag',
    state: 'Status',
    person: 'Person',
    clear: 'Clear filters',
    slots: 'Free posting times',
    nothingFound: 'Nothing found',
    states: { QUEUE: 'Scheduled', DRAFT: 'Drafts', PUBLISHED: 'Published', ERROR: 'Needs you' },
  },
  truncated: 'There are more posts than the calendar can show here. Narrow the range or set a filter.',
  empty: 'Nothing is planned here',
  emptyHelp: 'Choose a day or an hour to write a post for it.',
  emptyFiltered: 'No post matches these filters',
  noText: 'No text',
  more: (count: number): string => `+${count} more`,
  moreOn: (count: number, day: string): string => `${count} more on ${day}`,
  posts: (count: number): string => (count === 1 ? '1 post' : `${count} posts`),
  writeOn: (day: string): string => `Write a post on ${day}`,
  writeAt: (day: string, time: string): string => `Write a post on ${day} at ${time}`,
  openDay: (day: string): string => `Open ${day}`,
  slot: (time: string, channel: string): string => `Free posting time at ${time}: ${channel}`,
  now: 'Now',
  missingHour: 'This hour does not exist: the clocks go forward',
  doubleHour: 'This hour happens twice: the clocks go back',
  of: (channel: string, state: string): string => `${channel}, ${state}`,
  post: {
    label: 'Post',
    open: 'Open',
    edit: 'Edit',
    move: 'Move',
    duplicate: 'Duplicate',
    by: (name: string): string => `Created by ${name}`,
    repeat: 'This is a future date of a repeated post. Move the post itself to move all of its dates.',
    fixed: {
      publishing: 'It is being published right now, so it cannot be moved.',
      published: 'It has been published, so it cannot be moved.',
      ended: 'It can no longer be moved. Open it to see your options.',
    },
  },
  move: {
    title: 'Move this post',
    date: 'Date',
    time: 'Time',
    submit: 'Move',
    help: 'Drag a post to move it. With the keyboard: press M on a post, then the arrow keys, then Enter.',
    pickedUp: (text: string): string =>
      `${text} picked up. Move it with the arrow keys, drop it with Enter, cancel with Escape.`,
    moved: (text: string, date: string): string => `“${text}” moved to ${date}`,
    /** After a move to a time that the clock shows twice, or skips; `taken`: "02:30 CEST". */
    twice: (text: string, date: string, time: string, taken: string): string =>
      `“${text}” moved to ${date}. The clock shows ${time} twice on this day: this is ${taken}.`,
    skipped: (text: string, date: string, time: string, taken: string): string =>
      `“${text}” moved to ${date}. The clock skips ${time} on this day: this is ${taken}.`,
    other: (reading: string): string => `Use ${reading}`,
    cancelled: (date: string): string => `Move cancelled: still on ${date}`,
    overPast: (date: string): string => `${date} is in the past`,
    past: 'That time is in the past. The post stays where it was.',
    failed: 'The post was not moved',
    noDate: 'Enter a date and a time.',
  },
  /** Several posts at once. */
  bulk: {
    select: 'Select',
    help: 'Press X on a post to select it, Shift and an arrow key to select more, Ctrl-A for all, Escape for none.',
    label: 'Selected posts',
    selected: (count: number): string => (count === 1 ? '1 post selected' : `${count} posts selected`),
    inSeries: (count: number): string =>
      count === 1 ? '1 is repeated: change it by itself' : `${count} are repeated: change each by itself`,
    clear: 'Clear the selection',
    toFree: 'Move to free posting times',
    moved: (count: number): string =>
      count === 1 ? '1 post has a new date' : `${count} posts have new dates`,
    movedBy: (count: number, days: number): string =>
      `${count === 1 ? '1 post was' : `${count} posts were`} moved by ${days === 1 ? '1 day' : `${days} days`}`,
    notMoved: 'No post was moved',
    days: {
      open: 'Move by days …',
      title: 'Move by days',
      label: 'Days',
      help: (count: number): string =>
        `How far ${count === 1 ? 'the post is' : `the ${count} posts are`} moved; a negative number moves back.`,
      clock: (zone: string): string => `Each post keeps its time of day in ${zone}.`,
      invalid: (max: number): string => `Enter a whole number up to ${max}, other than 0.`,
      past: (count: number): string =>
        count === 1 ? '1 post would be in the past.' : `${count} posts would be in the past.`,
    },
    tags: {
      open: 'Tags …',
      title: (count: number): string => (count === 1 ? 'Tags of 1 post' : `Tags of ${count} posts`),
      add: 'Add',
      remove: 'Remove',
      submit: 'Change tags',
    },
    schedule: (count: number): string => (count === 0 ? 'Schedule drafts' : `Schedule drafts (${count})`),
    cancel: (count: number): string => (count === 1 ? 'Cancel post' : 'Cancel posts'),
    cancelQuestion: (count: number): string => (count === 1 ? 'Cancel 1 post?' : `Cancel ${count} posts?`),
    cancelHelp: (count: number): string =>
      count === 1
        ? 'It will not be published. Anything already on the network stays there.'
        : 'They will not be published. Anything already on a network stays there.',
    keep: (count: number): string => (count === 1 ? 'Keep it' : 'Keep them'),
    cancelled: (count: number): string =>
      count === 1 ? '1 post was cancelled' : `${count} posts were cancelled`,
    scheduled: (count: number): string =>
      count === 1 ? '1 post was scheduled' : `${count} posts were scheduled`,
    tagged: (count: number): string =>
      count === 1 ? 'The tags of 1 post were changed' : `The tags of ${count} posts were changed`,
    duplicated: (count: number): string =>
      count === 1 ? '1 copy was made, as a draft' : `${count} copies were made, as drafts`,
    failed: (count: number): string =>
      count === 1 ? '1 post was not changed' : `${count} posts were not changed`,
  },
} as const;
