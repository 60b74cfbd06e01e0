/** The operator's page. */
import type { instance as english } from '../en/instance.ts';
import type { Words } from '../words.ts';

export const instance: Words<typeof english> = {
  title: 'Instanz',
  zone: (zone) => `Zeiten in ${zone}`,
  onlyOperator: 'Nur der Betreiber dieser Instanz kann diese Seite sehen.',
  health: {
    title: 'Zustand',
    ready: 'Alles läuft',
    readyHelp: 'Ein jetzt angelegter Beitrag wird zu seinem Termin veröffentlicht.',
    notReady: 'Etwas läuft nicht',
    notReadyHelp:
      'Beiträge werden gespeichert und veröffentlicht, sobald alle Prüfungen unten wieder bestanden sind.',
    frozen: 'Eingefroren',
    frozenHelp: 'Nichts wird veröffentlicht, bis es fortgesetzt wird.',
    checks: { database: 'Datenbank', temporal: 'Temporal', worker: 'Worker', outbox: 'Postausgang' },
    ok: 'Läuft',
    failed: 'Läuft nicht',
    workers: (count) => `${count} ${count === 1 ? 'Worker arbeitet' : 'Worker arbeiten'}`,
    reconciler: 'Abgleich',
    reconcilerNever: 'Ist noch nicht gelaufen',
    reconcilerLast: (seconds, repairs) =>
      `Zuletzt vor ${seconds} s, ${repairs} ${repairs === 1 ? 'Lauf' : 'Läufe'} bisher neu gestartet`,
  },
  numbers: {
    title: 'Beiträge und Kanäle',
    waiting: 'Wartend',
    waitingHelp: 'geplant oder in Arbeit',
    due: 'Fällig',
    dueHelp: (age) => `der älteste seit ${age}`,
    dueNone: 'nichts ist überfällig',
    held: 'Angehalten',
    heldHelp: 'wegen eines Kanals oder eingefroren',
    person: 'Brauchen eine Entscheidung',
    personHelp: (unconfirmed, missed) => `${unconfirmed} unbestätigt, ${missed} verpasst`,
    lateness: 'Verspätung, Median',
    latenessHelp: (posts) => `von ${posts} ${posts === 1 ? 'Beitrag' : 'Beiträgen'} in sieben Tagen`,
    slowest: 'Verspätung, 99. Perzentil',
    none: '–',
    noPosts: 'nichts veröffentlicht in sieben Tagen',
    channels: 'Kanäle',
    channelsHelp: (disconnected) =>
      disconnected === 0 ? 'alle verbunden' : `${disconnected} neu zu verbinden`,
  },
  stuck: {
    title: 'Beiträge, um die sich jemand kümmern muss',
    none: 'Kein Beitrag steckt fest.',
    kinds: {
      overdue: 'Überfällig',
      publishing: 'Zu lange in Arbeit',
      unconfirmed: 'Unbestätigt',
      missed: 'Verpasst',
    },
    elsewhere: (organization) => `von ${organization}`,
    due: 'fällig',
    command: 'Warum der erste wartet',
  },
  freeze: {
    title: 'Veröffentlichen',
    running: 'Das Veröffentlichen läuft.',
    help: 'Vor einem Umzug einfrieren, oder wenn etwas schiefgeht. Beiträge lassen sich weiter schreiben; fällige werden angehalten.',
    action: 'Veröffentlichen einfrieren',
    dialog: 'Veröffentlichen einfrieren?',
    dialogHelp: 'Nichts wird gesendet, bis das Veröffentlichen fortgesetzt wird. Alle sehen den Grund.',
    reason: 'Grund',
    scope: 'Umfang',
    all: 'Die ganze Instanz',
    mine: (name) => `Nur ${name}`,
    openCalls: (count) =>
      `Eingefroren. ${count} ${count === 1 ? 'Aufruf' : 'Aufrufe'} ${count === 1 ? 'hatte' : 'hatten'} bei einem Netzwerk schon begonnen: Gesendetes kann noch erscheinen.`,
    done: 'Das Veröffentlichen ist eingefroren.',
    frozenAll: 'Das Veröffentlichen ist für die ganze Instanz eingefroren',
    frozenOne: (name) => `Das Veröffentlichen ist für ${name} eingefroren`,
    since: 'Seit',
    overdue: (posts, channels) =>
      `${posts} ${posts === 1 ? 'Beitrag ist' : 'Beiträge sind'} überfällig, auf ${channels} ${channels === 1 ? 'Kanal' : 'Kanälen'}`,
    noneOverdue: 'Kein Beitrag ist überfällig geworden.',
    tooLate: (posts) =>
      `${posts} davon ${posts === 1 ? 'ist' : 'sind'} über die erlaubte Verspätung hinaus: Bei „Jetzt veröffentlichen“ entscheidet ein Mensch darüber.`,
    doubtful: (posts) =>
      `${posts} ${posts === 1 ? 'Beitrag kann' : 'Beiträge können'} seit der Sicherung anderswo veröffentlicht worden sein; vor dem Senden wird im Netzwerk nachgesehen. Die Sicherung ist vom`,
    inDoubt: (organizations) =>
      `${organizations === 1 ? 'Eine Organisation' : `${organizations} Organisationen`} ${organizations === 1 ? 'lässt' : 'lassen'} sich nicht fortsetzen: Ob die bisherige Instanz veröffentlicht, ist nicht bekannt.`,
    later: (posts) =>
      `${posts} ${posts === 1 ? 'Beitrag behält seinen' : 'Beiträge behalten ihren'} Termin in der Zukunft.`,
    plan: 'Was soll mit den überfälligen Beiträgen geschehen?',
    now: 'Jetzt veröffentlichen',
    nowHelp: 'die ältesten zuerst',
    respread: 'Neue Termine geben',
    respreadHelp: 'ab jetzt gleichmäßig verteilt, in ihrer Reihenfolge',
    drop: 'Absagen',
    dropHelp: 'nichts davon wird veröffentlicht',
    minutes: 'Über wie viele Minuten',
    resume: 'Veröffentlichen fortsetzen',
    resumeQuestion: 'Veröffentlichen fortsetzen?',
    resumeHelp: (posts, action) =>
      posts === 0
        ? 'Beiträge werden wieder zu ihren Terminen veröffentlicht.'
        : {
            now: `${posts} ${posts === 1 ? 'überfälliger Beitrag wird' : 'überfällige Beiträge werden'} sofort veröffentlicht.`,
            respread: `${posts} ${posts === 1 ? 'überfälliger Beitrag bekommt einen neuen Termin' : 'überfällige Beiträge bekommen neue Termine'}.`,
            drop: `${posts} ${posts === 1 ? 'überfälliger Beitrag wird' : 'überfällige Beiträge werden'} endgültig abgesagt.`,
          }[action],
    resumed: 'Das Veröffentlichen läuft wieder.',
    instanceFirst: 'Zuerst die ganze Instanz fortsetzen.',
  },
  about: {
    title: 'Über diese Instanz',
    version: 'Crier',
    node: 'Node.js',
    temporal: 'Temporal-Oberfläche',
    openTemporal: 'Läufe ansehen',
    backup: 'Letzte Sicherung',
    backupNone: 'Noch keine Sicherung verzeichnet.',
    backupOld: 'Die letzte Sicherung ist mehr als eine Woche alt.',
    withUploads: 'mit Dateien',
    withoutUploads: 'ohne Dateien',
    backupCommand: 'Sichern, während Crier läuft',
    doctorCommand: 'Alles andere prüfen',
  },
};
