/** Channels that the operator names: this one there is that one here. */
import { ApiError } from '../../platform/errors.ts';
import type { TheirChannel } from './read-api.ts';

/** Each an id or a name. */
export interface ChannelChoice {
  readonly there: string;
  readonly here: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Ours extends Named {
  readonly provider: string;
}

/**
 * The id here of each channel that was chosen, by its id there.
 *
 * @param networkOf the name here of the network of a channel there
 * @throws ApiError `invalid_request` for a channel that is not there, not here, of another network, or chosen
 * twice
 */
export function chosenChannels(
  choices: readonly ChannelChoice[],
  channels: { theirs: readonly TheirChannel[]; ours: readonly Ours[] },
  networkOf: (their: TheirChannel) => string,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const { there, here } of choices) {
    const their = theOne(channels.theirs, there, 'at the other instance');
    const our = theOne(channels.ours, here, 'here');
    const network = networkOf(their);
    if (network !== our.provider) {
      refuse(`"${their.name}" is a channel of ${network}, and "${our.name}" here one of ${our.provider}`);
    }
    if (chosen.has(their.id)) refuse(`"${their.name}" is given twice`);
    if ([...chosen.values()].includes(our.id)) {
      refuse(`"${our.name}" cannot stand for two channels of the other instance`);
    }
    chosen.set(their.id, our.id);
  }
  return chosen;
}

function theOne<T extends Named>(channels: readonly T[], wanted: string, where: string): T {
  const byId = channels.find(({ id }) => id === wanted);
  if (byId) return byId;
  const [only, another] = channels.filter((one) => plain(one.name) === plain(wanted));
  if (another) refuse(`Several channels ${where} are called "${wanted}": give the id of one of them`);
  if (only) return only;
  const names = channels.map(({ name }) => `"${name}"`).join(', ') || 'none';
  return refuse(`There is no channel "${wanted}" ${where}; there is: ${names}`);
}

const plain = (name: string): string => name.trim().toLowerCase();

function refuse(message: string): never {
  throw new ApiError('invalid_request', { inEnglish: message });
}
