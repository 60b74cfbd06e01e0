/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Company: 'Unternehmen',
  'ID of the company (biz_…)': 'ID des Unternehmens (biz_…)',
  Experience: 'Forum',
  "ID of the forum's experience (exp_…), or public for the public forum":
    'ID des Forums (exp_…), oder „public“ für das öffentliche Forum',
  'Title above the post. Optional': 'Titel über dem Beitrag; kann fehlen',
};
