import type { temporal as english } from '../en/temporal.ts';
import type { Words } from '../words.ts';

const number = new Intl.NumberFormat('de');

export const temporal: Words<typeof english> = {
  label: 'Veröffentlichung',
  preparing:
    'Der Temporal-Server wird einmalig vorbereitet. Beiträge werden gespeichert und veröffentlicht, sobald er bereit ist.',
  failed:
    'Der Temporal-Server konnte nicht gestartet werden. Beiträge werden gespeichert und veröffentlicht, sobald er läuft.',
  failedHelp: 'Der Betreiber sieht den Grund hier und mit npm run crier -- doctor.',
  progress: 'Temporal-Server: Fortschritt',
  steps: {
    looking: 'Es wird geprüft, was zu bauen ist',
    waiting: 'Ein anderer Prozess baut ihn gerade',
    fetching: (done, total) => `${number.format(done)} von ${number.format(total)} Modulen geladen`,
    building: (done, total) => `${number.format(done)} von ${number.format(total)} Paketen übersetzt`,
    linking: 'Wird verbunden, fast fertig',
    downloading: 'Wird heruntergeladen',
    starting: 'Wird gestartet',
  },
  left: (seconds) => {
    const minutes = Math.ceil(seconds / 60);
    return minutes <= 1 ? 'weniger als eine Minute übrig' : `noch etwa ${minutes} Minuten`;
  },
};
