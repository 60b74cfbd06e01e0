/** What this network alone refuses, in English and in German. */
export const english = {
  facebook_only_for_video: 'is for a post with a video',
  facebook_place_not_there: 'is for a post without a video; a story has no place either',
  facebook_background_with_media: 'is for a post without media; remove the background or the media',
  facebook_background_text_too_long:
    'is for text of up to {max:number} characters; this one has {length:number}',
  facebook_no_page: 'None was chosen of the Pages on which you may publish',
  facebook_video_failed: 'Facebook could not process the video: {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  facebook_only_for_video: 'Geht nur bei einem Beitrag mit Video',
  facebook_place_not_there: 'Geht nur bei einem Beitrag ohne Video, und nicht bei einer Story',
  facebook_background_with_media: 'Geht nur ohne Medien; bitte den Hintergrund oder die Medien entfernen',
  facebook_background_text_too_long: 'Geht nur mit höchstens {max} Zeichen; dieser Text hat {length}',
  facebook_no_page: 'Von den Seiten, auf denen veröffentlicht werden darf, wurde keine gewählt',
  facebook_video_failed: 'Facebook konnte das Video nicht verarbeiten: {why}',
};
