/** One request as the routes see it, and the refusals they throw. */
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';
import { isThread, type Bot, type Channel, type Guild, type Permission, type State } from './state.ts';

/** A refusal in Discord's own form: a status and `{"message", "code", "errors"?}`. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Record<string, unknown> | undefined;
  /** Fields of the body beside those, and headers (rate limits). */
  readonly more: { readonly body?: Record<string, unknown>; readonly headers?: Record<string, string> };

  constructor(
    status: number,
    code: number,
    words: string,
    options: {
      errors?: Record<string, unknown>;
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(words);
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.more = options;
  }
}

/** A problem with one field. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** 50035 with its nested `errors`: `path` leads to the field, `''` to the request itself. */
export function invalidForm(path: string, ...problems: readonly FieldError[]): Refused {
  const leaf: Record<string, unknown> = { _errors: problems };
  const errors = path
    ? path.split('.').reduceRight<Record<string, unknown>>((inner, key) => ({ [key]: inner }), leaf)
    : leaf;
  return new Refused(400, 50035, 'Invalid Form Body', { errors });
}

/** `Must be N or fewer in length.` */
export const tooLong = (max: number): FieldError => ({
  code: 'BASE_TYPE_MAX_LENGTH',
  message: `Must be ${max} or fewer in length.`,
});
/** `Must be between N and M in length.` */
export const badLength = (min: number, max: number): FieldError => ({
  code: 'BASE_TYPE_BAD_LENGTH',
  message: `Must be between ${min} and ${max} in length.`,
});
/** `Value must be one of (…).` */
export const notOneOf = (choices: readonly (number | string)[]): FieldError => ({
  code: 'BASE_TYPE_CHOICES',
  message: `Value must be one of (${choices.join(', ')}).`,
});
/** `This field is required` */
export const required: FieldError = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

/** The words for what is not there or not allowed. */
export const refusals = {
  unauthorized: () => new Refused(401, 0, '401: Unauthorized'),
  notFound: () => new Refused(404, 0, '404: Not Found'),
  unknownChannel: () => new Refused(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new Refused(404, 10004, 'Unknown Guild'),
  unknownMessage: () => new Refused(404, 10008, 'Unknown Message'),
  missingAccess: () => new Refused(403, 50001, 'Missing Access'),
  missingPermissions: () => new Refused(403, 50013, 'Missing Permissions'),
  tooLarge: () => new Refused(413, 40005, 'Request entity too large'),
  emptyMessage: () => new Refused(400, 50006, 'Cannot send an empty message'),
};

/** A request: `params` are the captured parts of the path, `bot` who sends it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly params: readonly string[];
  readonly body: Buffer<ArrayBuffer>;
  readonly bot: Bot;
}

/** A route's answer; `body` undefined = no content. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A route: the path's groups become `params`, in the order of `names`. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly names: readonly string[];
  /** Counted against the bucket for new messages of its channel. */
  readonly writes?: boolean;
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

/** Which of a request's files belongs to `files[n]`. */
export interface UploadedFile {
  readonly n: string;
  readonly file: File;
}

/** The body of a request, as JSON or as multipart with `payload_json` and `files[n]`. */
export interface Form {
  readonly fields: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
}

/**
 * @throws Refused 50035 for another Content-Type, 50109 for broken JSON
 */
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
    throw new Refused(400, 50109, 'The request body contains invalid JSON.');
  }
  throw invalidForm('', {
    code: 'DICT_TYPE_CONVERT',
    message: 'Only dictionaries may be used in a DictType',
  });
}

/** The guild of the request, if the bot is in it. */
export function guildOf(state: State, call: Pick<Call, 'bot'>, id: string | undefined): Guild {
  const guild = state.guilds.get(id ?? '');
  if (!guild?.bots.has(call.bot.id)) throw refusals.unknownGuild();
  return guild;
}

/**
 * The channel of the request, if the bot may see it.
 *
 * @throws Refused 10003 (there is none), 50001 (another server's, or hidden from the bot)
 */
export function channelOf(state: State, call: Pick<Call, 'bot'>, id: string | undefined): Channel {
  const channel = state.channels.get(id ?? '');
  if (!channel) throw refusals.unknownChannel();
  if (!state.guilds.get(channel.guildId)?.bots.has(call.bot.id) || !may(state, channel, 'VIEW_CHANNEL')) {
    throw refusals.missingAccess();
  }
  return channel;
}

/** Whether bots have a permission in a channel; threads have those of the channel that they belong to. */
export function may(state: State, channel: Channel, permission: Permission): boolean {
  const holder = isThread(channel) ? state.channels.get(channel.parentId ?? '') : channel;
  return holder?.permissions.has(permission) ?? false;
}

/** @throws Refused 50013 */
export function demand(state: State, channel: Channel, ...permissions: readonly Permission[]): void {
  if (!permissions.every((permission) => may(state, channel, permission))) {
    throw refusals.missingPermissions();
  }
}
