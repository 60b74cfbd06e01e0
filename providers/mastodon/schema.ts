/** Settings of a post, and the facts about an instance that a channel keeps. */
import type { JsonSchema, Json } from '../_kit/contract.ts';

/** Nothing but the type: visibility is public, language is the account's own. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'mastodon' } },
};

/** What `connect` learned about the instance; sizes in bytes. Kept in `channel.details`. */
export interface InstanceDetails {
  readonly baseUrl: string;
  /** Lower-case name from nodeinfo (`mastodon`, `gotosocial`, …); `unknown` when it does not say. */
  readonly software: string;
  readonly version: string;
  readonly maxCharacters: number;
  readonly charactersReservedPerUrl: number;
  readonly maxMedia: number;
  readonly mimeTypes: readonly string[];
  readonly imageSizeLimit: number;
  readonly videoSizeLimit: number;
  readonly descriptionLimit: number;
  readonly honoursIdempotencyKey: boolean;
}

/** Mastodon's own limits, for what an instance does not say (app/models/media_attachment.rb of 4.5). */
export const DEFAULTS: InstanceDetails = {
  baseUrl: 'https://mastodon.social',
  software: 'unknown',
  version: '',
  maxCharacters: 500,
  charactersReservedPerUrl: 23,
  maxMedia: 4,
  mimeTypes: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'video/webm',
    'video/quicktime',
  ],
  imageSizeLimit: 16 * 1024 ** 2,
  videoSizeLimit: 99 * 1024 ** 2,
  descriptionLimit: 1500,
  honoursIdempotencyKey: false,
};

/** The details of a channel; what is missing or of the wrong type comes from `DEFAULTS`. */
export function readDetails(details: Readonly<Record<string, Json>>): InstanceDetails {
  const known = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value = details[name];
    const fits = Array.isArray(fallback) ? Array.isArray(value) : typeof value === typeof fallback;
    return [name, fits ? value : fallback];
  });
  return Object.fromEntries(known) as InstanceDetails;
}
