/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  "MeWe's API is a developer preview for approved apps whose calls for posts are not public: it can change without notice, and nobody can ask it whether a post arrived.":
    'Die Schnittstelle von MeWe ist eine Vorschau für zugelassene Apps, deren Aufrufe für Beiträge nicht öffentlich sind: Sie kann sich ohne Ankündigung ändern und sagt nicht, ob ein Beitrag angekommen ist.',
  Timeline: 'Chronik',
  'Where to post: on the timeline, or in a group':
    'Wo der Beitrag steht: in der Chronik oder in einer Gruppe',
  'ID of the group, required for a post in a group': 'Gruppe, nur für Beiträge in einer Gruppe',
};
