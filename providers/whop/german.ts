/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Company: 'Unternehmen',
  'ID of the company': 'ID des Unternehmens',
  Experience: 'Forum',
  "ID of the forum's experience, or the word public for the public forum":
    'ID des Forums; für das öffentliche Forum das Wort „public“',
  'Title above the post. Optional': 'Titel über dem Beitrag; kann fehlen',
};
