/** The moment of a video that stands for it where it is not played. */
import { momentNetworks } from '../../look/layouts.ts';
import { locale } from '../../format/date-time.tsx';
import { chosenChannels, type Channel, type ComposerParts } from './composer-context.ts';

/** The chosen channels whose network shows the moment that a person has chosen. */
export const coverChannels = (composer: Pick<ComposerParts, 'state' | 'channels'>): Channel[] =>
  chosenChannels(composer).filter(({ identifier }) => momentNetworks.includes(identifier));

export const inSeconds = (ms: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1000);
