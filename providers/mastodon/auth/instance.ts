/** What an instance allows (docs.joinmastodon.org/entities/Instance and V1_Instance, `configuration`). */
import type { ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../../_kit/errors.ts';
import { call, type Access } from '../api.ts';
import { DEFAULTS, type InstanceDetails } from '../schema.ts';

const LEAST_CHARACTERS = 50;

interface Configuration {
  readonly statuses?: {
    max_characters?: number;
    max_media_attachments?: number;
    characters_reserved_per_url?: number;
  };
  readonly media_attachments?: {
    supported_mime_types?: string[];
    image_size_limit?: number;
    video_size_limit?: number;
    description_limit?: number;
  };
  readonly polls?: {
    max_options?: number;
    max_characters_per_option?: number;
    min_expiration?: number;
    max_expiration?: number;
  };
}

/**
 * Version 2 of the document, or version 1. Pleroma and Akkoma state limits beside `configuration`
 * (docs.pleroma.social, "Differences in Mastodon API responses", Instance).
 */
interface Instance {
  readonly version?: string;
  readonly api_versions?: { mastodon?: number };
  readonly configuration?: Configuration;
  readonly max_toot_chars?: number;
  readonly max_media_attachments?: number;
  readonly upload_limit?: number;
  readonly description_limit?: number;
  readonly poll_limits?: {
    max_options?: number;
    max_option_chars?: number;
    min_expiration?: number;
    max_expiration?: number;
  };
}

/** The limits of the instance, and the version that it states; Mastodon's own where it states none. */
export async function readInstance(
  access: Access,
  ctx: ProviderContext,
): Promise<{ version: string; limits: InstanceDetails }> {
  const newer = await orElse<Instance>({}, () => call(access, ctx, '/api/v2/instance'));
  // Version 2 came with Mastodon 4.0; other software lacks it, or has it without the limits.
  const instance = newer.configuration?.statuses
    ? newer
    : { ...(await orElse<Instance>({}, () => call(access, ctx, '/api/v1/instance'))), ...newer };
  return { version: instance.version ?? '', limits: limitsOf(access, instance) };
}

/** A server may state anything: with fewer characters no post would be possible. */
const plausible = (max: number | undefined): number | undefined =>
  max === undefined || max < LEAST_CHARACTERS ? undefined : max;

function limitsOf({ baseUrl }: Access, instance: Instance): InstanceDetails {
  const { statuses, media_attachments: media, polls } = instance.configuration ?? {};
  const { poll_limits: pollLimits, upload_limit: uploadLimit } = instance;
  const stated: { [K in keyof InstanceDetails]?: InstanceDetails[K] | undefined } = {
    baseUrl,
    maxCharacters: plausible(statuses?.max_characters ?? instance.max_toot_chars),
    charactersReservedPerUrl: statuses?.characters_reserved_per_url,
    maxMedia: statuses?.max_media_attachments ?? instance.max_media_attachments,
    mimeTypes: media?.supported_mime_types,
    imageSizeLimit: media?.image_size_limit ?? uploadLimit,
    videoSizeLimit: media?.video_size_limit ?? uploadLimit,
    descriptionLimit: media?.description_limit ?? instance.description_limit,
    maxPollOptions: polls?.max_options ?? pollLimits?.max_options,
    maxPollOptionLength: polls?.max_characters_per_option ?? pollLimits?.max_option_chars,
    minPollSeconds: polls?.min_expiration ?? pollLimits?.min_expiration,
    apiVersion: instance.api_versions?.mastodon,
    maxPollSeconds: polls?.max_expiration ?? pollLimits?.max_expiration,
  };
  const known = Object.entries(stated).filter(([, value]) => value !== undefined && value !== null);
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

/**
 * Reads an optional document: `fallback` if the instance does not have it (404, or a page in its place). Any
 * other failure is thrown, so that an instance in trouble is not connected with wrong limits.
 */
export async function orElse<T>(fallback: T, read: () => Promise<{ body: T }>): Promise<T> {
  try {
    return (await read()).body ?? fallback;
  } catch (error) {
    const notJson = error instanceof OutcomeUnknown && error.networkCode === null;
    if (error instanceof Rejected || notJson) return fallback;
    throw error;
  }
}
