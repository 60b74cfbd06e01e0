/** Posts from a table: choosing the file, matching its columns, and scheduling its posts. */
export const table = {
  title: 'Import posts from a table',
  link: 'Import a table …',
  file: 'CSV file',
  help: 'A CSV file of Excel, LibreOffice or another tool, up to 2 MB and 1,000 posts. Files of Buffer and Hootsuite are taken as they are. Nothing is stored before you have seen the posts.',
  tooLarge: 'The file has more than 2 MB. Split it.',
  tooLong: 'The file has more than 1,000 rows. Split it into files of up to 1,000 rows.',
  noRows: 'The file has no rows.',
  unreadable: 'The letters of this file cannot be read. Save the table as “CSV UTF-8”.',
  noTable: 'This is not a table (CSV). Save the table as “CSV UTF-8”.',
  /** Why a file cannot be read; `why` begins with a capital letter. */
  fileProblem: (why: string): string => `The file ${why.slice(0, 1).toLowerCase()}${why.slice(1)}`,
  needs: {
    title: 'The first line of the file names its columns. It needs these:',
    date: (example: string): string => `Date: for example ${example}; the time may have a column of its own`,
    channel: 'Channel: its name in Crier. You can also choose one channel for all rows.',
    text: 'Text',
    others: 'There may also be columns with URLs of pictures and videos, alt texts, tags, or a link.',
    download: 'Download an example',
  },
  example: {
    file: 'example.csv',
    separator: ',',
    names: { date: 'Date', channel: 'Channel', text: 'Text', media: 'Media' },
    channel: 'My channel',
    first: 'My first post',
    second: 'My second post',
  },
  /** Where no column is chosen for what every row needs. */
  choose: {
    date: 'Choose which column has the date.',
    channel: 'Choose which column has the channel, or one channel for all rows.',
    content: 'Choose which column has the text.',
  },
  wrong: {
    past: (date: string): string => `This date has passed: ${date}`,
    date: (iso: string, dots: string, slashes: string): string =>
      `Write the date as ${iso}, ${dots} or ${slashes}`,
    skipped: (earlier: string, later: string): string =>
      `This time does not exist: the clocks go forward then. Write ${earlier} or ${later}`,
    twice: (first: string, second: string): string =>
      `This time happens twice: the clocks go back then. Write ${first} or ${second}`,
    offset: (zone: string): string => `This offset is not that of ${zone}. Leave it out`,
    noDate: 'Write a date',
    noChannel: 'Name a channel',
    noText: 'Write a text',
    noFile: (cell: string): string =>
      `“${cell}” is not a URL. Files are fetched from a URL, such as https://…`,
  },
  other: 'Another file',
  guessed: (encoding: string): string =>
    `The file does not say its encoding: it was read as ${encoding}. Check special letters in the texts.`,
  zone: (zone: string): string => `Dates without a time zone are by the clock of ${zone}.`,
  channel: 'Channel of rows that name none',
  noChannel: 'None',
  draft: 'Import all as drafts',
  order: (example: string): string => `What comes first in ${example}?`,
  orders: { 'day-first': 'The day', 'month-first': 'The month' },
  columns: {
    date: 'Date',
    time: 'Time',
    timeZone: 'Time zone',
    channel: 'Channel',
    content: 'Text',
    thread: 'Further parts',
    media: 'Files (URLs)',
    alt: 'Alt texts',
    link: 'Link at the end',
    tags: 'Tags',
    settings: 'Settings (JSON)',
    type: 'Status',
    draft: 'Draft (yes or no)',
    none: 'Leave out',
  },
  columnOf: (name: string): string => `Column “${name}” has`,
  unnamed: (at: number): string => `Column ${at}`,
  line: 'Line',
  state: 'Post',
  edit: (column: string, line: number): string => `${column} in line ${line}`,
  empty: 'Empty',
  ready: 'Ready',
  known: 'Imported before',
  twice: (line: number): string => `The same as line ${line}`,
  checking: 'Being checked …',
  onlyProblems: 'Only rows with problems',
  problems: (rows: number): string =>
    rows === 0 ? 'No problems.' : rows === 1 ? 'One row has problems.' : `${rows} rows have problems.`,
  leftOut: (known: number): string =>
    known === 1
      ? 'One row was imported before and is left out.'
      : `${known} rows were imported before and are left out.`,
  rowsLeftOut: 'Rows with problems are left out.',
  submit: (posts: number): string => (posts === 1 ? 'Schedule 1 post' : `Schedule ${posts} posts`),
  submitDrafts: (posts: number): string => (posts === 1 ? 'Create 1 draft' : `Create ${posts} drafts`),
  progress: (done: number, all: number): string => `${done} of ${all} rows are done`,
  stop: 'Stop',
  stopped: 'Stopped',
  done: (posts: number): string => (posts === 1 ? '1 post was created' : `${posts} posts were created`),
  failed: (rows: number): string =>
    rows === 1 ? 'One row could not be imported:' : `${rows} rows could not be imported:`,
  again: 'Try the rest again',
  toTable: 'Back to the table',
  toResult: 'What was created',
  leave: {
    title: 'Stop the import?',
    help: 'The import stops when you leave this page. What was created stays; to go on, open the same file again.',
    leave: 'Stop and leave',
    stay: 'Stay',
  },
  leaveChanged: {
    title: 'Leave without importing?',
    help: 'Not every row is imported yet. Your changes to this table would be lost.',
    leave: 'Leave',
  },
  leftAt: (done: number, all: number): string =>
    `${done} of ${all} rows were imported. To go on, or to cancel their posts, open the same file again.`,
  removeKnown: (posts: number): string =>
    posts === 1 ? 'Cancel the post that waits' : `Cancel the ${posts} posts that wait`,
  removeKnownQuestion: (posts: number): string =>
    posts === 1
      ? 'Cancel the post that was imported from this file?'
      : `Cancel the ${posts} posts that were imported from this file?`,
  undo: 'Cancel all of them',
  undone: (posts: number): string =>
    posts === 1 ? 'The imported post was cancelled' : `${posts} imported posts were cancelled`,
  page: (page: number, pages: number): string => `Rows, page ${page} of ${pages}`,
  postOf: (line: number, channel: string): string => `Line ${line}: ${channel}`,
} as const;
