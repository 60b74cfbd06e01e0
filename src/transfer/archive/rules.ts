/**
 * What an archive may bring into a column: what the endpoints of this instance accept there. An archive is an
 * untrusted file, and no endpoint has checked its rows. What is merely unfit is changed to fit or left out,
 * with a warning; a value that no endpoint can have stored, and that cannot be changed to fit, refuses the
 * archive.
 */
import { isHtml } from '../../../providers/_kit/html-tags.ts';
import { documentSchema, templateMediaSchema } from '../../compositions/document.ts';
import { MAX_SET_NAME, tagsSchema } from '../../compositions/hashtag-sets.ts';
import { ApiError } from '../../platform/errors.ts';
import { assertTimeZone, cleanDescription, readName } from '../../platform/clean-input.ts';
import { cleanEscaped, cleanHtml } from '../../platform/clean-html.ts';
import { compile } from '../../platform/validation.ts';
import { readRule, writeRule } from '../../platform/repeat/repeat-rule.ts';
import { webUrl } from '../../platform/web-url.ts';
import { linkParametersSchema } from '../../short-links/link-parameters.ts';
import { MAX_TAG, MAX_TAGS } from '../../uploads/media-tags.ts';
import { UNUSABLE_REDIRECT_URL, redirectUrlProblem } from '../../oauth/redirect-url.ts';

/**
 * The verdict on a value: undefined = it stays. `words` follow the name of the column; null: means the same.
 */
export type Verdict =
  | { readonly refused: string }
  | { readonly instead: unknown; readonly words: string | null }
  | undefined;

/** Checks a value that is not null, of an archive in this format. */
export type Rule = (value: unknown, format: number) => Verdict | Promise<Verdict>;

/** A name that never resolves (RFC 6761). */
const UNUSABLE_WEBHOOK_URL = 'https://webhook.invalid/';

const refuse = (refused: string): Verdict => ({ refused });
const NOT_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** One line that can be read, as a person types it; `otherwise` when nothing is left of it. */
const name =
  (max: number, otherwise: string | null = 'Unnamed'): Rule =>
  (value) => {
    if (typeof value !== 'string') return refuse('must be a text');
    const read = readName(value.replaceAll(NOT_A_LINE, ' '), max);
    if ([...read.name].length > max) return refuse(`must have 1 to ${max} characters`);
    const kept = read.problem ? otherwise : read.name;
    return kept === value
      ? undefined
      : {
          instead: kept,
          words: 'came without line breaks, blanks around it and characters that nobody sees',
        };
  };

const description: Rule = (value) => {
  if (typeof value !== 'string') return refuse('must be a text');
  const kept = cleanDescription(value);
  return kept === value
    ? undefined
    : { instead: kept, words: 'came without control characters and characters that nobody sees' };
};

/** As `cleanTags` stores them, as many as a file may have. */
const tags: Rule = (value) => {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) {
    return refuse('must be a list of texts');
  }
  const read = (value as string[]).map((one) => readName(one.replaceAll(NOT_A_LINE, ' '), MAX_TAG));
  const kept = [...new Set(read.flatMap((one) => (one.problem ? [] : [one.name])))].slice(0, MAX_TAGS);
  return JSON.stringify(kept) === JSON.stringify(value)
    ? undefined
    : { instead: kept, words: 'came without those that cannot be read, are too long or too many' };
};

const link: Rule = (value) =>
  webUrl(value) === null
    ? { instead: null, words: 'is left out, as it is no URL with http:// or https://' }
    : undefined;

const redirectUrl: Rule = (value) => {
  const problem = redirectUrlProblem(String(value));
  return problem
    ? {
        instead: UNUSABLE_REDIRECT_URL,
        words: `${problem.message}; nobody can approve the app until it is changed`,
      }
    : undefined;
};

const webhookUrl: Rule = (value) =>
  URL.parse(String(value))?.protocol === 'https:'
    ? undefined
    : {
        instead: UNUSABLE_WEBHOOK_URL,
        words: 'must be a URL that begins with https://; nothing arrives until it is changed',
      };

const html: Rule = async (value, format) => {
  if (typeof value !== 'string') return refuse('must be a text');
  try {
    const kept = await (format === 1 ? cleanEscaped : cleanHtml)(value, 'content');
    if (kept === value) return undefined;
    const text = isHtml(value) ? 'came without the markup that a post may not have' : null;
    return { instead: kept, words: text };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.issues[0]?.message ?? 'cannot be read');
  }
};

const timeZone: Rule = (value) => {
  try {
    assertTimeZone(String(value));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse('must be the name of a time zone such as Europe/Berlin');
  }
};

/** By a schema, as an operation checks its body. */
function schema(jsonSchema: object): Rule {
  const check = compile(jsonSchema as Parameters<typeof compile>[0]);
  return (value) => {
    try {
      check(structuredClone(value));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [issue] = error.issues;
      return refuse(`is not valid: ${issue?.path ?? ''} ${issue?.message ?? ''}`);
    }
  };
}

const repeatRule: Rule = (value) => {
  const rule = readRule(String(value));
  if ('code' in rule) return { instead: null, words: `is left out: it ${rule.message}` };
  const kept = writeRule(rule);
  return kept === value ? undefined : { instead: kept, words: null };
};

const URL_OR_PATH = '^(?:https?://|(?![a-zA-Z][a-zA-Z0-9+.-]*:))';
const text = { type: 'string' } as const;
const files = schema({
  type: 'array',
  items: {
    type: 'object',
    properties: { id: text, path: { type: 'string', pattern: URL_OR_PATH }, alt: text },
    required: ['id'],
  },
});
const templateFiles = schema({ type: 'array', items: { type: 'array', items: templateMediaSchema.items } });
const times = schema({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      time: { type: 'integer', minimum: 0, maximum: 1439 },
      days: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 7 },
        minItems: 1,
        uniqueItems: true,
      },
    },
    required: ['time'],
  },
});

/** By table and column. Values that the database checks itself, such as roles and states, have no line. */
export const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  organization: { name: name(200), time_zone: timeZone, link_parameters: schema(linkParametersSchema) },
  user_account: { name: name(100) },
  customer: { name: name(200) },
  integration: {
    provider: schema({ type: 'string', pattern: '^[a-z0-9-]{1,60}$' }),
    name: name(200),
    picture: link,
    profile: name(200, null),
    details: schema({ type: 'object' }),
    posting_times: times,
  },
  media: {
    mime: schema({ type: 'string', pattern: '^(?:(?:image|video)/[a-z0-9.+-]+|application/pdf)$' }),
    tags,
  },
  tag: { name: name(200) },
  post: { settings: schema({ type: 'object' }), release_url: link, repeat_rule: repeatRule },
  post_item: { content: html, media: files, release_url: link },
  composition: { document: schema(documentSchema) },
  snippet: { name: name(100), parts: schema({ type: 'array', items: text }), media: templateFiles },
  hashtag_set: { name: name(MAX_SET_NAME), tags: schema(tagsSchema) },
  oauth_app: { name: name(100), description, redirect_url: redirectUrl },
  api_key: { name: name(100) },
  webhook: { name: name(100), url: webhookUrl },
  idempotency_record: { status: schema({ type: 'integer', minimum: 200, maximum: 299 }) },
};
