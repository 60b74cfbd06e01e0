/**
 * Fields of containers that a person chooses (developers.facebook.com: Instagram Platform, IG User Media).
 */
import type { MediaFile } from '../../_kit/contract.ts';

export type Fields = Readonly<Record<string, string>>;
type Settings = Readonly<Record<string, unknown>>;

/** Fields of a post or a carousel as a whole, and those of a reel. */
export interface WholeFields {
  readonly common: Fields;
  readonly reel: Fields;
}

interface Sound {
  readonly id: string;
  readonly audio_volume?: number | null;
  readonly video_volume?: number | null;
}

/** A person on a picture or a video. `x`, `y`: from the top left, 0 to 1; `file`: the index of the file. */
export interface Tag {
  readonly label: string;
  readonly x?: number | null;
  readonly y?: number | null;
  readonly file?: number | null;
}

const nameOf = ({ label }: Pick<Tag, 'label'>): string => label.replace(/^@/, '');

/** The tagged people, without entries that a form left empty. */
export const tagsOf = (settings: Settings): Tag[] =>
  ((settings.user_tags ?? []) as readonly Tag[]).filter((tag) => nameOf(tag));

/** Instagram takes lists and objects as JSON. */
export function postFields(caption: string, settings: Settings): WholeFields {
  const names = ((settings.collaborators ?? []) as readonly { readonly label: string }[])
    .map(nameOf)
    .filter(Boolean);
  const common = {
    ...(caption ? { caption } : {}),
    ...(names.length ? { collaborators: JSON.stringify(names) } : {}),
    ...(settings.location_id ? { location_id: String(settings.location_id) } : {}),
    ...labelFields(settings),
  };
  const strategy = settings.graduation_strategy || 'MANUAL';
  const sound = settings.audio as Sound | null | undefined;
  const audio = sound && {
    audio_id: sound.id,
    audio_volume: sound.audio_volume ?? 100,
    video_volume: sound.video_volume ?? 100,
  };
  const reel = {
    ...(settings.is_trial_reel ? { trial_params: JSON.stringify({ graduation_strategy: strategy }) } : {}),
    ...(audio ? { audio_configuration: JSON.stringify(audio) } : {}),
    ...(settings.share_to_feed === false ? { share_to_feed: 'false' } : {}),
  };
  return { common, reel };
}

/** "For carousels, set is_ai_generated on the carousel container only" (Changelog, 22 June 2026). */
export const labelFields = (settings: Settings): Fields =>
  settings.is_ai_generated === true ? { is_ai_generated: 'true' } : {};

/**
 * The people on the file at `index`. A picture needs a place for each: without one, they stand side by side.
 * A reel takes names alone, and a story names with or without a place.
 */
export function tagFields(settings: Settings, { kind }: Pick<MediaFile, 'kind'>, index: number): Fields {
  const tags = tagsOf(settings).filter(({ file }) => (file ?? 0) === index);
  if (!tags.length) return {};
  const isStory = settings.post_type === 'story';
  const list = tags.map((tag, n) => {
    const username = nameOf(tag);
    const [x, y] = [tag.x ?? null, tag.y ?? null];
    if (x !== null && y !== null && (isStory || kind === 'image')) return { username, x, y };
    if (isStory || kind === 'video') return { username };
    return { username, x: Math.round((100 * (n + 1)) / (tags.length + 1)) / 100, y: 0.5 };
  });
  return { user_tags: JSON.stringify(list) };
}
