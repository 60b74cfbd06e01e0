import type { migration as english } from './en.ts';
import type { Words } from '../../../web/strings/words.ts';

const posts = (count: number): string => `${count} ${count === 1 ? 'Beitrag' : 'Beiträge'}`;
const organizations = (count: number): string =>
  `${count} ${count === 1 ? 'Organisation' : 'Organisationen'}`;

/** Instance > Migration: an instance of v1 moves over. */
export const migration: Words<typeof english> = {
  title: 'Umzug von v1',
  back: 'Instanz',
  intro:
    'Crier kopiert, was v1 hat, während v1 weiter veröffentlicht, und übernimmt auf Anweisung eine Organisation nach der anderen. Bis dahin wird v1 nur gelesen.',
  form: {
    title: 'Wo v1 ist',
    source: 'Datenbank von v1',
    sourceHelp:
      'postgres://benutzer:passwort@host:5432/name. Zum Kopieren genügt eine Rolle, die nur lesen darf.',
    jwtSecret: 'JWT_SECRET von v1',
    jwtSecretHelp: 'Aus seiner .env. Es öffnet die Zugangsdaten der Kanäle.',
    redis: 'Redis von v1 bis v2.11.3 (optional)',
    redisHelp:
      'redis://:passwort@host:6379. Damit entfernt eine Übernahme auch die Aufträge von v1 und sieht, was es gerade sendet.',
    temporal: 'Temporal von v1 ab v2.12.0 (optional)',
    temporalHelp:
      'host:7233/namespace, mit tls:// davor, wo v1 TEMPORAL_TLS hat. Eine Übernahme beendet dort die Läufe von v1; ohne die Adresse muss v1 vorher endgültig gestoppt sein.',
    uploads: 'Ordner oder URL seiner Uploads (optional)',
    uploadsHelp:
      'Der Ordner, wie dieser Server ihn sieht, oder die URL von v1: https://alt.example. Ohne beides werden keine Dateien kopiert.',
    merge: 'Adressen, deren Konten je eine Person sind (optional)',
    mergeHelp:
      'E-Mail-Adressen, durch Komma getrennt. Der Plan nennt jene, die sich mehrere Konten von v1 teilen; ohne diese Angabe wird jedes dieser Konten für sich kopiert.',
    environment: (name) => `${name} von v1 (optional)`,
    plan: 'Plan anzeigen',
    start: 'Kopieren beginnen',
    startQuestion: 'Mit dem Kopieren von v1 beginnen?',
    startHelp: 'v1 veröffentlicht weiter, und in seine Datenbank wird nichts geschrieben.',
  },
  plan: {
    title: 'Was kopiert würde',
    summary: (version, records, seconds) =>
      `v1 ist ${version}. ${records} Datensätze, ungefähr ${seconds} s ohne die Dateien.`,
    organization: (people, channels, all, waiting) =>
      `Personen: ${people} · Kanäle: ${channels} · Beiträge: ${all}, davon warten ${waiting}`,
    queue: ({ delayed, waiting, active }) =>
      `In seiner Warteschlange sind ${delayed} ${delayed === 1 ? 'Auftrag' : 'Aufträge'} für später, ${waiting} für jetzt und ${active} in Arbeit.`,
    noQueue:
      'Sein Redis ist nicht angegeben. Eine Übernahme fragt danach, denn nur dort steht, was v1 in dem Moment sendet.',
    runs: ({ lookedFor, withRun, workers }) =>
      `Von den nächsten ${posts(lookedFor)}, die warten, haben ${withRun} einen Lauf in seinem Temporal, ${workers > 0 ? 'für die v1 arbeitet' : 'für die gerade nichts von v1 arbeitet'}.`,
    noRuns:
      'Sein Temporal ist nicht angegeben. Seine Läufe sehen nicht noch einmal in seine Datenbank, daher fragt eine Übernahme danach, oder nach einem endgültig gestoppten v1.',
    withoutPost: (count) => `Zu ${count} davon wartet kein Beitrag mehr.`,
    withoutJob: (count) =>
      `${posts(count)}, fällig in den nächsten drei Stunden, ${count === 1 ? 'hat' : 'haben'} keinen Auftrag; v1 legt ihn binnen einer Stunde an.`,
    reconnect: 'Neu zu verbinden',
    clashes: 'Wird mit Änderungen kopiert',
    left: 'Bleibt zurück',
    remark: (count, what, why) => `${count} × ${what}: ${why}`,
  },
  progress: {
    title: 'Die Kopie',
    doing: {
      copying: 'Alles wird kopiert',
      watching: 'Alles ist kopiert; Änderungen folgen alle 20 Sekunden',
      cutover: 'Eine Organisation wird übernommen',
      rollback: 'Eine Organisation wird zurückgegeben',
    },
    paused: 'Angehalten',
    ended: 'Es wird nicht kopiert',
    unknown: 'Kein Worker antwortet, daher ist nicht bekannt, wie weit die Kopie ist',
    never: 'Die Kopie wurde auf der Kommandozeile begonnen',
    changes: (count) => `seitdem ${count} ${count === 1 ? 'Änderung' : 'Änderungen'} kopiert`,
    looked: 'zuletzt nachgesehen',
    kinds: {
      organization: 'Organisationen',
      user: 'Personen',
      membership: 'Mitgliedschaften',
      customer: 'Kanalgruppen',
      integration: 'Kanäle',
      media: 'Dateien',
      tag: 'Schlagwörter',
      signature: 'Signaturen',
      set: 'Vorlagen',
      post: 'Beiträge',
      notification: 'Benachrichtigungen',
      webhook: 'Webhooks',
      oauth_app: 'OAuth-Apps',
      oauth_authorization: 'OAuth-Tokens',
      subscription: 'Tarife',
    },
    copied: (written, read) => `${read} gelesen, ${written} kopiert`,
    pause: 'Anhalten',
    resume: 'Weiter',
    abort: 'Kopieren beenden',
    abortQuestion: 'Kopieren beenden?',
    abortHelp: 'Was kopiert wurde, bleibt. „Weiter“ beginnt von vorn und kopiert nur, was sich geändert hat.',
    sourceProblem: 'v1 ist nicht lesbar',
  },
  problems: { title: 'Was nicht unverändert kopiert wurde' },
  programs: {
    title: 'Programme mit einem API-Schlüssel von v1',
    works: (count, names) =>
      `${count === 1 ? 'Der Schlüssel' : `Die ${count} Schlüssel`} von ${names} ${count === 1 ? 'gilt' : 'gelten'} hier wie bisher.`,
    here: (count) =>
      count === 1
        ? 'Ein Schlüssel von v1 gilt hier wie bisher.'
        : `${count} Schlüssel von v1 gelten hier wie bisher.`,
    url: (url) => `Vor der Übernahme brauchen die Programme ${url} statt der URL von v1.`,
    shared: (names) =>
      `${names} haben denselben Schlüssel. Hier gilt er für eine davon; für die anderen nach dem Kopieren einen neuen anlegen, unter Einstellungen > API-Schlüssel.`,
    unused: 'Noch hat kein Programm ihn hier verwendet.',
    used: 'Zuletzt hier von einem Programm verwendet:',
  },
  samples: {
    title: 'Die nächsten Beiträge, nebeneinander',
    here: 'Hier',
    v1: 'In v1',
    gone: 'gibt es dort nicht mehr',
  },
  organizations: {
    title: 'Wer veröffentlicht',
    none: 'Noch ist keine Organisation kopiert.',
    v1: 'v1',
    crier: 'Crier',
    inDoubt: 'Nicht bekannt',
    doubted:
      'Eine Sicherung wurde wiederhergestellt: In v1 steht, wer veröffentlicht, siehe „Nach einer Wiederherstellung“.',
    waiting: (count) => `${posts(count)} warten`,
    since: 'seit',
    phases: {
      copying: '',
      stopping: 'v1 wird angehalten',
      waiting: 'warten auf das, was v1 vielleicht gerade sendet',
      looking: 'lesen, was v1 gesendet hat',
      cut_over: '',
    },
    queued: 'kommt als nächste',
    problem: 'Der letzte Schritt wurde nicht abgeschlossen',
    wayOut:
      'v1 ist angehalten, und Crier veröffentlicht noch nicht. Ist gerade nichts im Gange, macht „Übernehmen“ dort weiter, und mit „Zurückgeben“ veröffentlicht v1 wieder.',
  },
  cutover: {
    one: 'Übernehmen',
    all: 'Alle übernehmen',
    question: (name) => `${name} übernehmen?`,
    questionAll: (count) => `${organizations(count)} übernehmen?`,
    help: (waiting, by) =>
      `Alles wird noch einmal kopiert und verglichen. Dann wird v1 angehalten: ${posts(waiting)}, die dort warten, werden in seiner Datenbank als gelöscht markiert${{ redis: ', und ihre Aufträge werden aus seinem Redis entfernt', temporal: ', und ihre Läufe werden in seinem Temporal beendet', neither: '' }[by]}. Was es vielleicht gerade sendet, wird abgewartet, höchstens zehn Minuten. Dann veröffentlicht Crier. Misslingt ein Schritt, macht v1 weiter. Solange Crier nichts gesendet hat, führt ein Weg zurück.`,
    unknown: {
      redis:
        'Das Redis von v1 ist nicht bekannt, und nur dort steht, was v1 in dem Moment sendet. Das Kopieren mit seiner URL neu beginnen, oder die Container von v1 stoppen.',
      temporal:
        'Das Temporal von v1 ist nicht bekannt, und was dort schon wartet, wird unabhängig von seiner Datenbank veröffentlicht. Das Kopieren mit seiner URL neu beginnen, oder die Container von v1 endgültig stoppen.',
    },
    withoutRedis:
      'Sein Redis ist nicht erreichbar: nur seine Datenbank hält v1 an, und seine Aufträge bleiben',
    withoutFiles: (count) =>
      `${posts(count)} ${count === 1 ? 'braucht eine Datei, die' : 'brauchen Dateien, die'} nicht hier ${count === 1 ? 'ist: er wird' : 'sind: sie werden'} ohne veröffentlicht`,
    overdue: 'Beiträge, die schon in v1 überfällig waren',
    rules: { ask: 'Jemanden fragen', send: 'Senden', draft: 'Zu Entwürfen machen' },
    frozen: 'Die Container von v1 sind gestoppt: nichts in seine Datenbank schreiben',
    started: 'Die Übernahme hat begonnen',
  },
  rollback: {
    one: 'Zurückgeben',
    question: (name) => `${name} an v1 zurückgeben?`,
    help: 'Was in v1 angehalten wurde, wartet dort wieder. Hat Crier seitdem einen Beitrag gesendet, angelegt oder geändert, ändert sich nichts, und diese Seite sagt es.',
    started: 'Es wird zurückgegeben',
  },
  afterRestore: {
    title: 'Nach einer Wiederherstellung',
    help: 'In einer Sicherung steht, wer damals veröffentlicht hat. Wurde eine wiederhergestellt, steht in v1, wer jetzt veröffentlicht.',
    doubt: (count) =>
      `Für ${count === 1 ? 'eine Organisation' : organizations(count)} ist nicht bekannt, wer veröffentlicht`,
    backup: 'Eine Sicherung wurde wiederhergestellt, und zwar vom',
    why: 'Seitdem kann v1 gestoppt worden sein oder wieder veröffentlichen. Bis jemand in v1 nachgesehen hat, wird hier für diese nichts veröffentlicht, und ihre Beiträge und Kanäle lassen sich nicht ändern.',
    frozen: 'Die Container von v1 sind endgültig gestoppt; seine Datenbank gibt es vielleicht nicht mehr',
    look: 'In v1 nachsehen',
    nothing: 'Es ist bekannt, wer veröffentlicht.',
    act: 'Danach handeln',
    actAll: 'Nach allem handeln',
    question: (count) => `Nach dem handeln, was v1 über ${organizations(count)} sagt?`,
    done: 'Erledigt',
    frozenSince:
      'Ist die Instanz seit der Wiederherstellung eingefroren, wird nichts veröffentlicht, bis das Veröffentlichen fortgesetzt wird.',
    resume: 'Zur Instanz',
    outcomes: {
      crier:
        'v1 ist dafür gestoppt, also veröffentlicht Crier. Was fällig ist, wird zuerst in seinem Netzwerk gesucht.',
      v1: 'v1 veröffentlicht dafür, wie bisher.',
      given_back: 'v1 veröffentlicht dafür wieder, also wird sie hier zurückgegeben.',
      cut_over:
        'v1 ist dafür gestoppt, und in dieser Sicherung steht keine Übernahme, also veröffentlicht niemand. Sie danach unten übernehmen; was bis jetzt fällig war, wird in seinem Netzwerk gesucht, oder jemand wird gefragt.',
      taken_over:
        'v1 gibt es nicht mehr, also übernimmt Crier. Was bis jetzt fällig war, wird in seinem Netzwerk gesucht, oder jemand wird gefragt.',
      refused: 'Es wurde nichts geändert. Das Kästchen oben ist, was hier --frozen-source heißt:',
    },
  },
  finish: {
    title: 'Der Abschluss',
    action: 'Umzug abschließen',
    help: 'Wenn Crier für alle veröffentlicht. Die Zugangsdaten von v1 werden vergessen; alte IDs und Schlüssel gelten weiter.',
    question: 'Umzug abschließen?',
    warning: 'Danach führt kein Weg mehr zu v1 zurück.',
    done: 'Der Umzug ist abgeschlossen',
  },
};
