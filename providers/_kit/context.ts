/** What a provider is given for one call. */
import type { MediaFile } from './content.ts';
import type { Egress } from './egress.ts';
import type { Channel, Json } from './channel.ts';
import type { Words } from './sentences/fill.ts';

/** An environment variable that a provider reads. Its value arrives in `ProviderContext.env`. */
export interface EnvVariable {
  readonly name: string;
  readonly required: boolean;
  readonly help: string;
}

/**
 * The uploads of earlier tries of one part, by a name that the provider chooses. Values are what the network
 * needs to find the upload again, and must not contain credentials.
 */
export interface KeptUploads {
  /** Undefined when there is none, or the network may have removed it by now. */
  read(name: string): Json | undefined;
  /** `forMs`: how long the network certainly has it. */
  keep(name: string, value: Json, forMs: number): Promise<void>;
  /** For an upload that turned out to be useless. */
  forget(name: string): Promise<void>;
}

/** A document that pictures become, in their order. `maxBytes`: of the document. */
export interface DocumentOfPictures {
  readonly files: readonly MediaFile[];
  readonly title: string;
  readonly maxBytes: number;
}

/**
 * Makes a PDF with a page for each picture, in its shape, and gives it to `work`; it is gone afterwards.
 *
 * @throws Rejected when a picture cannot be put on a page
 */
export type WithDocument = <T>(what: DocumentOfPictures, work: (document: Blob) => Promise<T>) => Promise<T>;

/** What a provider may use. There is no other way out of the process. */
export interface ProviderContext {
  readonly egress: Egress;
  /** Values of the variables that the provider declares in `env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the worker shuts down or the activity times out. */
  readonly signal: AbortSignal;
  /** For `prepare` of a post; use it through `uploadOnce`. */
  readonly uploads?: KeptUploads;
  /** For `prepare` of a post. */
  readonly withDocument?: WithDocument;
  /** For `prepare` and `poll` of a post: notes in its timeline what it goes without, and why. */
  readonly noteLoss?: (what: 'subtitles', why: Words) => Promise<void>;
  /**
   * For `prepare` of a post and for numbers: stores what has changed of the details that `connect`
   * recorded.
   */
  readonly keepDetails?: (details: Channel['details']) => Promise<void>;
  now(): Date;
}

/** The whole number above 0 that a variable holds; null = unset, or something else. */
export function numberOf(env: ProviderContext['env'], name: string): number | null {
  const value = Number(env[name]?.trim() || Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** What a process has for its providers; `providerEnv` holds the variables of all of them. */
export interface ProviderDeps {
  readonly egress: Egress;
  readonly providerEnv: Readonly<Record<string, string | undefined>>;
}

/**
 * The context of one call, with only the variables that the provider declares; `signal` cuts the call off.
 */
export function providerContext(
  deps: ProviderDeps,
  provider: { readonly env: readonly EnvVariable[] },
  signal: AbortSignal,
): ProviderContext {
  const env = Object.fromEntries(provider.env.map(({ name }) => [name, deps.providerEnv[name]]));
  return { egress: deps.egress, env, signal, now: () => new Date() };
}
