/** What the server's check found, by the thing that it is about. */
import { channelsInScope } from './composer-state.ts';
import { chosenChannels, type Channel, type ComposerParts } from './composer-context.ts';
import { placeOf, type Place } from './to-request.ts';
import { targetOf, type CheckedTarget } from './use-check.ts';
import { strings } from '../../strings/index.ts';

export interface Problem {
  readonly channel: Channel;
  readonly place: Place;
  /** In the words of the reader's language, as a sentence of its own. */
  readonly message: string;
}

type Source = Pick<ComposerParts, 'state' | 'channels' | 'check'>;

/** Everything that is wrong for one channel. */
export function problemsOf({ check }: Pick<Source, 'check'>, channel: Channel): Problem[] {
  return (targetOf(check, channel.id)?.issues ?? []).map(({ path, message }) => ({
    channel,
    place: placeOf(path),
    message: strings.common.issue(message),
  }));
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
