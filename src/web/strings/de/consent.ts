import type { consent as english } from '../en/consent.ts';
import type { Words } from '../words.ts';

export const consent: Words<typeof english> = {
  title: 'App zulassen',
  asks: 'bittet darum, in Crier für dieses Konto handeln zu dürfen',
  registeredBy: 'Registriert von',
  signedInAs: 'Angemeldet als',
  notYou: 'Falsches Konto? Abmelden',
  organization: 'Für welche Organisation?',
  oneOrganization: 'Für die Organisation',
  may: 'Die App darf',
  until: 'Der Zugriff gilt, bis er unter Einstellungen > Zugelassene Apps widerrufen wird.',
  leadsTo: 'In beiden Fällen geht es zurück zu',
  approve: 'Zulassen',
  deny: 'Ablehnen',
  noOrganization: 'Dieses Konto gehört zu keiner Organisation. Die App könnte hier also nichts tun.',
  decisionFailed: 'Die Entscheidung wurde nicht gespeichert',
  unknown: 'Diese App kann nicht zugelassen werden',
  unknownHelp:
    'Der Link hierher ist unvollständig oder falsch. Es wurde nichts weitergegeben. ' +
    'Bitte zur App zurückkehren und diese Meldung an ihre Entwickler weitergeben.',
};
