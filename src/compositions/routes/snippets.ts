import { v7 as uuidv7 } from 'uuid';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import { count, id, instant, listOf, orNull, record, success, text } from '../../http/shapes.ts';
import { MAX_NAME, cleanName } from '../../platform/clean-input.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { templateMediaSchema } from '../document.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { sentence } from '../../platform/sentences.ts';
import { foreign, missing } from '../../platform/missing.ts';

const kind = {
  type: 'string',
  enum: ['template', 'signature'],
  description: 'A template begins a draft; a signature is put at the end of a text',
} as const;
const parts = {
  type: 'array',
  minItems: 1,
  maxItems: 25,
  items: { type: 'string', maxLength: 20_000 },
  description: 'The text of each part of the thread; a signature has one',
} as const;
const file = record({
  id: id('The upload'),
  alt: text('Alternative text; empty if there is none'),
  name: text('File name'),
  path: text('Public URL'),
  type: text('Media type'),
  width: orNull(count('Pixels')),
  height: orNull(count('Pixels')),
});
const snippet = record({
  id: id('The snippet'),
  kind,
  name: text('Its name'),
  parts,
  media: { ...listOf(listOf(file)), description: 'The files of each part; one that was deleted is left out' },
  createdAt: instant('When it was saved'),
});

export const listSnippetsOperation = {
  id: 'listSnippets',
  method: 'get',
  path: '/snippets',
  tag: 'Posts',
  access: 'caller',
  summary: 'List templates and signatures',
  answer: { status: 200, description: 'All of the organisation, by name', schema: listOf(snippet) },
  errors: [],
  handler: listSnippetsHandler,
} as const satisfies Operation;

export const createSnippetBody = {
  type: 'object',
  properties: {
    kind,
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME, description: 'Its name' },
    parts,
    media: {
      type: 'array',
      maxItems: parts.maxItems,
      items: templateMediaSchema,
      description: 'The files of each part of a template; none by default',
    },
  },
  required: ['kind', 'name', 'parts'],
  additionalProperties: false,
} as const;

export const createSnippetOperation = {
  id: 'createSnippet',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/snippets',
  tag: 'Posts',
  access: 'caller',
  summary: 'Save a template or a signature',
  body: createSnippetBody,
  answer: { status: 201, description: 'The snippet', schema: snippet },
  errors: ['media_not_stored'],
  example: { kind: 'signature', name: 'Opening hours', parts: ['Open daily from 9 to 18'] },
  handler: createSnippetHandler,
} as const satisfies Operation;

export const deleteSnippetOperation = {
  id: 'deleteSnippet',
  whileElsewhere: 'allowed',
  method: 'delete',
  path: '/snippets/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Delete a template or a signature',
  answer: { status: 200, description: 'It is gone; texts that were made with it stay', schema: success },
  errors: ['snippet_not_found', 'foreign_resource'],
  handler: deleteSnippetHandler,
} as const satisfies Operation;

interface Named {
  readonly id: string;
  readonly alt: string;
}

interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
}

interface SnippetRow {
  readonly id: string;
  readonly organization: string;
  readonly kind: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly media: readonly (readonly Named[])[];
  readonly createdMs: number;
}

const COLUMNS =
  'id, organization_id as organization, kind, name, parts, media, (extract(epoch from created_at) * 1000)::float8 as "createdMs"';
const LIST: Statement = {
  name: 'snippets-list',
  text: `select ${COLUMNS} from snippet where organization_id = $1 order by lower(name), id limit 1000`,
};
const INSERT: Statement = {
  name: 'snippets-insert',
  text: `insert into snippet (id, organization_id, kind, name, parts, media, created_by)
    values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7) returning ${COLUMNS}`,
};
const FILES: Statement = {
  name: 'snippets-files',
  text: `select id, coalesce(nullif(original_name, ''), name) as name, path, mime as type, width, height
    from media where organization_id = $1 and id = any($2) and deleted_at is null`,
};
const ONE: Statement = {
  name: 'snippets-one',
  text: 'select organization_id as organization from snippet where id = $1',
};
const DELETE: Statement = {
  name: 'snippets-delete',
  text: 'delete from snippet where id = $1 and organization_id = $2',
};

const checkBody = compile(createSnippetBody);

type Files = ReadonlyMap<string, FileRow>;

/** Those of these files that the organisation has. */
async function readFiles(
  { database, storage }: Pick<Context, 'database' | 'storage'>,
  organizationId: string,
  media: readonly (readonly Named[])[],
): Promise<Files> {
  const ids = [...new Set(media.flat().map((one) => one.id))];
  const rows = ids.length ? await database.query<FileRow>(FILES, [organizationId, ids]) : [];
  return new Map(rows.map((row) => [row.id, { ...row, path: storage.urlOf(row.path) }]));
}

const presentWith =
  (files: Files) =>
  ({ organization: _, createdMs, media, ...row }: SnippetRow) => ({
    ...row,
    media: row.parts.map((_part, n) =>
      (media[n] ?? []).flatMap(({ id: named, alt }) => {
        const found = files.get(named);
        return found ? [{ ...found, alt }] : [];
      }),
    ),
    createdAt: new Date(createdMs).toISOString(),
  });

function listSnippetsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const rows = await context.database.query<SnippetRow>(LIST, [organizationId]);
    const files = await readFiles(
      context,
      organizationId,
      rows.flatMap(({ media }) => media),
    );
    ctx.body = rows.map(presentWith(files));
  };
}

function createSnippetHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const { kind: snippetKind, name, parts: texts, media = [] } = checkBody(ctx.state.body);
    if (snippetKind === 'signature' && texts.length > 1) {
      throw refused('parts', sentence('signature_with_several_texts'));
    }
    if (snippetKind === 'signature' && media.flat().length) {
      throw refused('media', sentence('signature_with_files'));
    }
    if (media.length > texts.length) throw refused('media', sentence('more_entries_than_parts'));
    const files = await readFiles(context, organizationId, media);
    assertOwn(files, media);
    const values = [uuidv7(), organizationId, snippetKind, cleanName(name, { max: MAX_NAME })];
    values.push(JSON.stringify(texts), JSON.stringify(media), userId);
    const rows = await context.database.query<SnippetRow>(INSERT, values);
    ctx.body = rows.map(presentWith(files))[0];
    ctx.status = 201;
  };
}

const refused = (path: string, problem: Sentence): ApiError =>
  new ApiError('invalid_request', { issues: [{ path, ...problem }] });

/** @throws ApiError `media_not_stored` naming each file that the organisation does not have */
function assertOwn(files: Files, media: readonly (readonly Named[])[]): void {
  const issues = media.flatMap((part, n) =>
    part.flatMap((one, m) =>
      files.has(one.id) ? [] : [{ path: `media.${n}.${m}.id`, ...sentence('not_an_upload') }],
    ),
  );
  if (issues.length) throw new ApiError('media_not_stored', { issues });
}

function deleteSnippetHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const snippetId = idParam(ctx.params.id);
    const [row] = await database.query<{ organization: string }>(ONE, [snippetId]);
    if (!row) throw missing('snippet', snippetId);
    if (row.organization !== organizationId) throw foreign('snippet', snippetId);
    await database.query(DELETE, [snippetId, organizationId]);
    ctx.body = { success: true };
  };
}
