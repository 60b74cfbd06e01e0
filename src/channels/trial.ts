/** What the steps of a trial share. */
import type { Channel, MediaFile, Metric, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import type { MadeLinkCard, WantedLinkCard } from '../link-cards/make-card.ts';
import { ApiError } from '../platform/errors.ts';
import type { TrialNote } from './trial-note.ts';

/** One step. `detail`: the network's answer or message, without secrets. */
export interface TriedStep {
  readonly step: string;
  /** Null: it was left out, and `detail` has what it needs. */
  readonly ok: boolean | null;
  readonly detail: string;
  readonly ms: number;
}

/** With `texts`, a post of these parts, with these settings and files, is published and taken down again. */
export interface TryOptions {
  readonly organizationId: string;
  readonly channelId: string;
  readonly texts?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Stores the files of the first part, one by one, as uploads for the time of the trial. */
  readonly files?: readonly (() => Promise<MediaFile>)[];
  /** Files of settings, by the name of the setting: `cover`, `link.image`, `subtitles.file`. */
  readonly uploads?: Readonly<Record<string, TrialFile>>;
  /** A page that the texts name, of which Crier makes the card where the network takes one. */
  readonly link?: string;
  /** Stops the trial: what it has published is taken down, and it reports the steps up to there. */
  readonly signal?: AbortSignal;
  /** What tools that need it are given, by their names. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A file that is stored as an upload for the time of the trial, or whose text a setting holds. */
export interface TrialFile {
  store(): Promise<MediaFile>;
  text(): Promise<string>;
}

/** `until` cuts the call off; default: when a person has waited long enough for an answer. */
export type Ask = <T>(
  work: (channel: Channel, ctx: ProviderContext) => Promise<T>,
  until?: AbortSignal,
) => Promise<T>;
export type Step = <T>(
  name: string,
  work: () => Promise<T>,
  text: (value: T) => string,
) => Promise<T | undefined>;

export interface Trial {
  readonly provider: Provider;
  readonly options: TryOptions;
  readonly signal: AbortSignal | undefined;
  readonly note: TrialNote;
  readonly ask: Ask;
  /** Makes the card of a link, of what the person chose and what its page has. */
  readonly makeCard: (wanted: Omit<WantedLinkCard, 'organizationId'>) => Promise<MadeLinkCard>;
  readonly step: Step;
  leaveOut(step: string, needs: string): void;
}

/** Runs steps and writes down what came of each: one that fails does not end the trial. */
export function stepsInto(steps: TriedStep[]): Step {
  return async (name, work, message) => {
    const began = performance.now();
    const done = (ok: boolean, detail: string): void =>
      void steps.push({ step: name, ok, detail, ms: Math.round(performance.now() - began) });
    try {
      const value = await work();
      done(true, message(value));
      return value;
    } catch (error) {
      done(false, error instanceof ApiError ? `${error.code}: ${error.message}` : faultOf(error));
      return undefined;
    }
  };
}

/** Not the network's answer, but a mistake of this code, which its author has to see. */
const faultOf = (error: unknown): string =>
  `an error of Crier, please report it: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;

export const leaveOutOf =
  (steps: TriedStep[]): Trial['leaveOut'] =>
  (step, detail) =>
    void steps.push({ step, ok: null, detail, ms: 0 });

export const numbersIn = (metrics: readonly Pick<Metric, 'label' | 'total'>[]): string =>
  metrics.map(({ label, total }) => `${label} ${total}`).join(', ') || 'none';
