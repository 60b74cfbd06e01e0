/** What this network alone refuses, in English and in German. */
export const english = {
  mewe_group_required: 'is required to post in a group; the tool `groups` lists them',
  mewe_not_confirmed: 'MeWe has not confirmed the sign-in yet; connect the channel again',
  mewe_refused:
    'MeWe does not accept the sign-in, or MEWE_APP_ID and MEWE_API_KEY are not those of an app there. {why:sentence}',
  mewe_may_not:
    'MeWe does not allow it: the app lacks the permission post_content or user_groups, or the account is not a member of the group. {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  mewe_group_required: 'Fehlt; ein Beitrag in einer Gruppe braucht sie',
  mewe_not_confirmed: 'MeWe hat die Anmeldung noch nicht bestätigt. Bitte den Kanal noch einmal verbinden',
  mewe_refused:
    'MeWe nimmt die Anmeldung nicht an, oder MEWE_APP_ID und MEWE_API_KEY gehören dort zu keiner App. {why:sentence}',
  mewe_may_not:
    'MeWe lässt es nicht zu: Der App fehlt die Berechtigung post_content oder user_groups, oder das Konto ist nicht in der Gruppe. {why}',
};
