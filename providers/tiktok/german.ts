/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Auto add music': 'Musik hinzufügen',
  'Whether TikTok adds music to photos; of no effect on a video':
    'Ob TikTok Fotos mit Musik unterlegt; ohne Wirkung auf ein Video',
  'Brand content toggle': 'Bezahlte Partnerschaft',
  'Whether the post is a paid partnership that promotes another business; not for posts that only you can see':
    'Ob der Beitrag als bezahlte Partnerschaft für ein anderes Unternehmen wirbt; nicht für Beiträge, die nur Sie sehen',
  'Brand organic toggle': 'Eigenes Unternehmen',
  "Whether the post promotes the account's own business":
    'Ob der Beitrag für das eigene Unternehmen des Kontos wirbt',
  Comment: 'Kommentare',
  'Whether others may comment': 'Ob andere kommentieren dürfen',
  'Content posting method': 'Art der Veröffentlichung',
  'Publish, or send a draft to the inbox of the account, to be finished in the app within 24 hours. A draft keeps title and text of photos, but not those of a video':
    'Veröffentlichen, oder als Entwurf in den Posteingang des Kontos, der binnen 24 Stunden in der App fertiggestellt wird. Ein Entwurf behält Titel und Text von Fotos, aber nicht die eines Videos',
  'Direct post': 'Veröffentlichen',
  Upload: 'Entwurf im Posteingang',
  Duet: 'Duette',
  'Whether others may create duets with the video; of no effect on photos':
    'Ob andere Duette mit dem Video machen dürfen; ohne Wirkung auf Fotos',
  Stitch: 'Stitch',
  'Whether others may stitch the video; of no effect on photos':
    'Ob andere das Video in eigene einbauen dürfen (Stitch); ohne Wirkung auf Fotos',
  'Privacy level': 'Sichtbarkeit',
  'Who sees the post. Of no effect on an inbox draft':
    'Wer den Beitrag sieht. Ohne Wirkung auf einen Entwurf im Posteingang',
  'Public to everyone': 'Alle',
  'Mutual follow friends': 'Freunde',
  'Follower of creator': 'Follower',
  'Self only': 'Nur Sie',
  'Title of photos, up to 90 characters (UTF-16 code units); a video has none':
    'Titel von Fotos, bis zu 90 Zeichen (UTF-16-Einheiten); ein Video hat keinen',
  'Video made with AI': 'Video mit KI erstellt',
  'Until TikTok has audited the app of this instance, its posts are private: the account must be private too, and the privacy level "Only you".':
    'Solange TikTok die App dieser Instanz nicht geprüft hat, sind ihre Beiträge privat: Auch das Konto muss privat sein und die Sichtbarkeit „Nur Sie“.',
  'TikTok will label the post "Promotional content".': 'TikTok kennzeichnet den Beitrag als „Werbeinhalt“.',
  'TikTok will label the post "Paid partnership". Its visibility cannot be private.':
    'TikTok kennzeichnet den Beitrag als „Bezahlte Partnerschaft“. Seine Sichtbarkeit kann nicht privat sein.',
  'TikTok may take a few minutes to process the post and show it on the profile.':
    'Es kann einige Minuten dauern, bis TikTok den Beitrag verarbeitet hat und im Profil zeigt.',
  "By posting, you agree to TikTok's Music Usage Confirmation.":
    'Mit dem Veröffentlichen stimmen Sie der Bestätigung zur Musiknutzung von TikTok zu.',
  "By posting, you agree to TikTok's Branded Content Policy and TikTok's Music Usage Confirmation.":
    'Mit dem Veröffentlichen stimmen Sie der Richtlinie für Markeninhalte von TikTok und der Bestätigung zur Musiknutzung von TikTok zu.',
  "TikTok's Music Usage Confirmation": 'Bestätigung zur Musiknutzung von TikTok',
  "TikTok's Branded Content Policy": 'Richtlinie für Markeninhalte von TikTok',
  'Whether the video is labelled as AI-generated; of no effect on photos':
    'Ob das Video als mit KI erstellt gekennzeichnet wird; ohne Wirkung auf Fotos',
};
