/** Limits that can be checked before anything is sent: those of Instagram, and of a reel with a sound. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { instagramRules, onlyOneVideo, validateInstagram } from '../_shared/instagram/rules.ts';

export const rules: ContentRules = {
  ...instagramRules,
  description: `${instagramRules.description} A reel with a sound (audio) must be exactly one video, too.`,
};

// The bytes of videos are sent.
const validateAlike = validateInstagram(({ kind }) => kind === 'image');

export const validate: NonNullable<Network['validate']> = (request) => {
  const needsVideo = request.item.position === 0 && Boolean(request.settings.audio);
  return [
    ...validateAlike(request),
    ...(needsVideo ? onlyOneVideo(request.item, 'A reel with a sound') : []),
  ];
};
