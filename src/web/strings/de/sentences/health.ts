import type { healthSentences as english } from '../../../../../src/platform/sentences/health.ts';

export const healthSentences: Readonly<Record<keyof typeof english, string>> = {
  check_silent: 'Antwortet nicht',
  check_disk_full: 'Ihr Datenträger ist voll',
  check_written: 'Nimmt Einträge an',
  check_outbox_empty: 'Leer',
  check_outbox_waiting:
    '{rows:number} {rows|Eintrag wartet|Einträge warten}, der älteste seit {seconds:number} s',
  check_answers: 'Antwortet',
  check_preparing: 'Noch nicht bereit: {progress:sentence}',
  check_start_failed: 'Ließ sich nicht starten: npm run crier -- doctor nennt den Grund',
  check_waits_for_temporal: 'Startet, sobald der Server von Temporal bereit ist',
  check_no_worker: 'Kein Worker läuft',
  check_polling: '{workers:number} {workers|fragt|fragen} nach Arbeit, zuletzt vor {seconds:number} s',
  check_polling_short:
    '{workers:number} {workers|fragt|fragen} nach Arbeit, zuletzt vor {seconds:number} s; manche Netzwerke haben keinen: npm run crier -- doctor nennt sie',
  temporal_looking: 'es wird geprüft, was zu bauen ist',
  temporal_waiting: 'ein anderer Prozess baut ihn gerade',
  temporal_fetching: '{done:number} von {total:number} Modulen geladen',
  temporal_building: '{done:number} von {total:number} Paketen übersetzt',
  temporal_linking: 'wird verbunden, fast fertig',
  temporal_downloading: 'wird heruntergeladen',
  temporal_starting: 'wird gestartet',
};
