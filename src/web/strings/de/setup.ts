import type { setup as english } from '../en/setup.ts';
import type { Words } from '../words.ts';

export const setup: Words<typeof english> = {
  title: 'Willkommen bei Crier',
  steps: {
    label: 'Schritte',
    you: 'Konto',
    organization: 'Organisation',
    post: 'Erster Beitrag',
    done: 'fertig',
  },
  you: {
    intro: 'Das erste Konto anlegen. Ihm gehört die Organisation, und es betreibt diese Instanz.',
    code: 'Einrichtungscode',
    codeHint:
      'Wird dort angezeigt, wo Crier gestartet wurde, und mit: npm run crier -- setup-code. Er beweist, wem diese Instanz gehört.',
    next: 'Weiter',
  },
  organization: {
    intro: 'Eine Organisation hat Kanäle, Beiträge und Mitglieder. Weitere lassen sich später anlegen.',
    nameHint: 'Firma, Projekt oder eigener Name',
    zoneHint:
      'Alle Termine in der Web-App stehen in dieser Zeitzone. Nach Stadt, Land oder Abweichung suchen.',
    noZone: 'Keine passende Zeitzone',
    unknownZone: (typed) => `Keine Zeitzone passt zu „${typed}“. Bitte eine aus der Liste wählen.`,
    back: 'Zurück',
    action: 'Konto anlegen',
  },
  post: {
    intro:
      'Die Sandbox ist ein Netzwerk zum Ausprobieren: einen Beitrag veröffentlichen, ganz ohne Publikum.',
    label: 'Text des Beitrags',
    text: 'Hallo, Welt! Mein erster Beitrag mit Crier.',
    action: 'Jetzt veröffentlichen',
    noSandbox: 'Diese Instanz hat keinen Sandbox-Kanal. Für den ersten Beitrag bitte einen Kanal verbinden.',
    toSettings: 'Kanal verbinden',
    skip: 'Schritt überspringen',
    waiting: 'Wird veröffentlicht …',
    published: 'Veröffentlicht',
    failed: 'Nicht veröffentlicht',
    publishedTitle: 'Der erste Beitrag ist veröffentlicht',
    publishedIntro: 'So sieht er aus. Von hier an geht es mit jedem Netzwerk genauso.',
    connect: 'Netzwerk verbinden',
    next: 'Den nächsten Beitrag schreiben',
    late: (lateness) => `Veröffentlicht ${lateness} nach dem Termin.`,
    open: 'In der Sandbox ansehen',
    slow:
      'Das dauert länger als gewöhnlich. Der Beitrag wird veröffentlicht, sobald ein Worker läuft; ' +
      'Warten ist hier nicht nötig.',
    finish: 'Zur Startseite',
  },
};
