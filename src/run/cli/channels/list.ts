import type { Lists } from '../instance/instance.ts';
import { cut, table, type Answer } from '../output.ts';

/** The channels of the organisation, including disabled ones; each as in GET /public/v1/integrations. */
export async function listChannels(lists: Lists): Promise<Answer> {
  const channels = await lists.listChannels();
  const cells = channels.map((c) => [c.id, c.identifier, statusOf(c), cut(c.name, 40), c.profile ?? '-']);
  return {
    json: { channels },
    lines: channels.length
      ? table(['ID', 'NETWORK', 'STATUS', 'NAME', 'PROFILE'], cells)
      : ['The organisation has no channels yet. To connect one: npm run crier -- channels connect sandbox'],
  };
}

function statusOf(channel: { disabled: boolean; refreshNeeded: boolean }): string {
  if (channel.refreshNeeded) return 'reconnect';
  return channel.disabled ? 'disabled' : 'ok';
}
