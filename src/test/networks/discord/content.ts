/** Checks the text, attachments, mentions and nonce of a message as Discord does. */
import { createHash } from 'node:crypto';
import { badLength, invalidForm, apiErrors, ApiError, tooLong, type FieldError, type Form } from './call.ts';
import { may, type Call } from './call.ts';
import { readEmbeds, type Embed } from './embeds.ts';
import { readFlags, readPoll, type Poll } from './polls.ts';
import { isForum, type Attachment, type Channel, type Guild, type State } from './state.ts';

/** Discord counts characters as code points (discord-api-docs issue 1315: "number of codepoints"). */
export const countCodePoints = (text: string): number => Array.from(text).length;

/** The checked parts of a new message. */
export interface Content {
  readonly content: string;
  readonly attachments: Attachment[];
  readonly flags: number;
  readonly embeds: readonly Embed[];
  readonly poll: Poll | null;
  readonly mentionEveryone: boolean;
  readonly mentions: string[];
  readonly mentionRoles: string[];
}

/** A nonce is a string of up to 25 characters or an integer. */
export function checkNonce(fields: Record<string, unknown>): string | null {
  const { nonce } = fields;
  if (nonce === undefined || nonce === null) return null;
  if (typeof nonce !== 'string' && !Number.isInteger(nonce)) {
    throw invalidForm('nonce', {
      code: 'NONCE_TYPE_INVALID_TYPE',
      message: 'This field must be a string or integer.',
    });
  }
  if (String(nonce).length > 25) {
    throw invalidForm('nonce', {
      code: 'NONCE_TYPE_TOO_LONG',
      message: 'Must be 25 or fewer characters long.',
    });
  }
  return String(nonce);
}

/**
 * `path` leads to the fields within the body: `message.` in a forum, otherwise empty.
 *
 * @throws ApiError 50035 (invalid field), 50006 (empty message), 40005 (a file or the request is too large),
 * 30015 (too many files), 50013 (attaching files is not permitted)
 */
export async function checkContent(
  state: State,
  call: Call,
  message: { form: Form; fields: Record<string, unknown>; channel: Channel; path: string },
): Promise<Content> {
  const { form, fields, channel, path } = message;
  const content = checkText(state, fields.content, `${path}content`);
  const mentions = checkMentions(state, channel, {
    content,
    allowed: fields.allowed_mentions,
    path: `${path}allowed_mentions`,
  });
  const attachments = await checkFiles(state, call, message);
  const flags = readFlags(fields.flags, `${path}flags`);
  // The documents list no poll among the parameters of a post in a forum.
  const poll = isForum(channel) ? null : readPoll(fields.poll, `${path}poll`);
  const embeds = readEmbeds(fields.embeds, `${path}embeds`);
  // Without the permission, a bot that sends one is refused.
  if (embeds.length && !may(state, channel, 'EMBED_LINKS')) throw apiErrors.missingPermissions();
  if (!content && !poll && !embeds.length && form.files.length === 0) throw apiErrors.emptyMessage();
  return { content, attachments, flags, embeds, poll, ...mentions };
}

function checkText(state: State, value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') {
    throw invalidForm(path, { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' });
  }
  const { contentLength } = state.limits;
  if (countCodePoints(value) > contentLength) throw invalidForm(path, tooLong(contentLength));
  return value.trim();
}

async function checkFiles(
  state: State,
  call: Call,
  {
    form,
    fields,
    channel,
    path,
  }: { form: Form; fields: Record<string, unknown>; channel: Channel; path: string },
): Promise<Attachment[]> {
  const { limits } = state;
  const described = (Array.isArray(fields.attachments) ? fields.attachments : []) as {
    id?: unknown;
    filename?: unknown;
    description?: unknown;
  }[];
  for (const [i, { id, description }] of described.entries()) {
    const at = (field: string, problem: FieldError): ApiError =>
      invalidForm(`${path}attachments.${i}.${field}`, problem);
    if (typeof description === 'string' && countCodePoints(description) > limits.descriptionLength) {
      throw at('description', tooLong(limits.descriptionLength));
    }
    if (!form.files.some((file) => file.n === String(id))) {
      throw at('id', { code: 'ATTACHMENT_NOT_FOUND', message: 'Attachment data not found' });
    }
  }
  if (!form.files.length) return [];
  if (!may(state, channel, 'ATTACH_FILES')) throw apiErrors.missingPermissions();
  if (form.files.length > limits.attachments) {
    throw new ApiError(
      400,
      30015,
      `Maximum number of attachments in a message reached (${limits.attachments})`,
    );
  }
  const { premiumTier } = state.guilds.get(channel.guildId) as Guild;
  if (call.body.length > Math.max(limits.requestBytes, limits.fileBytes[premiumTier])) {
    throw apiErrors.tooLarge();
  }
  return Promise.all(
    form.files.map(async ({ n, file }) => {
      if (file.size > limits.fileBytes[premiumTier]) throw apiErrors.tooLarge();
      const about = described.find((d) => String(d.id) === n);
      const filename = typeof about?.filename === 'string' ? about.filename : file.name;
      const description = typeof about?.description === 'string' ? about.description : null;
      const sha256 = createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
      return { id: state.nextId(), filename, description, contentType: file.type, size: file.size, sha256 };
    }),
  );
}

const KINDS = ['roles', 'users', 'everyone'] as const;

function checkMentions(
  state: State,
  channel: Channel,
  message: { content: string; allowed: unknown; path: string },
): Pick<Content, 'mentionEveryone' | 'mentions' | 'mentionRoles'> {
  const { content, path } = message;
  const allowed = (message.allowed ?? { parse: [...KINDS] }) as {
    parse?: unknown[];
    users?: unknown[];
    roles?: unknown[];
  };
  const parse = allowed.parse ?? [];
  parse.forEach((kind, i) => {
    if (!KINDS.includes(kind as 'users')) {
      throw invalidForm(`${path}.parse.${i}`, {
        code: 'BASE_TYPE_CHOICES',
        message: "Value must be one of ('users', 'roles', 'everyone').",
      });
    }
  });
  for (const kind of ['users', 'roles'] as const) {
    const ids = allowed[kind] ?? [];
    if (parse.includes(kind) && ids.length) {
      throw invalidForm(path, {
        code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      });
    }
    if (ids.length > 100) throw invalidForm(`${path}.${kind}`, tooLong(100));
  }
  const named = (pattern: RegExp, kind: 'users' | 'roles'): string[] =>
    [...content.matchAll(pattern)]
      .map((m) => m[1] ?? '')
      .filter((id) => parse.includes(kind) || allowed[kind]?.includes(id));
  return {
    mentionEveryone:
      /@(everyone|here)\b/.test(content) &&
      parse.includes('everyone') &&
      may(state, channel, 'MENTION_EVERYONE'),
    mentions: named(/<@!?(\d+)>/g, 'users'),
    mentionRoles: named(/<@&(\d+)>/g, 'roles'),
  };
}

export function checkName(fields: Record<string, unknown>): string {
  const name = typeof fields.name === 'string' ? fields.name.trim() : '';
  if (fields.name === undefined) {
    throw invalidForm('name', { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
  }
  if (countCodePoints(name) < 1 || countCodePoints(name) > 100) throw invalidForm('name', badLength(1, 100));
  return name;
}
