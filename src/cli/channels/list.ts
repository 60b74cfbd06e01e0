import { Integration } from '../../entities/integration.ts';
import { presentIntegration } from '../../presenters/integration.ts';
import type { Session } from '../command.ts';
import { cut, table, type Answer } from '../output.ts';

/** The channels of the organisation, also disabled ones; JSON `{"channels": […]}` as GET /public/v1/integrations shows them. */
export async function listChannels(session: Session): Promise<Answer> {
  const organization = await session.organization();
  const rows = await session.context.database.fork().find(Integration, { organization: organization.id, deletedAt: null }, { populate: ['customer'], orderBy: { createdAt: 'asc' } });
  const channels = rows.map(presentIntegration);
  const cells = channels.map((c) => [c.id, c.identifier, statusOf(c), cut(c.name, 40), c.profile ?? '-']);
  return {
    json: { channels },
    lines: channels.length ? table(['ID', 'NETWORK', 'STATUS', 'NAME', 'PROFILE'], cells) : [`"${organization.name}" has no channel yet: npm run crier -- channels connect sandbox`],
  };
}

function statusOf(channel: { disabled: boolean; refreshNeeded: boolean }): string {
  if (channel.refreshNeeded) return 'connect again';
  return channel.disabled ? 'disabled' : 'ok';
}
