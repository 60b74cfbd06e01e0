/** The bodies of posts (Content Posting API: direct post, photo post; `post_info`). */
import type { MediaFile, PublishRequest } from '../_kit/contract.ts';
import type { CreatorInfo } from './api.ts';

type Request = Pick<PublishRequest, 'item' | 'settings'>;

/** Fields of every direct post. What the account has switched off for all its posts stays off. */
const common = ({ settings }: Request, { comment_disabled: noComments }: CreatorInfo) => ({
  privacy_level: settings.privacy_level,
  disable_comment: !settings.comment || noComments === true,
  brand_content_toggle: settings.brand_content_toggle === true,
  brand_organic_toggle: settings.brand_organic_toggle === true,
});

/** `post_info` of a video; the text is its title. */
export const videoInfo = (request: Request, creator: CreatorInfo): Record<string, unknown> => ({
  title: request.item.text,
  ...common(request, creator),
  disable_duet: !request.settings.duet || creator.duet_disabled === true,
  disable_stitch: !request.settings.stitch || creator.stitch_disabled === true,
  ...(request.settings.video_made_with_ai === true ? { is_aigc: true } : {}),
  ...momentOf(request.item.media[0]),
});

/** The frame that stands for a video; without one, TikTok takes the first. */
const momentOf = (video: MediaFile | undefined): Record<string, number> =>
  video?.thumbnailAtMs === undefined ? {} : { video_cover_timestamp_ms: video.thumbnailAtMs };

/** A post of photos but for `source_info`; a draft keeps title and text alone. */
export function photoPost(request: Request, creator: CreatorInfo): Record<string, unknown> {
  const { settings, item } = request;
  const title = typeof settings.title === 'string' ? settings.title.trim() : '';
  const draft = settings.content_posting_method === 'UPLOAD';
  const texts = { ...(title ? { title } : {}), ...(item.text ? { description: item.text } : {}) };
  return {
    media_type: 'PHOTO',
    post_mode: draft ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
    post_info: draft
      ? texts
      : { ...texts, ...common(request, creator), auto_add_music: settings.autoAddMusic === 'yes' },
  };
}
