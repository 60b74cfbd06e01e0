/** Posts that are repeated by a rule: choosing it, and which posts of a series a change concerns. */
export const series = {
  repeat: 'Repeat …',
  change: 'Change',
  stop: 'Do not repeat',
  title: 'Repeat this post',
  how: 'How often',
  kinds: {
    daily: 'By days',
    weekdays: 'Every weekday, Monday to Friday',
    weekly: 'By weeks, on chosen days',
    monthday: 'By months, on a day of the month',
    monthnth: 'By months, on a day of the week',
  },
  interval: {
    daily: 'Every how many days',
    weekly: 'Every how many weeks',
    monthly: 'Every how many months',
  },
  days: 'Days of the week',
  noDay: 'Choose a day.',
  nth: 'Which one of the month',
  from: 'From',
  ends: 'Ends',
  end: { never: 'Never', until: 'On a day', count: 'After posts' },
  until: 'Last day',
  count: 'Number of posts',
  dates: 'Next posts',
  more: 'and so on',
  skipped: (clock: string): string => `The clocks skip ${clock} on this day`,
  clocks: (zone: string): string =>
    `Times are on the clock of ${zone}, in summer and winter time. If the clocks skip a time, the post is later by as much.`,
  submit: 'Repeat',
  words: {
    daily: (every: number): string => (every === 1 ? 'every day' : `every ${every} days`),
    weekdays: 'every weekday',
    weekly: (every: number, days: string): string =>
      every === 1 ? `every week on ${days}` : `every ${every} weeks on ${days}`,
    monthly: (every: number, day: string): string =>
      every === 1 ? `every month on ${day}` : `every ${every} months on ${day}`,
    dayOfMonth: (day: number): string => `day ${day}`,
    nth: (nth: number, day: string): string =>
      `the ${nth < 0 ? 'last' : (['first', 'second', 'third', 'fourth', 'fifth'][nth - 1] ?? '')} ${day}`,
    until: (day: string): string => `until ${day}`,
    count: (count: number): string => `${count} posts`,
    without: (days: number): string => (days === 1 ? 'without one day' : `without ${days} days`),
    other: (rule: string): string => `by the rule ${rule}`,
    interval: (days: number): string => (days === 1 ? 'every day' : `every ${days} days`),
    sentence: (rhythm: string, clock: string, zone: string): string =>
      `Repeated ${rhythm} at ${clock} (${zone})`,
  },
  scope: {
    label: 'Which posts',
    this: 'This post',
    following: 'This and following posts',
    all: 'All posts of the series that wait',
  },
  dialogs: {
    edit: 'Edit posts of a series',
    move: 'Move posts of a series',
    remove: 'Cancel posts of a series',
  },
  submits: { edit: 'Edit', move: 'Move', remove: 'Cancel posts' },
  keep: 'Keep',
  removeHelp: 'What is published stays on the network.',
  date: 'New date and time',
  past: 'This time is in the past.',
  missing: 'Enter a date and a time.',
  severalDays:
    'This series has several days of the week: together, its posts can only get another time of the day. To change its days, edit how it repeats.',
  removed: (count: number, when: string): string =>
    count === 1 ? `The post for ${when} was cancelled` : `${count} posts were cancelled`,
  removedFrom: (when: string): string => `The posts from ${when} on were cancelled`,
  removedAll: 'The series was cancelled',
  moved: (when: string): string => `Moved to ${when}`,
  movedFrom: (when: string): string => `This and the following posts were moved; this one to ${when}`,
  movedAll: (when: string): string => `The series was moved; this post to ${when}`,
  already: 'These posts were cancelled before',
  alsoChanges: (count: number): string =>
    count === 1
      ? 'The text of one more post changes with it.'
      : `The texts of ${count} more posts change with it.`,
  changedSome: (changed: number, all: number): string => `${changed} of ${all} posts were changed`,
  stays: {
    published: (count: number): string =>
      count === 1
        ? 'One was published meanwhile, or is being published.'
        : `${count} were published meanwhile, or are being published.`,
    deleted: (count: number): string =>
      count === 1 ? 'One was cancelled meanwhile.' : `${count} were cancelled meanwhile.`,
    changed: (count: number): string =>
      count === 1
        ? 'One was changed by another person meanwhile, and stays as that person left it.'
        : `${count} were changed by another person meanwhile, and stay as that person left them.`,
  },
} as const;
