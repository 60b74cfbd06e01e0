/** The fields of the API as German forms name them, for what is wrong with one that no form shows. */
const NAMES: Readonly<Record<string, string>> = {
  accountId: 'Konto',
  alt: 'Alternativtext',
  channel: 'Kanal',
  channels: 'Kanäle',
  code: 'Code',
  content: 'Text',
  current: 'Bisheriges Passwort',
  date: 'Termin',
  decision: 'Entscheidung',
  delay: 'Abstand',
  description: 'Beschreibung',
  disabled: 'Deaktiviert',
  document: 'Entwurf',
  email: 'E-Mail-Adresse',
  expiresAt: 'Ablaufdatum',
  group: 'Kanalgruppe',
  id: 'ID',
  image: 'Medien',
  integration: 'Kanal',
  inter: 'Wiederholung',
  invitation: 'Einladung',
  language: 'Sprache',
  minutes: 'Minuten',
  name: 'Name',
  next: 'Neues Passwort',
  organization: 'Organisation',
  organizationId: 'Organisation',
  parts: 'Texte',
  password: 'Passwort',
  path: 'Adresse',
  person: 'Name',
  pictureId: 'Bild',
  plan: 'Tarif',
  postingTimes: 'Zeiten',
  posts: 'Beiträge',
  provider: 'Netzwerk',
  reason: 'Grund',
  redirectUrl: 'Weiterleitungs-URL',
  refresh: 'Kanal',
  releaseId: 'ID im Netzwerk',
  role: 'Rolle',
  scopes: 'Rechte',
  settings: 'Einstellungen',
  status: 'Status',
  tags: 'Schlagwörter',
  text: 'Text',
  timeZone: 'Zeitzone',
  title: 'Titel',
  type: 'Art',
  url: 'Adresse',
  value: 'Teile',
};

/** What a number after a name counts. */
const COUNTED: Readonly<Record<string, string>> = {
  posts: 'Beitrag',
  post: 'Beitrag',
  value: 'Teil',
  parts: 'Teil',
  image: 'Datei',
  media: 'Datei',
};

/** What says nothing beside what follows it. */
const SILENT = new Set(['data', 'fields', 'post', 'settings']);

/** `posts.0.value.1.content` as people read it: "Beitrag 1, Teil 2, Text"; empty for the request itself. */
export function germanField(path: string): string {
  const steps = path.replace(/\.integration\.id$/, '.integration').split('.');
  const words = steps.flatMap((step, i): string[] => {
    if (/^\d+$/.test(step)) {
      const counted = COUNTED[steps[i - 1] ?? ''];
      return [counted ? `${counted} ${Number(step) + 1}` : `${Number(step) + 1}`];
    }
    const isLast = i === steps.length - 1;
    if (step === 'body' || (SILENT.has(step) && !isLast)) return [];
    // The number that follows says it.
    if (step in COUNTED && /^\d+$/.test(steps[i + 1] ?? '')) return [];
    return [NAMES[step] ?? step];
  });
  return words.join(', ');
}
