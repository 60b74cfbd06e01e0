/** The page of channels. */
import type { channels as english } from '../en/channels.ts';
import type { Words } from '../words.ts';

export const channels: Words<typeof english> = {
  title: 'Kanäle',
  zone: (zone) => `Zeiten in ${zone}`,
  connect: 'Kanal verbinden',
  yours: 'Verbundene Kanäle',
  empty: 'Den ersten Kanal verbinden',
  emptyHelp:
    'Ein Kanal ist ein Konto, auf dem veröffentlicht wird. Unten ein Netzwerk auswählen; es dauert eine Minute.',
  emptyMember: 'Noch keine Kanäle',
  emptyMemberHelp: 'Jemanden mit der Rolle „Eigentum“ oder „Verwaltung“ bitten, einen zu verbinden.',
  states: { connected: 'Verbunden', reconnect: 'Neu zu verbinden', disabled: 'Deaktiviert' },
  reconnectWhy:
    'Das Netzwerk nimmt die Anmeldung nicht mehr an. Fällige Beiträge warten, bis der Kanal neu verbunden ist.',
  disabledWhy: 'Er nimmt keine Beiträge an. Fällige Beiträge schlagen fehl.',
  limited: (date) => `Das Netzwerk bittet darum, bis ${date} zu warten`,
  away: (host) =>
    `${host} antwortet nicht. Fällige Beiträge warten und werden veröffentlicht, sobald wieder eine Antwort kommt.`,
  awayNetwork:
    'Das Netzwerk antwortet nicht. Fällige Beiträge warten und werden veröffentlicht, sobald es antwortet.',
  facts: {
    last: 'Letzter Beitrag',
    never: 'Noch nichts',
    late: (lateness) => `${lateness} zu spät`,
    waiting: 'Geplant',
    posts: (count) => `${count} ${count === 1 ? 'Beitrag' : 'Beiträge'}`,
    held: (count) => `${count} angehalten`,
    times: 'Sendezeiten',
    noTimes: 'Keine',
    expires: 'Anmeldung läuft ab',
    group: 'Gruppe',
  },
  menu: (name) => `Aktionen für ${name}`,
  reconnect: 'Neu verbinden',
  reconnectDialog: (name) => `${name} neu verbinden`,
  sameAccount: (account) =>
    `Es muss dasselbe Konto sein, ${account}. Beiträge, die darauf warten, werden dann veröffentlicht.`,
  times: {
    action: 'Sendezeiten',
    title: (name) => `Sendezeiten von ${name}`,
    help: (zone) =>
      `Beiträge der Warteschlange füllen diese Zeiten. Sie gelten nach der Uhr in ${zone}, auch in der Sommerzeit.`,
    add: 'Zeit hinzufügen',
    addAction: 'Hinzufügen',
    none: 'Keine Zeiten: Beiträge für diesen Kanal brauchen einen Termin.',
    remove: (time) => `${time} entfernen`,
    list: 'Zeiten',
    days: (time) => `Tage für ${time}`,
    noDays: (time) => `Einen Tag für ${time} wählen oder die Zeit entfernen.`,
  },
  group: {
    action: 'Gruppe',
    title: (name) => `Gruppe von ${name}`,
    help: 'Gruppen stehen für Kunden oder Marken. Listen und Kalender lassen sich danach filtern.',
    label: 'Gruppe',
    none: 'Keine Gruppe',
    fresh: 'Neue Gruppe',
    name: 'Name der Gruppe',
    all: 'Alle Kanäle',
    filter: 'Kanäle nach Gruppe',
    manage: 'Gruppen',
    manageTitle: 'Kanalgruppen',
    empty: 'Noch keine Gruppen.',
    create: 'Anlegen',
    rename: 'Umbenennen',
    renameOf: (name) => `Neuer Name von ${name}`,
    channels: (count) => `${count} ${count === 1 ? 'Kanal' : 'Kanäle'}`,
    remove: 'Löschen',
    removeQuestion: (name) => `Gruppe ${name} löschen?`,
    removeHelp: 'Ihre Kanäle bleiben, ohne Gruppe.',
  },
  disable: {
    action: 'Deaktivieren',
    question: (name) => `${name} deaktivieren?`,
    help: (waiting) =>
      waiting === 0
        ? 'Er nimmt keine Beiträge an, bis er wieder aktiviert wird.'
        : `${waiting} ${waiting === 1 ? 'geplanter Beitrag schlägt' : 'geplante Beiträge schlagen'} zum Termin fehl, wenn er bis dahin nicht wieder aktiviert wird.`,
    undo: 'Aktivieren',
  },
  remove: {
    action: 'Entfernen',
    question: (name) => `${name} entfernen?`,
    help: (waiting) =>
      waiting === 0
        ? 'Er hat keine geplanten Beiträge. Entwürfe für diesen Kanal werden gelöscht; veröffentlichte Beiträge bleiben im Netzwerk.'
        : `${waiting} ${waiting === 1 ? 'geplanter Beitrag' : 'geplante Beiträge'} und alle Entwürfe für diesen Kanal werden abgesagt. Veröffentlichte Beiträge bleiben im Netzwerk.`,
  },
  networks: {
    title: 'Netzwerk verbinden',
    help: 'Auswählen, wo veröffentlicht werden soll.',
    search: 'Netzwerk suchen',
    none: 'Kein passendes Netzwerk.',
    notReady: 'Noch nicht eingerichtet',
    unofficial: 'inoffiziell',
    dialog: (network) => `${network} verbinden`,
  },
  ownApp: {
    name: (network) => `App bei ${network}`,
    use: 'Eine eigene App verwenden',
    change: 'Eine andere App verwenden',
    used: (clientId) => `Neue Kanäle werden mit der eigenen App ${clientId} verbunden.`,
    steps: 'So wird eine App registriert',
    request: (network) => `Mit diesem Formular bei ${network} Zugang beantragen`,
    open: (host) => `${host} öffnen`,
    create: (name) => `und „${name}“ wählen.`,
    products: (at, names) =>
      `Unter „${at}“ hinzufügen oder wählen: ${names.map((name) => `„${name}“`).join(', ')}.`,
    scopes: (at) => `Unter „${at}“ diese Berechtigungen hinzufügen:`,
    redirect: (at) => `Unter „${at}“ diese URL eintragen, Zeichen für Zeichen:`,
    copyRedirect: 'Weiterleitungs-URL',
    copyScopes: 'Berechtigungen',
    testers: (at) =>
      `Solange die App nicht geprüft ist: unter „${at}“ die Konten nennen, die verbunden werden.`,
    publish: (at) => `Die App unter „${at}“ veröffentlichen: Im Testbetrieb endet der Zugriff nach 7 Tagen.`,
    paste: (names) => `${names.map((name) => `„${name}“`).join(' und ')} kopieren und hier einfügen.`,
    review: {
      testers:
        'Vor der Prüfung können nur Konten mit einer Rolle in der App verbunden werden, und nur sie sehen, was die App veröffentlicht.',
      private: 'Vor der Prüfung sieht nur das eigene Konto die Beiträge.',
      warning:
        'Vor der Prüfung erscheint beim Verbinden eine Warnung, und die Zahl der Personen ist begrenzt.',
      nothing: 'Bevor die App oder der Antrag genehmigt ist, geht nichts. Das kann Wochen dauern.',
    },
    reviewLink: 'Über die Prüfung',
    scope: 'Wer die App verwendet',
    forInstance: 'Alle Organisationen dieser Instanz',
    forOrganization: (name) => `Nur ${name}`,
    askOperator: 'Eine eigene App ist möglich. Oder der Betreiber dieser Instanz richtet eine für alle ein.',
    environment: (variables) =>
      `Stattdessen lassen sich auch ${variables} in der Umgebung der Instanz setzen; danach neu starten.`,
    entered: 'Alle Organisationen ohne eigene App verwenden die hier eingetragene.',
    unused:
      'Die hier eingetragene App wird nicht verwendet: In der Umgebung der Instanz ist eine andere gesetzt.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    save: 'App speichern',
    try: 'Ausprobieren',
    tried: {
      accepted: (network) => `${network} kennt diese App und nimmt ihr Secret an.`,
      acceptedPublic: (network) => `${network} kennt diese App.`,
      refused: (network, field) => `${network} nimmt das nicht an: ${field}.`,
      both: 'ID und Secret zusammen',
      unknown: (network) =>
        `Bei ${network} lässt sich das nicht prüfen. Beim Verbinden eines Kanals zeigt es sich.`,
    },
    remove: 'Entfernen',
    removeQuestion: (network) => `Die App bei ${network} entfernen?`,
    removeHelp:
      'Kanäle, die mit ihr verbunden wurden, funktionieren weiter, bis ihr Zugriff erneuert werden muss. Dann müssen sie neu verbunden werden.',
  },
  steps: {
    label: 'So geht es',
    oauth: [
      (network) => `Weiter zu ${network}`,
      (network) => `${network} fragt, ob Crier veröffentlichen darf`,
      () => 'Zurück bei Crier ist der Kanal verbunden',
    ],
    credentials: [
      (network) => `Die Einstellungen bei ${network} öffnen`,
      () => 'Anlegen oder kopieren, wonach das Formular fragt',
      () => 'Hier einfügen: Crier prüft es sofort',
    ],
    simple: [
      () => 'Das Formular ausfüllen',
      (network) => `Crier nimmt Kontakt mit ${network} auf`,
      () => 'Der Kanal ist verbunden',
    ],
  },
  made: (label) => `Neu angelegt: ${label}`,
  madeHelp:
    'Für dieses Konto angelegt. Jetzt sichern, etwa in einem Passwortmanager: ' +
    'Es wird nur einmal gezeigt, und wer es hat, verfügt über das Konto.',
};
