/** What this network alone refuses, in English and in German. */
export const english = {
  devto_front_matter:
    'begins with front matter (between two lines of ---), which would override the settings; remove it, or begin with a line of text',
  devto_key_refused: 'DEV does not accept the API key: it was deleted, or the account is suspended. {why}',
  devto_not_a_member:
    'You are not a member of the organisation {organisation} at DEV, which would publish the article in your own name',
  devto_draft_gone: 'DEV no longer has the draft {id} of this article: it has been deleted. Try again',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  devto_front_matter:
    'Der Text beginnt mit Front Matter (zwischen zwei Zeilen aus ---), das die Einstellungen ersetzen würde; bitte entfernen oder mit einer Textzeile beginnen',
  devto_key_refused:
    'DEV nimmt den API-Schlüssel nicht an: Er wurde gelöscht, oder das Konto ist gesperrt. {why}',
  devto_not_a_member:
    'Das Konto ist bei DEV kein Mitglied der Organisation {organisation}, und der Artikel würde unter dem eigenen Namen erscheinen',
  devto_draft_gone:
    'DEV hat den Entwurf {id} dieses Artikels nicht mehr: Er wurde gelöscht. Bitte noch einmal versuchen',
};
