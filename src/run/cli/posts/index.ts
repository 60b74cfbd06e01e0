import { Option, type Command } from 'commander';
import { ORGANIZATION_HELP, addApiCommand, addListCommand, addReadCommand, collect } from '../command.ts';
import { POST_STATES } from '../../../../temporal/contract/post-states.ts';
import { CliError } from '../errors.ts';
import type { CreateOptions } from './create.ts';
import type { ListOptions } from './list.ts';
import type { ResolveOptions } from './resolve.ts';

const MAX_DELAY_MINUTES = 525_600;
const EXAMPLE_ID = '01932f6c-7b1e-7c3a-9d55-0a6f4a1c2b3d';

/** `posts create|list|show|explain|cancel|retry|resolve`. */
export function addPostCommands(posts: Command): void {
  addCreate(posts);
  addListCommand(
    posts,
    { name: 'list', summary: 'List posts by date', example: 'posts list --state scheduled' },
    async (lists, { options }) => (await import('./list.ts')).listPosts(lists, options as ListOptions),
  )
    .option(
      '--from <date>',
      "ISO 8601, in the organisation's time zone unless it has one; default: 7 days ago",
    )
    .option('--to <date>', "ISO 8601, in the organisation's time zone unless it has one; default: no end")
    .addOption(new Option('--state <state>', 'Only posts in this state').choices(POST_STATES));
  addListCommand(
    posts,
    {
      name: 'show <id>',
      summary: 'Show a post with its parts and its timeline',
      example: `posts show ${EXAMPLE_ID}`,
    },
    async (lists, { args }) => (await import('./show.ts')).showPost(lists, args[0] ?? ''),
  );
  addReadCommand(
    posts,
    {
      name: 'explain <id>',
      summary: 'Explain what happened to a post, what happens next, and what you can do',
      example: `posts explain ${EXAMPLE_ID}`,
    },
    async (reader, organization, { args, config }) =>
      (await import('./explain.ts')).explainPost({ reader, config, organization }, args[0] ?? ''),
  ).option('--organization <name or id>', ORGANIZATION_HELP);
  addApiCommand(
    posts,
    {
      name: 'cancel <id>',
      summary: 'Cancel a post, or remove the record of one that has ended',
      example: `posts cancel ${EXAMPLE_ID}`,
    },
    async (instance, { args }) => (await import('./change.ts')).cancelPost(instance, args[0] ?? ''),
  );
  addApiCommand(
    posts,
    {
      name: 'retry <id>',
      summary: 'Retry a post that failed or was missed; published parts are not sent again',
      example: `posts retry ${EXAMPLE_ID}`,
    },
    async (instance, { args }) => (await import('./change.ts')).retryFailedPost(instance, args[0] ?? ''),
  );
  addApiCommand(
    posts,
    {
      name: 'resolve <id>',
      summary: 'Say what happened to an unconfirmed post',
      example: `posts resolve ${EXAMPLE_ID} --published --url https://network.example/1`,
    },
    async (instance, { args, options }) =>
      (await import('./resolve.ts')).resolveUnconfirmedPost(
        instance,
        args[0] ?? '',
        options as ResolveOptions,
      ),
  )
    .option('--published', 'It was published')
    .option('--resend', 'It was not published: send it again')
    .option('--drop', 'Mark it as not published, and send nothing')
    .option('--url <url>', 'With --published: the link to it')
    .option('--id <id>', 'With --published: its ID on the network; needed if parts of a thread follow');
}

function addCreate(posts: Command): void {
  addApiCommand(
    posts,
    {
      name: 'create',
      summary: 'Create a post: now, at a date, or as a draft',
      example: 'posts create --channel Sandbox --text "Hello" --date 2031-05-04T09:30:00+02:00',
    },
    async (instance, { options }) =>
      (await import('./create.ts')).createPosts(instance, options as unknown as CreateOptions),
  )
    .requiredOption(
      '--channel <id or name>',
      'Channel to publish to; repeat it, or separate several with commas',
      collect,
    )
    .requiredOption('--text <text>', 'Text of the post; simple HTML as in the API')
    .option('--date <date>', "ISO 8601, in the organisation's time zone unless it has one; default: now")
    .option('--draft', 'Save it as a draft')
    .option('--thread <text>', 'A further part of a thread; may be repeated', collect)
    .option('--delay <minutes>', 'Minutes to wait before each further part', minutesOf)
    .option('--media <file>', 'A picture or video for the first part; may be repeated', collect)
    .option('--alt <text>', 'Description of a picture, in the order of --media', collect);
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!text.trim() || !(minutes >= 0 && minutes <= MAX_DELAY_MINUTES)) {
    throw new CliError('usage', `--delay must be 0 to ${MAX_DELAY_MINUTES} minutes`);
  }
  return minutes;
}
