/** What the server's check found, by the thing that it is about. */
import { strings } from '../../strings/index.ts';
import { channelsInScope, partsFor, type ComposerState, type Part } from './composer-state.ts';
import { chosenChannels, type Channel, type ComposerParts } from './composer-context.ts';
import { placeOf, type Place } from './to-request.ts';
import { targetOf, type CheckedTarget } from './use-check.ts';

export interface Problem {
  readonly channel: Channel;
  readonly place: Place;
  /** In the words of the reader's language, as a sentence of its own. */
  readonly message: string;
}

type Source = Pick<ComposerParts, 'state' | 'channels' | 'check'>;

/** Everything that is wrong for one channel. */
export function problemsOf({ check, state }: Pick<Source, 'check' | 'state'>, channel: Channel): Problem[] {
  const parts = partsFor(state.document, channel.id);
  return (targetOf(check, channel.id)?.issues ?? []).map(({ path, message }) => {
    const place = placeOf(path);
    const part = 'part' in place ? parts[place.part] : undefined;
    return { channel, place, message: strings.common.issue(withPlaces(message, part, state)) };
  });
}

/** The server names a file as it has stored it, which nobody knows: here it is known by its place. */
function withPlaces(message: string, part: Part | undefined, { files }: ComposerState): string {
  return (part?.media ?? []).reduce((words, { id }, index) => {
    const stored = files[id]?.path.split('/').at(-1);
    return stored ? words.replace(stored, strings.composer.media.file(index + 1)) : words;
  }, message);
}

/** What is wrong with one part of the text being written, in all channels that get it. */
export function problemsOfPart(source: Source, part: number): Problem[] {
  const inScope = channelsInScope(source.state);
  return chosenChannels(source)
    .filter(({ id }) => inScope.includes(id))
    .flatMap((channel) => problemsOf(source, channel))
    .filter(({ place }) => (place.kind === 'text' || place.kind === 'media') && place.part === part);
}

/** The channels that would take the post, and those that would not. */
export function readiness(source: Source): { ready: Channel[]; unready: Channel[] } {
  const chosen = chosenChannels(source);
  const targets = new Map<string, CheckedTarget | undefined>(
    chosen.map(({ id }) => [id, targetOf(source.check, id)]),
  );
  return {
    ready: chosen.filter(({ id }) => targets.get(id)?.ready),
    unready: chosen.filter(({ id }) => targets.get(id)?.ready === false),
  };
}
