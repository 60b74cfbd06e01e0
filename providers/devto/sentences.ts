/** What this network alone refuses, in English and in German. */
export const english = {
  devto_front_matter:
    'begins with front matter (between two lines of ---), which would override the settings; remove it, or begin with a line of text',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  devto_front_matter:
    'Der Text beginnt mit Front Matter (zwischen zwei Zeilen aus ---), das die Einstellungen ersetzen würde; bitte entfernen oder mit einer Textzeile beginnen',
};
