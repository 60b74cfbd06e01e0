import { CliError } from '../errors.ts';
import type { Channel, Instance } from '../instance/instance.ts';

/**
 * The channels with these ids or names. Commas separate them, unless they are part of a name.
 *
 * @throws CliError `channel_not_found`, `channel_ambiguous`; both list the channels
 */
export async function findChannels(instance: Instance, wanted: readonly string[]): Promise<Channel[]> {
  const all = await instance.listChannels();
  const matching = (text: string): Channel[] =>
    all.filter((c) => c.id === text.toLowerCase() || c.name.toLowerCase() === text.toLowerCase());
  const words = wanted.flatMap((text) =>
    matching(text.trim()).length
      ? [text.trim()]
      : text
          .split(',')
          .map((w) => w.trim())
          .filter(Boolean),
  );
  const found = words.map((word) => {
    const [only, another] = matching(word);
    if (another) {
      throw new CliError(
        'channel_ambiguous',
        `Several channels are named "${word}": use an id, ${listed(matching(word))}`,
      );
    }
    if (!only) {
      throw new CliError(
        'channel_not_found',
        all.length
          ? `No channel has the name or id "${word}"; there is ${listed(all)}`
          : 'The organisation has no channels yet. To connect one: npm run crier -- channels connect sandbox',
      );
    }
    return only;
  });
  if (!found.length) throw new CliError('usage', '--channel needs the name or id of a channel');
  return [...new Set(found)];
}

function listed(channels: readonly Channel[]): string {
  return channels.map((c) => `"${c.name}" on ${c.identifier} (${c.id})`).join(', ');
}
