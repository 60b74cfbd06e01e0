import type { Command } from 'commander';
import { PROGRAM, addGroup, addInstanceCommand, addListCommand } from '../command.ts';

/** `channels connect|list|try`. The help lists the sandbox even where the instance does not offer it. */
export async function addChannelCommands(channels: Command, args: readonly string[]): Promise<void> {
  const connect = addGroup(channels, {
    name: 'connect',
    summary: 'Connect an account on a network',
    example: 'channels connect bluesky --identifier alice.bsky.social',
  });
  connect.addHelpText('after', `\nTo see what a network needs: ${PROGRAM} channels connect bluesky --help`);
  if (args.includes('connect')) await addNetworks(connect);
  addListCommand(
    channels,
    { name: 'list', summary: 'List connected channels', example: 'channels list' },
    async (lists) => (await import('./list.ts')).listChannels(lists),
  );
  addInstanceCommand(
    channels,
    {
      name: 'try <id>',
      summary: 'Try a channel against its real network',
      example: 'channels try 01a206d0-8842-75f0-bf92-bbbc159ebdeb --publish',
    },
    async (session, typed) => (await import('./try.ts')).tryOne(session, typed),
  )
    .option('--publish', 'Also publish a post, look for it, and take it down again')
    .option('--text <words>', 'Text of that post')
    .option('--thread <words...>', 'Text of further parts')
    .option('--media <file...>', 'Files of its first part')
    .option('--alt <words...>', 'Alternative texts of these files, in their order')
    .option('--link <url>', 'A page that it links to, with its card')
    .option('--settings <json>', 'Its settings, any that the network has')
    .option('--upload <setting=file...>', 'Files that settings take: cover, link.image, subtitles.file')
    .option('--markdown', 'Print a report to paste into an issue')
    .option('--input <tool=json...>', 'Input for a tool that the network offers while people write');
}

/** Networks bring large libraries, so they are loaded only for a command line that is about them. */
async function addNetworks(connect: Command): Promise<void> {
  const [{ createRegistry }, { addConnectCommand }] = await Promise.all([
    import('../../../../providers/index.ts'),
    import('./connect.ts'),
  ]);
  for (const provider of createRegistry({ sandbox: true }).values()) addConnectCommand(connect, provider);
}
