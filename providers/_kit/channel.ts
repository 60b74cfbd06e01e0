/** A connected account, and what connecting one takes. */

/** A value that survives a round trip through a jsonb column. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A connected account. `credentials` were decrypted for this call; never log, store or throw them. */
export interface Channel<C = Record<string, string>> {
  readonly id: string;
  /** The account's id on the network. */
  readonly internalId: string;
  readonly name: string;
  readonly profile: string | null;
  readonly credentials: C;
  /** Public facts recorded by `connect` (URL of the instance, its limits). */
  readonly details: Record<string, Json>;
}

/** What `connect` learned about the account. `credentials` are encrypted before they are stored. */
export interface ConnectedAccount {
  readonly internalId: string;
  readonly name: string;
  readonly picture: string | null;
  readonly profile: string | null;
  readonly credentials: Record<string, string>;
  readonly details: Record<string, Json>;
  readonly expiresAt: Date | null;
}

/**
 * A field that a person fills in to connect a channel. Secret fields are typed without echo and never
 * accepted as arguments.
 */
export interface ConnectField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly default?: string;
  readonly help: string;
  /** The environment variable that the command line reads it from. */
  readonly env: string;
  /**
   * The connect fields that a connected channel already knows, so that nobody types them again to reconnect.
   * Not for secrets.
   */
  readonly known?: (
    channel: Pick<Channel, 'internalId' | 'name' | 'profile' | 'details'>,
  ) => Json | undefined;
}
