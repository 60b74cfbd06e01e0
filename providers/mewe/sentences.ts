/** What this network alone refuses, in English and in German. */
export const english = {
  mewe_group_required: 'is required to post in a group; the tool `groups` lists them',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  mewe_group_required: 'Fehlt; ein Beitrag in einer Gruppe braucht sie',
};
