/** What the server's check found, by the thing that it is about. */
import { strings } from '../../strings/index.ts';
import { channelsInScope, partsFor, type ComposerState, type Part } from './composer-state.ts';
import { chosenChannels, type Channel, type ComposerParts } from './composer-context.ts';
import { placeOf, type Place } from './to-request.ts';
import { targetOf, type CheckedTarget } from './use-check.ts';

export interface Problem {
  readonly channel: Channel;
  readonly place: Place;
  /** In the reader's language, as a sentence of its own. */
  readonly message: string;
}

type Source = Pick<ComposerParts, 'state' | 'channels' | 'check' | 'unchecked'>;

/** Everything that is wrong for one channel; nothing while it is not known of what is written now. */
export function problemsOf(source: Omit<Source, 'channels'>, channel: Channel): Problem[] {
  const { check, state, unchecked } = source;
  if (unchecked) return [];
  const parts = partsFor(state.document, channel.id);
  return (targetOf(check, channel.id)?.issues ?? []).map(({ path, message, reason: code, params = {} }) => {
    const place = placeOf(path);
    const named = withPlaces('part' in place ? parts[place.part] : undefined, state);
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? named(value) : value,
    ]);
    const said = { message: named(message), code, params: Object.fromEntries(values) as typeof params };
    return { channel, place, message: strings.common.issue(said) };
  });
}

/** The server names a file as it has stored it, which nobody knows: here it is known by its place. */
const withPlaces =
  (part: Part | undefined, { files }: ComposerState) =>
  (text: string): string =>
    (part?.media ?? []).reduce((text, { id }, index) => {
      const stored = files[id]?.path.split('/').at(-1);
      return stored ? text.replace(stored, strings.composer.media.file(index + 1)) : text;
    }, text);

/** What is wrong with one part of the text being written, in all channels that get it. */
export function problemsOfPart(source: Source, part: number): Problem[] {
  const inScope = channelsInScope(source.state);
  return chosenChannels(source)
    .filter(({ id }) => inScope.includes(id))
    .flatMap((channel) => problemsOf(source, channel))
    .filter(({ place }) => (place.kind === 'text' || place.kind === 'media') && place.part === part);
}

/** A picture that a network takes once it is fitted. */
export interface Fittable {
  readonly channel: Channel;
  readonly media: string;
  /** Its place in the part, from 1. */
  readonly n: number;
  /** Name of the network. */
  readonly network: string;
  readonly reshape: boolean;
}

/** The pictures of one part that only have to be fitted, for each network once. */
export function fittableIn(source: Source, index: number): Fittable[] {
  const { state, check } = source;
  const inScope = channelsInScope(state);
  const found = chosenChannels(source)
    .filter(({ id }) => inScope.includes(id))
    .flatMap((channel) => {
      const { media } = partsFor(state.document, channel.id)[index] ?? { media: [] };
      return (targetOf(check, channel.id)?.fittable ?? []).flatMap((one) => {
        const n = media.findIndex(({ id }) => id === one.media) + 1;
        return one.part === index && n > 0 ? [{ ...one, channel, n }] : [];
      });
    });
  const keyOf = ({ channel, media }: Fittable): string => `${channel.identifier} ${media}`;
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The videos of one part that only have to be converted, by their ids. */
export function convertibleIn(source: Source, index: number): string[] {
  const { state, check } = source;
  const found = channelsInScope(state).flatMap((channel) => {
    const { media } = partsFor(state.document, channel)[index] ?? { media: [] };
    return (targetOf(check, channel)?.convertible ?? [])
      .filter((one) => one.part === index && media.some(({ id }) => id === one.media))
      .map((one) => one.media);
  });
  return [...new Set(found)];
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
