import type { Command } from 'commander';
import { createRegistry } from '../../../providers/index.ts';
import { PROGRAM, addGroup, addInstanceCommand } from '../command.ts';
import { addConnectCommand } from './connect.ts';
import { listChannels } from './list.ts';

/** `channels connect|list`. Every network is offered; an instance without the sandbox says so when it is asked. */
export function addChannelCommands(channels: Command): void {
  const connect = addGroup(channels, { name: 'connect', summary: 'connect an account at a network', example: 'channels connect bluesky --identifier alice.bsky.social' });
  connect.addHelpText('after', `\nEach network says what it needs: ${PROGRAM} channels connect bluesky --help`);
  for (const provider of createRegistry({ sandbox: true }).values()) addConnectCommand(connect, provider);
  addInstanceCommand(channels, { name: 'list', summary: 'list connected channels', example: 'channels list' }, listChannels);
}
