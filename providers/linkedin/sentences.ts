/** What this network alone refuses, in English and in German. */
export const english = {
  linkedin_video_too_small:
    '{file} has {size:number} bytes; LinkedIn requires at least {min:number} for a video',
  linkedin_document_without_pictures: 'needs at least 2 pictures, and no video',
  linkedin_document_too_large:
    'The files have {bytes:number} bytes together; a document for LinkedIn may have {max:number}',
  linkedin_only_for_video: 'is for a video only',
  linkedin_poll_without_question: 'is missing: LinkedIn shows it below the text of the post',
  linkedin_card_beside_poll: 'cannot stand beside a poll: LinkedIn shows one of them',
  linkedin_comments_not_granted:
    'cannot be published: LinkedIn did not grant the permission for comments when this account was connected. Remove the comment, or reconnect the account once the app has the permission',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  linkedin_video_too_small: '{file} hat {size} Bytes; LinkedIn verlangt für ein Video mindestens {min}',
  linkedin_document_without_pictures: 'Geht nur mit mindestens 2 Bildern und ohne Video',
  linkedin_document_too_large:
    'Die Dateien haben zusammen {bytes} Bytes; ein Dokument für LinkedIn darf {max} haben',
  linkedin_only_for_video: 'Ist nur für ein Video',
  linkedin_poll_without_question: 'Fehlt; LinkedIn zeigt sie unter dem Text des Beitrags',
  linkedin_card_beside_poll: 'Kann nicht neben einer Umfrage stehen: LinkedIn zeigt eines von beiden',
  linkedin_comments_not_granted:
    'Kann nicht veröffentlicht werden: LinkedIn hat beim Verbinden des Kontos die Berechtigung für Kommentare nicht erteilt. Den Kommentar weglassen oder das Konto neu verbinden, sobald die App die Berechtigung hat',
};
