import type { composer as english } from '../en/composer.ts';
import type { Words } from '../words.ts';

/** Writing a post: the composer, as a page and as a drawer. */
const list = (names: readonly string[]): string =>
  new Intl.ListFormat('de', { type: 'conjunction' }).format(names);
const channels = (n: number): string => (n === 1 ? 'einem Kanal' : `${n} Kanälen`);

const UNITS = [
  [86_400, 'Tag', 'Tagen'],
  [3600, 'Stunde', 'Stunden'],
  [60, 'Minute', 'Minuten'],
  [1, 'Sekunde', 'Sekunden'],
] as const;

/** 60 → "1 Minute" */
function duration(seconds: number): string {
  const [size, one, many] = UNITS.find(([unit]) => seconds % unit === 0) ?? UNITS[3];
  const n = seconds / size;
  return `${n} ${n === 1 ? one : many}`;
}

export const composer: Words<typeof english> = {
  label: 'Beitrag schreiben',
  titles: { new: 'Neuer Beitrag', draft: 'Entwurf', edit: 'Beitrag bearbeiten' },
  notOpened: 'Das lässt sich nicht öffnen',
  gone: {
    published: 'Der Beitrag wurde inzwischen veröffentlicht. Das hier wäre ein neuer Beitrag.',
    deleted: 'Der Beitrag wurde inzwischen abgesagt. Das hier wäre ein neuer Beitrag.',
    over: 'Der Beitrag wartet nicht mehr auf seine Veröffentlichung. Das hier wäre ein neuer Beitrag.',
  },
  tags: 'Schlagwörter',
  shortLink: 'Kurzlinks',
  shortLinkHelp: 'Links im Text werden gekürzt und ihre Klicks gezählt.',
  view: { label: 'Ansicht', write: 'Schreiben', preview: 'Vorschau' },
  channels: {
    label: 'Kanäle',
    edited: 'Kanal',
    none: 'Noch keine Kanäle',
    noneHelp: 'Ein Konto bei einem Netzwerk verbinden und hier dafür schreiben.',
    connect: 'Kanal verbinden',
    disabled: 'Dieser Kanal ist deaktiviert.',
    disconnected: 'Dieser Kanal muss neu verbunden werden, bevor dort etwas veröffentlicht wird.',
    missing: 'Mindestens einen Kanal wählen.',
  },
  variations: {
    label: 'Text für',
    all: 'Alle Kanäle',
    others: 'Alle übrigen',
    customise: 'Anpassen',
    customiseHelp: 'Einen eigenen Text schreiben für',
    shareAgain: 'Gemeinsamen Text verwenden',
    shareAgainQuestion: (channel) => `Für ${channel} den gemeinsamen Text verwenden?`,
    shareAgainHelp: 'Was nur für diesen Kanal geschrieben wurde, wird verworfen.',
  },
  thread: {
    part: (n, all) => `Teil ${n} von ${all}`,
    move: (n) => `Teil ${n} verschieben`,
    moveHelp:
      'Mit der Leertaste aufnehmen, mit den Pfeiltasten verschieben, mit der Leertaste ablegen; Escape lässt den Teil, wo er war.',
    handleRole: 'verschiebbarer Teil',
    picked: (n, all) => `Teil ${n} von ${all} aufgenommen.`,
    over: (n, all) => `Jetzt an Stelle ${n} von ${all}.`,
    dropped: (n, all) => `An Stelle ${n} von ${all} abgelegt.`,
    notMoved: 'Nichts wurde verschoben.',
    remove: (n) => `Teil ${n} entfernen`,
    removed: (n) => `Teil ${n} entfernt`,
    delay: (n) => `Abstand vor Teil ${n}`,
    after: (seconds) => (seconds ? `Nach ${duration(seconds)}` : 'Gleich danach'),
    add: 'Zum Thread hinzufügen',
  },
  part: {
    label: 'Text',
    numbered: (n, all) => `Text von Teil ${n} von ${all}`,
    placeholder: 'Was gibt es zu sagen?',
    nextPlaceholder: 'Und dann?',
    addMedia: 'Medien hinzufügen',
    toPart: (n) => ` zu Teil ${n}`,
    library: 'Mediathek',
    signature: 'Signatur',
  },
  counters: { label: 'Verbleibende Zeichen', limit: (limit) => `Grenze: ${limit}` },
  media: {
    label: 'Medien',
    file: (n) => `Datei ${n}`,
    alt: (n) => `Beschreibung von Datei ${n}`,
    altPlaceholder: 'Für Menschen beschreiben, die es nicht sehen können',
    reminder: (n) =>
      n === 1
        ? 'Eine Datei hat noch keine Beschreibung. Wer sie nicht sehen kann, erfährt nicht, was sie zeigt.'
        : `${n} Dateien haben noch keine Beschreibung. Wer sie nicht sehen kann, erfährt nicht, was sie zeigen.`,
    earlier: (n) => `Datei ${n} nach oben`,
    later: (n) => `Datei ${n} nach unten`,
    crop: (n) => `Datei ${n} zuschneiden oder drehen`,
    cover: (n) => `Titelbild von Datei ${n} wählen`,
    coverAt: (at) => `Titelbild: das Bild bei ${at} s`,
    remove: (n) => `Datei ${n} entfernen`,
  },
  fit: {
    group: (n, name) => `Datei ${n} für ${name}`,
    keep: (name) => `Bild für ${name} anpassen`,
    pad: (name) => `Bild für ${name} mit Rändern anpassen`,
    crop: (name) => `Bild für ${name} zuschneiden`,
    done: (n, name) =>
      `Datei ${n} ist jetzt eine Kopie, die zu ${name} passt. Das Original bleibt in der Mediathek.`,
    undo: 'Wieder das Original verwenden',
  },
  video: {
    convert: (n) => `Datei ${n} in H.264 umwandeln`,
    converted: (n) => `Datei ${n} ist jetzt eine Kopie in H.264. Das Original bleibt in der Mediathek.`,
    trim: (n) => `Datei ${n} kürzen`,
    title: 'Video kürzen',
    shown: 'Das ganze Video',
    start: 'Anfang',
    end: 'Ende',
    seconds: ' s',
    here: (field) => `${field}: wo das Video gerade steht`,
    exact: 'Das Original bleibt in der Mediathek.',
    atKeyFrame:
      'Die Kopie beginnt vielleicht einige Sekunden früher, beim letzten Schlüsselbild. Das Original bleibt in der Mediathek.',
    apply: 'Kürzen',
    working: 'Das Video wird bearbeitet',
    progress: (percent) => `Das Video wird bearbeitet: ${percent} %`,
  },
  cover: {
    title: 'Titelbild des Videos',
    frame: (at) => `Das Bild bei ${at} s`,
    moment: 'Stelle im Video',
    help: (names) =>
      names.length
        ? `${list(names)}: Dieses Bild ist zu sehen, wo das Video nicht läuft, außer ein Bild wurde als Titelbild hochgeladen.`
        : 'Kein gewähltes Netzwerk zeigt eine Stelle des Videos.',
    wholeSeconds: 'Pinterest nimmt ganze Sekunden.',
    none: 'Das Netzwerk wählen lassen',
    notShown: 'Dieser Browser kann das Video nicht zeigen. Die Stelle lässt sich trotzdem eingeben.',
    apply: 'Dieses Bild verwenden',
  },
  crop: {
    title: 'Bild zuschneiden und drehen',
    left: 'Nach links drehen',
    right: 'Nach rechts drehen',
    own: 'Original',
    area: 'Teil des Bildes, der bleibt; die Pfeiltasten verschieben ihn',
    shape: 'Format',
    zoom: 'Vergrößerung',
    help: 'Alle gewählten Netzwerke nehmen diese Formate an. Das Original bleibt in der Mediathek.',
    standsStill: 'Ein animiertes Bild wird zu einem Standbild.',
    notShown:
      'Dieser Browser kann Bilder dieser Art nicht anzeigen und deshalb nicht ändern. Erst als JPEG oder PNG speichern.',
    changed: 'Das Bild wurde geändert',
    apply: 'Übernehmen',
  },
  settings: {
    of: (channel) => `Einstellungen für ${channel}`,
    notChosen: 'Nicht gewählt',
    lines: (n) => (n === 1 ? '1 Zeile' : `${n} Zeilen`),
    chooseTextFile: 'Datei auswählen',
    replaceTextFile: 'Andere Datei auswählen',
    entry: (label, n) => `${label} ${n}`,
    addEntry: (label) => `Hinzufügen: ${label}`,
    removeEntry: (label, n) => `${label} ${n} entfernen`,
    noChoices: (why) => `Die Werte konnten nicht abgerufen werden: ${why}`,
    typeToSearch: 'Zum Suchen tippen',
    nothingFound: 'Nichts gefunden',
    chooseFile: 'Bild wählen',
    replaceFile: 'Ersetzen',
    removeFile: 'Entfernen',
    removeSetting: (label) => `${label} entfernen`,
    postingAs: (account: string): string => `Veröffentlichen als ${account}`,
    card: 'Linkkarte',
    cardHelp: 'Titel, Beschreibung und Bild der Seite, auf die der Text verlinkt.',
    switchedOff: 'Das Konto hat dies für alle seine Beiträge abgeschaltet.',
  },
  when: {
    label: 'Zeitpunkt',
    kinds: { now: 'Jetzt', at: 'Datum und Uhrzeit', slot: 'Warteschlange' },
    field: (zone) => `Datum und Uhrzeit (${zone})`,
    missing: 'Datum und Uhrzeit wählen.',
    past: 'Dieser Zeitpunkt ist vorbei. Einen späteren wählen oder jetzt veröffentlichen.',
    quick: { soon: 'Nächste volle Stunde', tomorrow: 'Morgen 09:00', nextWeek: 'In einer Woche, 09:00' },
    slot: (date, channel, zone) => `${date} (${zone}), die nächste freie Sendezeit von ${channel}`,
    slotNone: (channel) => `${channel} hat keine Sendezeiten: Welche festlegen oder einen Termin wählen`,
    slotNoChannel: 'Zuerst einen Kanal wählen: Jeder hat eigene Sendezeiten.',
  },
  reach: {
    may: (channels) =>
      `${channels.join(', ')} muss Dateien womöglich von dieser Instanz abrufen; das würde scheitern.`,
  },
  limits: {
    used: ({ channel, limit, used, of: scope, hours }) =>
      `${channel}: ${used} von ${limit} Beiträgen, die das Netzwerk ${
        hours === null ? 'am Tag' : `innerhalb von ${hours} Stunden`
      }${scope === 'app' ? ' von allen Konten der App' : ''} annimmt, sind bis dahin verbraucht.`,
    goesOut: (when) => `Der Beitrag wird gegen ${when} veröffentlicht. Oder einen anderen Zeitpunkt wählen.`,
    tooLong: 'Der Beitrag hat mehr Teile als das. Bitte kürzen.',
  },
  textWarning: ({ channel, words: text }) => `${channel}: ${text}.`,
  preview: {
    label: 'Vorschau',
    choose: 'Vorschau für',
    none: 'Einen Kanal wählen, um den Beitrag dort zu sehen.',
    empty: 'Hier erscheint der Text.',
    now: 'jetzt',
    video: 'Video',
    card: 'Titel und Bild der Seite ergänzt das Netzwerk',
    noCard: (why) => `Keine Linkkarte. ${why}`,
    more: (n) => `+${n}`,
  },
  saving: {
    nothing: 'Wird beim Schreiben automatisch gespeichert',
    kept: 'Als Entwurf behalten; im Beitrag erst nach „Speichern“',
    pending: 'Wird gespeichert',
    saved: (when) => `Gespeichert ${when}`,
    offline: 'Nicht gespeichert: Crier ist nicht erreichbar. Das Geschriebene ist noch hier.',
    'signed-out': 'Nicht gespeichert: Die Anmeldung ist abgelaufen. Das Geschriebene ist noch hier.',
    elsewhere:
      'Nicht gespeichert: Inzwischen ist eine andere Organisation geöffnet. Das Geschriebene ist noch hier.',
    conflict: 'Nicht gespeichert: Dieser Entwurf wurde anderswo geändert.',
    failed: 'Nicht gespeichert.',
  },
  readiness: {
    all: (n) =>
      n === 1
        ? 'Der Kanal ist bereit'
        : n === 2
          ? 'Beide Kanäle sind bereit'
          : `Alle ${n} Kanäle sind bereit`,
    some: (ready, all, names) =>
      all === 1
        ? `Noch nicht bereit: ${list(names)}`
        : `${ready} von ${all} Kanälen sind bereit: ${list(names)} in Ordnung bringen oder weglassen`,
    because: (message, more) => (more ? `${message} (und ${more} weitere)` : message),
    ofField: (field, message) => `${field}: ${message}`,
    checking: 'Wird geprüft',
    unchecked: 'Noch nicht geprüft: Crier hat nicht geantwortet. Die Prüfung wird wiederholt.',
    fix: 'Beheben',
    leaveOut: 'Weglassen',
  },
  send: {
    now: 'Jetzt veröffentlichen',
    at: 'Planen',
    atTime: (when) => `Planen für ${when}`,
    slot: 'Zur Warteschlange hinzufügen',
    failed: 'Nichts wurde veröffentlicht oder geplant',
    offline:
      'Keine Internetverbindung, darum wurde nichts gesendet. Alles ist noch hier: Mit Verbindung noch einmal drücken.',
    unreachable:
      'Crier ist nicht erreichbar. Alles ist noch hier: Gleich noch einmal drücken; nichts wird doppelt veröffentlicht.',
    tooLate:
      'Crier hat nicht rechtzeitig geantwortet. Alles ist noch hier: Noch einmal drücken; nichts wird doppelt veröffentlicht.',
    broken: 'Die Antwort von Crier ergibt keinen Sinn. Alles ist noch hier: Noch einmal drücken.',
    sentBefore:
      'Dieser Entwurf wurde schon gesendet, mit dem Text von damals. Was seither geändert wurde, ist noch hier und wurde nicht gesendet.',
    changedMeanwhile:
      'Jemand anderes hat diesen Beitrag inzwischen geändert, darum wurde diese Fassung nicht gespeichert. Sie ist noch hier.',
    changedUnsure:
      'Jemand anderes hat diesen Beitrag inzwischen geändert. Diese Fassung wurde davor vielleicht gespeichert; sie ist noch hier.',
    nextFree: 'Die nächste freie Zeit wählen',
    keepTime: 'Diese Zeit behalten',
    openChanged: 'Den Beitrag ansehen, wie er jetzt ist',
    saveOver: 'Mit dieser Fassung überschreiben',
    openPost: (channel) => `Beitrag in ${channel} öffnen`,
    advice: {
      later: 'Alles Geschriebene ist noch hier. Später noch einmal drücken.',
      again: 'Alles Geschriebene ist noch hier. Gleich noch einmal drücken.',
      change: 'Alles Geschriebene ist noch hier. Ändern, was nicht stimmt, und noch einmal drücken.',
    },
    notSent: 'Der verlassene Beitrag wurde nicht gesendet. Er ist noch bei den Entwürfen.',
    notSaved: 'Die Änderung des verlassenen Beitrags wurde vielleicht nicht gespeichert.',
    open: 'Öffnen',
    uploading: 'Eine Datei wird noch hochgeladen. Warten oder sie entfernen.',
    notUploaded: 'Eine Datei wurde nicht hochgeladen. Noch einmal versuchen oder sie entfernen.',
  },
  result: {
    scheduled: 'Geplant',
    publishing: 'Wird veröffentlicht',
    frozen: 'Wartet: Das Veröffentlichen ist eingefroren',
    post: 'Beitrag',
    calendar: 'Kalender öffnen',
    again: 'Noch einen schreiben',
    draftLeft: 'Der Entwurf steht noch in der Liste: dort löschen',
  },
  share: {
    question: 'Das Geteilte in diesen Beitrag übernehmen?',
    help: 'Eine andere App oder Seite hat es an Crier gesendet.',
    add: 'Übernehmen',
    leaveOut: 'Weglassen',
    problems: {
      'too-many': 'Es wurden mehr als 20 Dateien geteilt. Weniger auf einmal teilen.',
      'too-large': 'Das Geteilte ist zu groß für einen Beitrag. Weniger auf einmal teilen.',
      unreadable: 'Das Geteilte ist nicht angekommen. Noch einmal teilen.',
      gone: 'Das Geteilte ist nicht mehr hier. Noch einmal teilen.',
    },
  },
  menu: {
    label: 'Mehr',
    templates: 'Mit einer Vorlage beginnen',
    replaced: 'Die Vorlage hat das Geschriebene ersetzt',
    saveTemplate: 'Als Vorlage speichern',
    saveSignature: 'Als Signatur speichern',
    duplicate: 'Entwurf duplizieren',
    remove: 'Entwurf löschen',
    discard: 'Änderung verwerfen',
    removed: 'Entwurf gelöscht',
    removeQuestion: 'Diesen Entwurf löschen?',
    removeHelp:
      'Sein Text wird für alle in der Organisation gelöscht. Seine Medien bleiben in der Mediathek.',
  },
  dialogs: {
    changedBy: (name, time) => `${name} hat diesen Entwurf geändert: ${time}`,
    changedByYou: (time) => `Dieser Entwurf wurde in einem anderen Fenster geändert: ${time}`,
    somebody: 'Jemand',
    changedHelp:
      'Der eigene Text kann ein neuer Entwurf werden oder den anderen ersetzen. Wird der neuere geöffnet, wird er verworfen.',
    openNewer: 'Den neueren öffnen',
    keepMine: 'Meinen behalten',
    keepBoth: 'Beide behalten',
    gone: 'Diesen Entwurf gibt es nicht mehr',
    goneHelp:
      'Er wurde anderswo gelöscht oder veröffentlicht. Was hier steht, kann ein neuer Entwurf werden.',
    keepAsNew: 'Als neuen Entwurf behalten',
    leave: 'Ohne Speichern verlassen?',
    leaveHelp: 'Hier ist noch nicht alles gespeichert. Was nicht gespeichert ist, ginge verloren.',
    notSettled: 'Auf dieser Seite ist noch nicht alles gespeichert. Erst speichern oder die Seite verlassen.',
    elsewhere: (name) => `In einem anderen Fenster ist jetzt ${name} geöffnet`,
    elsewhereHelp: (home) => `Was hier geschrieben wurde, gehört zu ${home} und ist noch hier.`,
    comeBack: (home) => `In ${home} weitermachen`,
    leaveAnyway: 'Verlassen',
    stay: 'Bleiben',
    signIn: 'Erneut anmelden',
    signInHelp:
      'Die Anmeldung ist abgelaufen. Nichts geht verloren: Das Geschriebene bleibt hier und wird danach gespeichert.',
    publishNow: (n) => `Jetzt in ${channels(n)} veröffentlichen?`,
    publishNowHelp: (names) => `Es wird sofort veröffentlicht: ${list(names)}.`,
    publishNowFrozen: (names) =>
      `Das Veröffentlichen ist eingefroren. Der Beitrag wartet und wird veröffentlicht, sobald es fortgesetzt wird: ${list(names)}.`,
    snippet: {
      kinds: { template: 'Vorlage', signature: 'Signatur' },
      template: 'Als Vorlage speichern',
      signature: 'Als Signatur speichern',
      name: 'Name',
      help: {
        template: 'Die Texte und Dateien aller Teile, für den nächsten Beitrag dieser Art.',
        signature: 'Der Text des ersten Teils, um ihn unter andere Texte zu setzen.',
      },
    },
  },
};
