/** What this network alone refuses, in English and in German. */
export const english = {
  tiktok_text_too_long_with_video:
    'is {length:number} characters long; TikTok allows {max:number} with a video',
  tiktok_title_too_long:
    'is {length:number} characters long (UTF-16 code units, where an emoji has two or more); TikTok allows {max:number}',
  tiktok_privacy_not_offered:
    'The account may not choose {level}; TikTok offers it {options:list}. Change privacy_level',
  tiktok_too_long_for_account:
    'The video lasts {seconds:number} seconds; TikTok allows this account {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  tiktok_text_too_long_with_video: 'Der Text hat {length} Zeichen; mit einem Video erlaubt TikTok {max}',
  tiktok_title_too_long:
    'Der Titel hat {length} Zeichen (ein Emoji zählt als zwei oder mehr); TikTok erlaubt {max}',
  tiktok_privacy_not_offered:
    'Das Konto darf {level} nicht wählen; TikTok bietet ihm {options}. Bitte privacy_level ändern',
  tiktok_too_long_for_account: 'Das Video dauert {seconds} Sekunden; TikTok erlaubt diesem Konto {max}',
};
