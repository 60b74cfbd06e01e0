/** A request as the routes see it, and the errors they throw. */
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';
import type { Answer } from '../_shared/stand-in.ts';
import { isThread, type Bot, type Channel, type Guild, type Permission, type State } from './state.ts';

export type { Answer } from '../_shared/stand-in.ts';

/** An error as Discord reports it: a status and `{"message", "code", "errors"?}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Record<string, unknown> | undefined;
  /** Further fields of the body, and headers (rate limits). */
  readonly more: { readonly body?: Record<string, unknown>; readonly headers?: Record<string, string> };

  constructor(
    status: number,
    code: number,
    message: string,
    options: {
      errors?: Record<string, unknown>;
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.more = options;
  }
}

export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** Error 50035 with its nested `errors`; `path` leads to the field, and `''` is the request itself. */
export function invalidForm(path: string, ...problems: readonly FieldError[]): ApiError {
  const leaf: Record<string, unknown> = { _errors: problems };
  const errors = path
    ? path.split('.').reduceRight<Record<string, unknown>>((inner, key) => ({ [key]: inner }), leaf)
    : leaf;
  return new ApiError(400, 50035, 'Invalid Form Body', { errors });
}

export const tooLong = (max: number): FieldError => ({
  code: 'BASE_TYPE_MAX_LENGTH',
  message: `Must be ${max} or fewer in length.`,
});
export const badLength = (min: number, max: number): FieldError => ({
  code: 'BASE_TYPE_BAD_LENGTH',
  message: `Must be between ${min} and ${max} in length.`,
});
export const notOneOf = (choices: readonly (number | string)[]): FieldError => ({
  code: 'BASE_TYPE_CHOICES',
  message: `Value must be one of (${choices.join(', ')}).`,
});
export const required: FieldError = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

export const apiErrors = {
  unauthorized: () => new ApiError(401, 0, '401: Unauthorized'),
  notFound: () => new ApiError(404, 0, '404: Not Found'),
  unknownChannel: () => new ApiError(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new ApiError(404, 10004, 'Unknown Guild'),
  unknownMessage: () => new ApiError(404, 10008, 'Unknown Message'),
  missingAccess: () => new ApiError(403, 50001, 'Missing Access'),
  missingPermissions: () => new ApiError(403, 50013, 'Missing Permissions'),
  tooLarge: () => new ApiError(413, 40005, 'Request entity too large'),
  emptyMessage: () => new ApiError(400, 50006, 'Cannot send an empty message'),
};

/** A request. `params` are the captured parts of the path; `bot` sent the request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly params: readonly string[];
  readonly body: Buffer<ArrayBuffer>;
  readonly bot: Bot;
}

/** A route. The groups in `path` become `params`, in the order of `names`. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly names: readonly string[];
  /** Counts towards the channel's limit on new messages. */
  readonly writes?: boolean;
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

/** The file in `files[n]`. */
export interface UploadedFile {
  readonly n: string;
  readonly file: File;
}

/** A request body: JSON, or multipart with `payload_json` and `files[n]`. */
export interface Form {
  readonly fields: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
}

/** @throws ApiError 50035 (unsupported Content-Type), 50109 (malformed JSON) */
export async function readForm(call: Call): Promise<Form> {
  const type = call.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return { fields: parse(call.body.toString()), files: [] };
  if (!type.startsWith('multipart/form-data')) {
    throw invalidForm('', {
      code: 'CONTENT_TYPE_INVALID',
      message:
        "Expected \"Content-Type\" header to be one of {'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'}.",
    });
  }
  const form = await new Response(call.body, { headers: { 'content-type': type } }).formData();
  const files: UploadedFile[] = [];
  let fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const n = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (n !== undefined && typeof value !== 'string') files.push({ n, file: value as File });
    else if (name === 'payload_json') fields = parse(String(value));
    else fields[name] = value;
  }
  return { fields, files };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    throw new ApiError(400, 50109, 'The request body contains invalid JSON.');
  }
  throw invalidForm('', {
    code: 'DICT_TYPE_CONVERT',
    message: 'Only dictionaries may be used in a DictType',
  });
}

/** @throws ApiError 10004 if the bot is not in the guild */
export function guildOf(state: State, call: Pick<Call, 'bot'>, id: string | undefined): Guild {
  const guild = state.guilds.get(id ?? '');
  if (!guild?.bots.has(call.bot.id)) throw apiErrors.unknownGuild();
  return guild;
}

/** @throws ApiError 10003 (no such channel), 50001 (in another server, or hidden from the bot) */
export function channelOf(state: State, call: Pick<Call, 'bot'>, id: string | undefined): Channel {
  const channel = state.channels.get(id ?? '');
  if (!channel) throw apiErrors.unknownChannel();
  if (!state.guilds.get(channel.guildId)?.bots.has(call.bot.id) || !may(state, channel, 'VIEW_CHANNEL')) {
    throw apiErrors.missingAccess();
  }
  return channel;
}

/** Whether bots have a permission in a channel. A thread inherits the permissions of its parent. */
export function may(state: State, channel: Channel, permission: Permission): boolean {
  const holder = isThread(channel) ? state.channels.get(channel.parentId ?? '') : channel;
  return holder?.permissions.has(permission) ?? false;
}

/** @throws ApiError 50013 */
export function demand(state: State, channel: Channel, ...permissions: readonly Permission[]): void {
  if (!permissions.every((permission) => may(state, channel, permission))) {
    throw apiErrors.missingPermissions();
  }
}
