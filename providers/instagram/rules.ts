/** Limits that can be checked before anything is sent: those of every Instagram post, and of a sound. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { instagramRules, onlyOneVideo, validateInstagram } from '../_shared/instagram/rules.ts';

export const rules: ContentRules = {
  ...instagramRules,
  description: `${instagramRules.words} A reel with a sound (audio) is exactly one video, too.`,
};

/** Problems beyond `rules`; a story with a sound is refused by the settings. */
export const validate: NonNullable<Network['validate']> = (request) => {
  const needsVideo = request.item.position === 0 && Boolean(request.settings.audio);
  return [
    ...validateInstagram(request),
    ...(needsVideo ? onlyOneVideo(request.item, 'A reel with a sound') : []),
  ];
};
