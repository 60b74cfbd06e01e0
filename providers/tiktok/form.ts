/**
 * What TikTok's audit looks for in a form (developers.tiktok.com/doc/content-sharing-guidelines, "Required UX
 * Implementation in Your App"): the creator's nickname, what the account has switched off, how a post that
 * promotes something is labelled, and what publishing agrees to.
 */
import type { PostForm } from '../_kit/post-form.ts';
import type { ProviderContext } from '../_kit/contract.ts';

/** Says that TikTok has audited the operator's app. */
export const AUDITED = 'TIKTOK_AUDITED';

const MUSIC = {
  name: "TikTok's Music Usage Confirmation",
  url: 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en',
};
const BRANDED = {
  name: "TikTok's Branded Content Policy",
  url: 'https://www.tiktok.com/legal/page/global/bc-policy/en',
};

export const postForm = (env: ProviderContext['env']): PostForm => ({
  account: 'creator',
  notices: [
    ...(env[AUDITED] === 'true'
      ? []
      : [
          {
            kind: 'note' as const,
            when: { content_posting_method: 'DIRECT_POST' },
            message:
              'Until TikTok has audited the app of this instance, its posts are private: the account must be ' +
              'private too, and the privacy level "Only you".',
          },
        ]),
    {
      kind: 'note',
      when: { brand_organic_toggle: true, brand_content_toggle: false },
      message: 'TikTok will label the post "Promotional content".',
    },
    {
      kind: 'note',
      when: { brand_content_toggle: true },
      message: 'TikTok will label the post "Paid partnership". Its visibility cannot be private.',
    },
    {
      kind: 'note',
      when: { content_posting_method: 'DIRECT_POST' },
      message: 'TikTok may take a few minutes to process the post and show it on the profile.',
    },
    {
      kind: 'consent',
      when: { brand_content_toggle: false },
      message: `By posting, you agree to ${MUSIC.name}.`,
      links: [MUSIC],
    },
    {
      kind: 'consent',
      when: { brand_content_toggle: true },
      message: `By posting, you agree to ${BRANDED.name} and ${MUSIC.name}.`,
      links: [BRANDED, MUSIC],
    },
  ],
  only: {
    duet: { with: 'video', otherwise: false },
    stitch: { with: 'video', otherwise: false },
    video_made_with_ai: { with: 'video', otherwise: null },
    title: { with: 'image', otherwise: null },
    autoAddMusic: { with: 'image', otherwise: 'no' },
  },
});
