import type { Command } from 'commander';
import { PROGRAM, addApiCommand, addGroup } from '../command.ts';

/**
 * `channels connect|list`. Every network is offered; an instance without the sandbox says so when it is
 * asked.
 */
export async function addChannelCommands(channels: Command, args: readonly string[]): Promise<void> {
  const connect = addGroup(channels, {
    name: 'connect',
    summary: 'connect an account at a network',
    example: 'channels connect bluesky --identifier alice.bsky.social',
  });
  connect.addHelpText(
    'after',
    `\nEach network says what it needs: ${PROGRAM} channels connect bluesky --help`,
  );
  if (args.includes('connect')) await addNetworks(connect);
  addApiCommand(
    channels,
    { name: 'list', summary: 'list connected channels', example: 'channels list' },
    async (instance) => (await import('./list.ts')).listChannels(instance),
  );
}

/** The networks bring large libraries of their own: loaded only for a command line that is about them. */
async function addNetworks(connect: Command): Promise<void> {
  const [{ createNetworks, createRegistry }, { addConnectCommand, addRefusal }] = await Promise.all([
    import('../../../providers/index.ts'),
    import('./connect.ts'),
  ]);
  const providers = createRegistry({ sandbox: true });
  for (const provider of providers.values()) addConnectCommand(connect, provider);
  for (const network of createNetworks({ sandbox: true }).values()) {
    if (!providers.has(network.identifier)) addRefusal(connect, network);
  }
}
