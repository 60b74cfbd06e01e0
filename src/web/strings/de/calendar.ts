import type { calendar as english } from '../en/calendar.ts';
import type { Words } from '../words.ts';

/** The calendar: days, hours and posts, and moving them. */
export const calendar: Words<typeof english> = {
  title: 'Kalender',
  clock: {
    skipped: (time) =>
      `An diesem Tag werden die Uhren vorgestellt: ${time} gibt es nicht. Eine dieser Zeiten wählen:`,
    twice: (time) =>
      `An diesem Tag werden die Uhren zurückgestellt: ${time} gibt es zweimal. Eine der beiden wählen:`,
  },
  newPost: 'Neuer Beitrag',
  views: { label: 'Ansicht', month: 'Monat', week: 'Woche', day: 'Tag', list: 'Liste' },
  today: 'Heute',
  back: { month: 'Voriger Monat', week: 'Vorige Woche', day: 'Voriger Tag', list: 'Voriger Monat' },
  ahead: { month: 'Nächster Monat', week: 'Nächste Woche', day: 'Nächster Tag', list: 'Nächster Monat' },
  zone: {
    in: (zone) => `Zeiten in ${zone}`,
    mine: (zone) => `Eigene Zeit zeigen (${zone})`,
    organization: (zone) => `Zeit der Organisation zeigen (${zone})`,
  },
  filters: {
    label: 'Filter',
    open: (count) => (count ? `Filter (${count})` : 'Filter'),
    channel: 'Kanäle',
    customer: 'Kanalgruppe',
    tag: 'Schlagwort',
    state: 'Status',
    person: 'Person',
    clear: 'Filter aufheben',
    slots: 'Freie Sendezeiten',
    nothingFound: 'Nichts gefunden',
    states: {
      QUEUE: 'Geplant',
      DRAFT: 'Entwürfe',
      PUBLISHED: 'Veröffentlicht',
      ERROR: 'Braucht eine Entscheidung',
    },
  },
  truncated:
    'Es gibt mehr Beiträge, als der Kalender hier zeigen kann. Den Zeitraum verkleinern oder einen Filter setzen.',
  empty: 'Hier ist nichts geplant',
  emptyHelp: 'Einen Tag oder eine Stunde wählen, um dafür einen Beitrag zu schreiben.',
  emptyFiltered: 'Kein Beitrag passt zu diesen Filtern',
  noText: 'Ohne Text',
  more: (count) => `+${count} weitere`,
  moreOn: (count, day) => `${count} weitere am ${day}`,
  posts: (count) => (count === 1 ? '1 Beitrag' : `${count} Beiträge`),
  writeOn: (day) => `Beitrag für ${day} schreiben`,
  writeAt: (day, time) => `Beitrag für ${day} um ${time} schreiben`,
  openDay: (day) => `${day} öffnen`,
  slot: (time, channel) => `Freie Sendezeit um ${time}: ${channel}`,
  now: 'Jetzt',
  missingHour: 'Diese Stunde gibt es nicht: Die Uhren werden vorgestellt',
  doubleHour: 'Diese Stunde gibt es zweimal: Die Uhren werden zurückgestellt',
  of: (channel, state) => `${channel}, ${state}`,
  post: {
    label: 'Beitrag',
    open: 'Öffnen',
    edit: 'Bearbeiten',
    move: 'Verschieben',
    duplicate: 'Duplizieren',
    by: (name) => `Erstellt von ${name}`,
    repeat:
      'Das ist ein künftiger Termin eines wiederholten Beitrags. Den Beitrag selbst verschieben, um alle Termine zu verschieben.',
    fixed: {
      publishing: 'Er wird gerade veröffentlicht und lässt sich nicht verschieben.',
      published: 'Er ist veröffentlicht und lässt sich nicht verschieben.',
      ended: 'Er lässt sich nicht mehr verschieben. Nach dem Öffnen ist zu sehen, was noch möglich ist.',
    },
  },
  move: {
    title: 'Diesen Beitrag verschieben',
    date: 'Datum',
    time: 'Uhrzeit',
    submit: 'Verschieben',
    help: 'Beiträge lassen sich ziehen. Mit der Tastatur: M auf einem Beitrag, dann die Pfeiltasten, dann Eingabe.',
    pickedUp: (text) =>
      `${text} aufgenommen. Mit den Pfeiltasten verschieben, mit Eingabe ablegen, mit Escape abbrechen.`,
    moved: (text, date) => `„${text}“ auf ${date} verschoben`,
    twice: (text, date, time, taken) =>
      `„${text}“ auf ${date} verschoben. An diesem Tag gibt es ${time} zweimal: Das ist ${taken}.`,
    skipped: (text, date, time, taken) =>
      `„${text}“ auf ${date} verschoben. An diesem Tag gibt es ${time} nicht: Das ist ${taken}.`,
    other: (reading) => `${reading} nehmen`,
    cancelled: (date) => `Nicht verschoben: bleibt bei ${date}`,
    overPast: (date) => `${date} liegt in der Vergangenheit`,
    past: 'Dieser Zeitpunkt liegt in der Vergangenheit. Der Beitrag bleibt, wo er war.',
    failed: 'Der Beitrag wurde nicht verschoben',
    noDate: 'Datum und Uhrzeit eingeben.',
  },
  bulk: {
    select: 'Auswählen',
    help: 'X auf einem Beitrag wählt ihn aus, Umschalt mit einer Pfeiltaste weitere, Strg-A alle, Escape keinen.',
    label: 'Ausgewählte Beiträge',
    selected: (count) => (count === 1 ? '1 Beitrag ausgewählt' : `${count} Beiträge ausgewählt`),
    inSeries: (count) =>
      count === 1
        ? '1 wird wiederholt: bitte einzeln ändern'
        : `${count} werden wiederholt: bitte einzeln ändern`,
    clear: 'Auswahl aufheben',
    toFree: 'Auf freie Sendezeiten verschieben',
    moved: (count) =>
      count === 1 ? '1 Beitrag hat ein neues Datum' : `${count} Beiträge haben ein neues Datum`,
    movedBy: (count, days) =>
      `${count === 1 ? '1 Beitrag' : `${count} Beiträge`} um ${days === 1 ? '1 Tag' : `${days} Tage`} verschoben`,
    notMoved: 'Kein Beitrag wurde verschoben',
    days: {
      open: 'Um Tage verschieben …',
      title: 'Um Tage verschieben',
      label: 'Tage',
      help: (count) =>
        `So weit ${count === 1 ? 'wird der Beitrag' : `werden die ${count} Beiträge`} verschoben; negative Zahlen verschieben zurück.`,
      clock: (zone) => `Jeder Beitrag behält seine Uhrzeit in ${zone}.`,
      invalid: (max) => `Eine ganze Zahl bis ${max} eingeben, nur nicht 0.`,
      past: (count) =>
        count === 1
          ? '1 Beitrag läge dann in der Vergangenheit.'
          : `${count} Beiträge lägen dann in der Vergangenheit.`,
    },
    tags: {
      open: 'Schlagwörter …',
      title: (count) => (count === 1 ? 'Schlagwörter von 1 Beitrag' : `Schlagwörter von ${count} Beiträgen`),
      add: 'Hinzufügen',
      remove: 'Entfernen',
      submit: 'Schlagwörter ändern',
    },
    schedule: (count) => (count === 0 ? 'Entwürfe planen' : `Entwürfe planen (${count})`),
    cancel: (count) => (count === 1 ? 'Beitrag absagen' : 'Beiträge absagen'),
    cancelQuestion: (count) => (count === 1 ? '1 Beitrag absagen?' : `${count} Beiträge absagen?`),
    cancelHelp: (count) =>
      count === 1
        ? 'Er wird nicht veröffentlicht. Was schon im Netzwerk ist, bleibt dort.'
        : 'Sie werden nicht veröffentlicht. Was schon in einem Netzwerk ist, bleibt dort.',
    keep: () => 'Behalten',
    cancelled: (count) => (count === 1 ? '1 Beitrag wurde abgesagt' : `${count} Beiträge wurden abgesagt`),
    scheduled: (count) => (count === 1 ? '1 Beitrag wurde geplant' : `${count} Beiträge wurden geplant`),
    tagged: (count) =>
      count === 1
        ? 'Die Schlagwörter von 1 Beitrag wurden geändert'
        : `Die Schlagwörter von ${count} Beiträgen wurden geändert`,
    duplicated: (count) =>
      count === 1 ? '1 Kopie wurde als Entwurf angelegt' : `${count} Kopien wurden als Entwürfe angelegt`,
    failed: (count) =>
      count === 1 ? '1 Beitrag wurde nicht geändert' : `${count} Beiträge wurden nicht geändert`,
  },
};
