/** What this network alone refuses, in English and in German. */
export const english = {
  hashnode_no_letter_or_digit: 'needs a letter or a digit',
  hashnode_api_moved:
    "Hashnode's API is no longer at this URL: it leads to {url}. The operator of this instance sets HASHNODE_URL",
  hashnode_too_long:
    'Hashnode takes at most 100 KB: the text, the settings and the descriptions of pictures are longer',
  hashnode_picture_too_large: 'Hashnode takes pictures of up to 8 MB; {file} is larger',
  hashnode_draft_gone: 'Hashnode no longer has the draft of this post: it was published before, or deleted',
  hashnode_needs_pro_plan: 'Hashnode takes posts only for publications on its Pro plan. {why}',
  hashnode_role_too_low:
    'Hashnode does not allow that to your role in the publication: contributors may not publish. {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  hashnode_no_letter_or_digit: 'Braucht einen Buchstaben oder eine Ziffer',
  hashnode_api_moved:
    'Die API von Hashnode ist nicht mehr unter dieser URL: Sie führt zu {url}. Der Betreiber dieser Instanz setzt HASHNODE_URL',
  hashnode_too_long:
    'Hashnode nimmt höchstens 100 KB: Text, Einstellungen und Bildbeschreibungen sind zusammen länger',
  hashnode_picture_too_large: 'Hashnode nimmt Bilder bis 8 MB; {file} ist größer',
  hashnode_draft_gone:
    'Hashnode hat den Entwurf dieses Beitrags nicht mehr: Er wurde schon veröffentlicht oder gelöscht',
  hashnode_needs_pro_plan: 'Hashnode nimmt Beiträge nur für Publikationen mit dem Pro-Tarif an. {why}',
  hashnode_role_too_low:
    'Hashnode erlaubt das der eigenen Rolle in der Publikation nicht: Contributors dürfen nicht veröffentlichen. {why}',
};
