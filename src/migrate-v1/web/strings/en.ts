const posts = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;
const organizations = (count: number): string => `${count} ${count === 1 ? 'organisation' : 'organisations'}`;

interface Jobs {
  readonly delayed: number;
  readonly waiting: number;
  readonly active: number;
}

interface Runs {
  readonly lookedFor: number;
  readonly withRun: number;
  readonly workers: number;
}

/** Instance > Migration: an instance of v1 moves over. */
export const migration = {
  title: 'Migration from v1',
  back: 'Instance',
  intro:
    'Crier copies what v1 has while v1 keeps publishing, and takes over one organisation after the other when you say so. v1 is only read until then.',
  form: {
    title: 'Where v1 is',
    source: 'Database of v1',
    sourceHelp: 'postgres://user:password@host:5432/name. A role that may only read is enough to copy.',
    jwtSecret: 'JWT_SECRET of v1',
    jwtSecretHelp: 'From its .env. It opens the secrets of the channels.',
    redis: 'Redis of v1 up to v2.11.3 (optional)',
    redisHelp:
      'redis://:password@host:6379. With it, a takeover also removes the jobs of v1, and sees what it is sending.',
    temporal: 'Temporal of v1 from v2.12.0 on (optional)',
    temporalHelp:
      'host:7233/namespace, with tls:// in front where v1 has TEMPORAL_TLS. A takeover ends the runs of v1 there; without it, v1 has to be stopped permanently before.',
    uploads: 'Folder or URL of its uploads (optional)',
    uploadsHelp:
      'The folder as this server sees it, or the URL of v1: https://old.example. Without it, no files are copied.',
    merge: 'Addresses whose accounts are one person each (optional)',
    mergeHelp:
      'Email addresses, with a comma between them. The plan names those that several accounts of v1 share; without this, each of these accounts is copied on its own.',
    environment: (name: string): string => `${name} of v1 (optional)`,
    plan: 'Show the plan',
    start: 'Start copying',
    startQuestion: 'Start copying from v1?',
    startHelp: 'v1 keeps publishing, and nothing is written into its database.',
  },
  plan: {
    title: 'What would be copied',
    summary: (version: string, records: number, seconds: number): string =>
      `v1 is ${version}. ${records} records, about ${seconds} s without the files.`,
    organization: (people: number, channels: number, all: number, waiting: number): string =>
      `People: ${people} · channels: ${channels} · posts: ${all}, of which ${waiting} wait`,
    queue: ({ delayed, waiting, active }: Jobs): string =>
      `Its queue has ${delayed} ${delayed === 1 ? 'job' : 'jobs'} for later, ${waiting} to be done now and ${active} being done.`,
    noQueue:
      'Its Redis was not given. A takeover asks for it, since it alone says what v1 is sending at that moment.',
    runs: ({ lookedFor, withRun, workers }: Runs): string =>
      `Of the next ${posts(lookedFor)} that wait, ${withRun} have a run in its Temporal, ${workers > 0 ? 'which v1 works for' : 'which nothing of v1 works for at this moment'}.`,
    noRuns:
      'Its Temporal was not given. Its runs do not look at its database again, so a takeover asks for it, or for a v1 that is stopped permanently.',
    withoutPost: (count: number): string => `For ${count} of them no post waits any more.`,
    withoutJob: (count: number): string =>
      `${posts(count)} due within three hours ${count === 1 ? 'has' : 'have'} no job; v1 adds one within the hour.`,
    reconnect: 'To be connected again',
    clashes: 'Copied with changes',
    left: 'Stays behind',
    remark: (count: number, what: string, why: string): string => `${count} × ${what}: ${why}`,
  },
  progress: {
    title: 'The copy',
    doing: {
      copying: 'Copying everything',
      watching: 'Everything is copied; changes follow every 20 seconds',
      cutover: 'Taking over an organisation',
      rollback: 'Giving an organisation back',
    },
    paused: 'Paused',
    ended: 'The copy is not under way',
    unknown: 'No worker answers, so it cannot be said how far the copy is',
    never: 'The copy was started on the command line',
    changes: (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'} copied since`,
    looked: 'last look',
    kinds: {
      organization: 'Organisations',
      user: 'People',
      membership: 'Memberships',
      customer: 'Channel groups',
      integration: 'Channels',
      media: 'Files',
      tag: 'Tags',
      signature: 'Signatures',
      set: 'Sets',
      post: 'Posts',
      notification: 'Notifications',
      webhook: 'Webhooks',
      oauth_app: 'OAuth apps',
      oauth_authorization: 'OAuth tokens',
      subscription: 'Plans',
    },
    copied: (written: number, read: number): string => `${read} read, ${written} copied`,
    pause: 'Pause',
    resume: 'Continue',
    abort: 'End the copy',
    abortQuestion: 'End the copy?',
    abortHelp: 'What was copied stays. “Continue” starts again, and copies only what has changed.',
    sourceProblem: 'v1 cannot be read',
  },
  problems: { title: 'What was not copied unchanged' },
  programs: {
    title: 'Programs with an API key of v1',
    works: (count: number, names: string): string =>
      `${count === 1 ? 'The key' : `The ${count} keys`} of ${names} ${count === 1 ? 'is' : 'are'} good here as before.`,
    here: (count: number): string =>
      count === 1 ? 'One key of v1 is good here as before.' : `${count} keys of v1 are good here as before.`,
    url: (url: string): string => `Before the takeover, the programs need ${url} in place of the URL of v1.`,
    shared: (names: string): string =>
      `${names} have one key together. It is good here for one of them; make a new one for the others after the copy, under Settings > API keys.`,
    unused: 'No program has used it here yet.',
    used: 'Last used here by a program',
  },
  samples: { title: 'The next posts, side by side', here: 'Here', v1: 'In v1', gone: 'is no longer there' },
  organizations: {
    title: 'Who publishes',
    none: 'No organisation has been copied yet.',
    v1: 'v1',
    crier: 'Crier',
    inDoubt: 'In doubt',
    doubted: 'A backup was restored: v1 says who publishes, see “After a restore”.',
    waiting: (count: number): string => `${posts(count)} waiting`,
    since: 'since',
    phases: {
      copying: '',
      stopping: 'stopping v1',
      waiting: 'waiting for what v1 may be sending',
      looking: 'reading what v1 has sent',
      cut_over: '',
    },
    queued: 'is next',
    problem: 'The last step was not completed',
    wayOut:
      'v1 is stopped, and Crier does not publish yet. If nothing is under way, “Take over” continues where it was, and “Give back” lets v1 publish again.',
  },
  cutover: {
    one: 'Take over',
    all: 'Take over all',
    question: (name: string): string => `Take over ${name}?`,
    questionAll: (count: number): string => `Take over ${organizations(count)}?`,
    help: (waiting: number, by: 'redis' | 'temporal' | 'neither'): string =>
      `Everything is copied and compared once more. Then v1 is stopped: ${posts(waiting)} that wait there are marked as deleted in its database${{ redis: ', and their jobs are removed from its Redis', temporal: ', and their runs are ended in its Temporal', neither: '' }[by]}. What it may be sending is waited for, at most ten minutes. Then Crier publishes. If a step fails, v1 continues. Until Crier has sent something, there is a way back.`,
    unknown: {
      redis:
        'The Redis of v1 is not known, which alone says what v1 is sending at that moment. Start copying again with its URL, or stop the containers of v1.',
      temporal:
        'The Temporal of v1 is not known, and what has begun to wait there is published regardless of its database. Start copying again with its URL, or stop the containers of v1 permanently.',
    },
    withoutRedis: 'Its Redis cannot be reached: its database alone stops v1, and its jobs stay',
    withoutFiles: (count: number): string =>
      `${posts(count)} ${count === 1 ? 'needs a file that is' : 'need files that are'} not here: ${count === 1 ? 'it is' : 'they are'} published without`,
    overdue: 'Posts that were overdue in v1 already',
    rules: { ask: 'Ask a person', send: 'Send them', draft: 'Make them drafts' },
    frozen: 'The containers of v1 are stopped: write nothing into its database',
    started: 'The takeover has begun',
  },
  rollback: {
    one: 'Give back',
    question: (name: string): string => `Give ${name} back to v1?`,
    help: 'What was stopped in v1 waits there again. If Crier has sent, made or changed a post since, nothing is changed, and this page says so.',
    started: 'It is being given back',
  },
  afterRestore: {
    title: 'After a restore',
    help: 'A backup knows who published when it was made. If one was restored, v1 says who publishes now.',
    doubt: (count: number): string =>
      `It is not known who publishes for ${count === 1 ? 'one organisation' : organizations(count)}`,
    backup: 'A backup was restored, which is from',
    why: 'Since then v1 may have been stopped, or may publish again. Until a person has checked in v1, nothing is published here for these, and their posts and channels cannot be changed.',
    frozen: 'The containers of v1 are stopped permanently; its database may be gone',
    look: 'Check in v1',
    nothing: 'Nothing is in doubt.',
    act: 'Act on it',
    actAll: 'Act on all of it',
    question: (count: number): string => `Act on what v1 says of ${organizations(count)}?`,
    done: 'Done',
    frozenSince: 'If the instance is frozen since the restore, nothing is published before it is resumed.',
    resume: 'Go to the instance',
    outcomes: {
      crier: 'v1 is stopped for it, so Crier publishes. What is due is looked up on its network first.',
      v1: 'v1 publishes for it, as before.',
      given_back: 'v1 publishes for it again, so it is given back here.',
      cut_over:
        'v1 is stopped for it, and this backup knows of no takeover, so nobody publishes. After this, take it over below; what was due until now is looked up on its network, or asked about.',
      taken_over:
        'v1 is gone, so Crier takes over. What was due until now is looked up on its network, or asked about.',
      refused: 'Nothing was changed. The box above is what is called --frozen-source here:',
    },
  },
  finish: {
    title: 'The end',
    action: 'Finish the migration',
    help: 'When Crier publishes for all of them. The secrets of v1 are forgotten; old ids and keys keep working.',
    question: 'Finish the migration?',
    warning: 'There is no way back to v1 after this.',
    done: 'The migration is finished',
  },
} as const;
