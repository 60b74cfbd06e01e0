/** DEV's own OpenAPI document (version 1.0.0 of October 2025), as an oracle. */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Recorder } from '../exchange.ts';
import { openApiCheck } from '../openapi.ts';
import { checkAll, type OracleCheck, type Oracle } from '../oracle.ts';
import { devtoDocument } from './document.ts';

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kinds of an example's values; null leaves them open. */
function schemaOf(example: unknown): Part {
  if (example === null) return {};
  if (Array.isArray(example)) return example.length ? { type: 'array', items: schemaOf(example[0]) } : {};
  if (!isPart(example)) return { type: typeof example, nullable: true };
  const properties = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, schemaOf(value)]),
  );
  return { type: 'object', properties, required: Object.keys(properties) };
}

/**
 * The document in a form that can be checked against: many answers have only an example, which then is their
 * schema; an object with `items` means these; and a URL is of no format that is known.
 */
function repaired(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repaired);
  if (!isPart(value)) return value;
  const { example, ...rest } = value;
  if (rest.type === 'object' && isPart(rest.items)) return repaired(rest.items);
  if (rest.format === 'path' || rest.format === 'url') return repaired({ ...rest, format: undefined });
  const parts = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, repaired(part)]));
  const isContent = example !== undefined && Object.keys(rest).length === 0;
  return isContent ? { ...parts, schema: schemaOf(example) } : parts;
}

interface Document {
  readonly components: { readonly schemas: { readonly Article: { properties: { article: Part } } } };
}

/** The oracle of the document: an article that is written has no other fields than those that are named. */
export function devtoCheck(text: string): OracleCheck {
  const document = repaired(JSON.parse(text)) as Document;
  const { properties } = document.components.schemas.Article;
  properties.article = { ...properties.article, additionalProperties: false };
  return openApiCheck(JSON.stringify(document));
}

const OWN = /^GET \/api\/articles\/me\//;
/** Fields of an article that are not in the list of one's own, and those that are only there. */
const NOT_LISTED =
  /'(readable_publish_date|social_image|tags|created_at|edited_at|crossposted_at|last_comment_at)'$/;
const ONLY_LISTED = /\((published|page_views_count|body_markdown)\)$/;

export const devtoOracle: Oracle = {
  name: 'DEV',
  file: '',
  check: devtoCheck,
  mistakes: [
    {
      reason: "Tags are a list: Forem's source permits nothing else (articles_controller.rb, article_params)",
      covers: ({ side, message }) => side === 'request' && message === 'the body/article/tags must be string',
    },
    {
      reason: "One's own articles have fields of their own (Forem's me.json.jbuilder); a draft has no time",
      covers: ({ side, operation, message }) =>
        side === 'answer' &&
        OWN.test(operation) &&
        (NOT_LISTED.test(message) ||
          ONLY_LISTED.test(message) ||
          /\/published_(at|timestamp) must (be string|match format "date-time")$/.test(message)),
    },
    {
      reason: 'Each article has comments_count, which its schema requires and does not describe',
      covers: ({ message }) => message.endsWith('(comments_count)'),
    },
    {
      reason: 'Its examples have the number of a user and of an organisation; their schemas have not',
      covers: ({ message }) =>
        message.endsWith('/user must NOT have additional properties (user_id)') ||
        /the 200 must NOT have additional properties \((id|profile_image)\)$/.test(message),
    },
    {
      reason:
        'Its examples have null where a text of a user or an organisation is empty; their schemas have not',
      covers: ({ side, message }) =>
        side === 'answer' &&
        /\/(twitter_username|github_username|location|tech_stack) must be string$/.test(message),
    },
    {
      reason: "An article of an organisation names it (Forem's show.json.jbuilder); the example has none",
      covers: ({ side, operation, message }) =>
        side === 'answer' &&
        /^(POST|PUT) \/api\/articles/.test(operation) &&
        message.endsWith('(organization)'),
    },
    {
      reason:
        'The schema of a single article is that of a list of them; its own example shows the difference',
      covers: ({ operation, message }) =>
        operation === 'GET /api/articles/{username}/{slug}' &&
        /\((collection_id|body_html|body_markdown)\)$|\/tag_list must be array$|\/tags must be string$/.test(
          message,
        ),
    },
  ],
};

/**
 * Registers the comparison; call it after all other tests of the file, which share one recorder.
 * `everything`: these tests use the whole API, so that each known mistake has to show.
 */
export function testAgainstDevto(recorder: Recorder, { everything = false } = {}): void {
  describeWith([devtoDocument], 'What these tests and DEV said to each other', () => {
    it("is as DEV's own description has it", async () => {
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const check = devtoCheck(devtoDocument.read());
      const { unexplained, idle } = await checkAll(devtoOracle, check, recorder.exchanges);
      if (everything) expect(idle).toEqual([]);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
