/** What this network alone refuses, in English and in German. */
export const english = {
  linkedin_video_too_small:
    '{file} is {size:bytesDown}; LinkedIn requires at least {min:bytesUp} for a video',
  linkedin_document_without_pictures: 'needs at least 2 pictures, and no video',
  linkedin_document_too_large:
    'The files are {bytes:bytesUp} together; a document for LinkedIn may have {max:bytesDown}',
  linkedin_only_for_video: 'is for a video only',
  linkedin_poll_without_question: 'is missing: LinkedIn shows it below the text of the post',
  linkedin_card_beside_poll: 'cannot stand beside a poll: LinkedIn shows one of them',
  linkedin_comments_not_granted:
    'cannot be published: LinkedIn did not grant the permission for comments when this account was connected. Remove the comment, or reconnect the account once the app has the permission',
  linkedin_no_numbers: 'LinkedIn has no numbers of the post',
  linkedin_no_renewal:
    'LinkedIn gives access for 60 days, and renews it for apps of approved partners only: connect again',
  linkedin_no_page:
    'LinkedIn names no page on which this member may publish: an administrator can give the role',
  linkedin_api_version: '{why}: set LINKEDIN_API_VERSION to a version that LinkedIn supports',
  linkedin_comment_refused:
    'LinkedIn refused the comment; the post itself is published. The account was connected without the permission for comments: connect it again when the app has it. {why}',
  linkedin_duplicate: 'LinkedIn has a post with the same content already: {post}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  linkedin_video_too_small:
    '{file} hat {size:bytesDown}; LinkedIn verlangt für ein Video mindestens {min:bytesUp}',
  linkedin_document_without_pictures: 'Geht nur mit mindestens 2 Bildern und ohne Video',
  linkedin_document_too_large:
    'Die Dateien haben zusammen {bytes:bytesUp}; ein Dokument für LinkedIn darf {max:bytesDown} haben',
  linkedin_only_for_video: 'Ist nur für ein Video',
  linkedin_poll_without_question: 'Fehlt; LinkedIn zeigt sie unter dem Text des Beitrags',
  linkedin_card_beside_poll: 'Kann nicht neben einer Umfrage stehen: LinkedIn zeigt eines von beiden',
  linkedin_comments_not_granted:
    'Kann nicht veröffentlicht werden: LinkedIn hat beim Verbinden des Kontos die Berechtigung für Kommentare nicht erteilt. Den Kommentar weglassen oder das Konto neu verbinden, sobald die App die Berechtigung hat',
  linkedin_no_numbers: 'LinkedIn hat keine Zahlen zu diesem Beitrag',
  linkedin_no_renewal:
    'LinkedIn gibt Zugang für 60 Tage und erneuert ihn nur für Apps zugelassener Partner. Bitte neu verbinden',
  linkedin_no_page:
    'LinkedIn nennt keine Seite, auf der dieses Mitglied veröffentlichen darf: Ein Administrator kann die Rolle vergeben',
  linkedin_api_version: '{why}: LINKEDIN_API_VERSION auf eine Version setzen, die LinkedIn unterstützt',
  linkedin_comment_refused:
    'LinkedIn hat den Kommentar abgelehnt; der Beitrag selbst ist veröffentlicht. Das Konto wurde ohne die Berechtigung für Kommentare verbunden: neu verbinden, sobald die App sie hat. {why}',
  linkedin_duplicate: 'LinkedIn hat schon einen Beitrag mit demselben Inhalt: {post}',
};
