import type { Context } from '../../context.ts';
import { Integration } from '../../entities/integration.ts';
import { CliError } from '../errors.ts';
import type { ChosenOrganization } from '../organization.ts';

interface FoundChannel {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
}

/**
 * The channels that were named, by id or by a name that only one has; commas separate, unless a name has them.
 *
 * @throws CliError `channel_not_found`, `channel_ambiguous` with what there is
 */
export async function findChannels(context: Pick<Context, 'database'>, organization: ChosenOrganization, wanted: readonly string[]): Promise<FoundChannel[]> {
  const all: FoundChannel[] = await context.database.fork().find(Integration, { organization: organization.id, deletedAt: null }, { orderBy: { createdAt: 'asc' } });
  const matching = (text: string): FoundChannel[] => all.filter((c) => c.id === text.toLowerCase() || c.name.toLowerCase() === text.toLowerCase());
  const words = wanted.flatMap((text) => (matching(text.trim()).length ? [text.trim()] : text.split(',').map((w) => w.trim()).filter(Boolean)));
  const found = words.map((word) => {
    const [only, another] = matching(word);
    if (another) throw new CliError('channel_ambiguous', `Several channels are named "${word}"; use an id: ${listed(matching(word))}`);
    if (!only) throw new CliError('channel_not_found', all.length ? `No channel is "${word}"; there is ${listed(all)}` : `"${organization.name}" has no channel yet: npm run crier -- channels connect sandbox`);
    return only;
  });
  if (!found.length) throw new CliError('usage', '--channel must name a channel');
  return [...new Set(found)];
}

function listed(channels: readonly FoundChannel[]): string {
  return channels.map((c) => `"${c.name}" at ${c.provider} (${c.id})`).join(', ');
}
