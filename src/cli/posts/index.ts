import { Option, type Command } from 'commander';
import { addApiCommand, addInstanceCommand, collect } from '../command.ts';
import { POST_STATES } from '../../../temporal/contract.ts';
import { CliError } from '../errors.ts';
import type { CreateOptions } from './create.ts';
import type { ListOptions } from './list.ts';
import type { ResolveOptions } from './resolve.ts';

const MAX_DELAY_MINUTES = 525_600;
const SOME_ID = '01932f6c-7b1e-7c3a-9d55-0a6f4a1c2b3d';

/** `posts create|list|show|cancel|retry|resolve`. */
export function addPostCommands(posts: Command): void {
  addCreate(posts);
  addApiCommand(
    posts,
    { name: 'list', summary: 'list posts by their date', example: 'posts list --state scheduled' },
    async (instance, { options }) => (await import('./list.ts')).listPosts(instance, options as ListOptions),
  )
    .option('--from <date>', 'ISO 8601; default: 7 days ago')
    .option('--to <date>', 'ISO 8601; default: no end')
    .addOption(new Option('--state <state>', 'only posts in this state').choices(POST_STATES));
  addApiCommand(
    posts,
    {
      name: 'show <id>',
      summary: 'one post with its parts and its timeline',
      example: `posts show ${SOME_ID}`,
    },
    async (instance, { args }) => (await import('./show.ts')).showPost(instance, args[0] ?? ''),
  );
  addInstanceCommand(
    posts,
    {
      name: 'explain <id>',
      summary: 'what happened to a post, what happens next, and what you can do',
      example: `posts explain ${SOME_ID}`,
    },
    async (session, { args }) => (await import('./explain.ts')).explainPost(session, args[0] ?? ''),
  );
  addApiCommand(
    posts,
    {
      name: 'cancel <id>',
      summary: 'cancel a post that waits; of one that has ended, remove the record',
      example: `posts cancel ${SOME_ID}`,
    },
    async (instance, { args }) => (await import('./change.ts')).cancelPost(instance, args[0] ?? ''),
  );
  addApiCommand(
    posts,
    {
      name: 'retry <id>',
      summary: 'publish a post again that failed or was missed; parts that are out stay',
      example: `posts retry ${SOME_ID}`,
    },
    async (instance, { args }) => (await import('./change.ts')).retryFailedPost(instance, args[0] ?? ''),
  );
  addApiCommand(
    posts,
    {
      name: 'resolve <id>',
      summary: 'say what became of a post that is unconfirmed',
      example: `posts resolve ${SOME_ID} --published --url https://network.example/1`,
    },
    async (instance, { args, options }) =>
      (await import('./resolve.ts')).resolveUnconfirmedPost(
        instance,
        args[0] ?? '',
        options as ResolveOptions,
      ),
  )
    .option('--published', 'it is out')
    .option('--resend', 'it is not out: send it again')
    .option('--drop', 'leave it as it is, send nothing')
    .option('--url <url>', 'with --published: where it can be seen')
    .option('--id <id>', 'with --published: its id at the network; needed where a thread goes on');
}

function addCreate(posts: Command): void {
  addApiCommand(
    posts,
    {
      name: 'create',
      summary: 'publish now, or at a date',
      example: 'posts create --channel Sandbox --text "Hello" --date 2031-05-04T09:30:00+02:00',
    },
    async (instance, { options }) =>
      (await import('./create.ts')).createPosts(instance, options as unknown as CreateOptions),
  )
    .requiredOption('--channel <id or name>', 'where to; several with commas, or repeated', collect)
    .requiredOption('--text <text>', 'text of the post; simple HTML as in the API')
    .option('--date <date>', 'ISO 8601, UTC unless it names another zone; default: now')
    .option('--draft', 'keep it as a draft')
    .option('--thread <text>', 'a further part; repeat it for more', collect)
    .option('--delay <minutes>', 'wait before each further part', minutesOf)
    .option('--media <file>', 'a picture or a video for the first part; repeat it for more', collect)
    .option('--alt <text>', 'what the picture shows, in the order of --media', collect);
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!text.trim() || !(minutes >= 0 && minutes <= MAX_DELAY_MINUTES)) {
    throw new CliError('usage', `--delay must be minutes from 0 to ${MAX_DELAY_MINUTES}`);
  }
  return minutes;
}
