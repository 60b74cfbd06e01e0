/**
 * The baseline of the API: a Koa server that does only what is indispensable. A create is JSON and one
 * INSERT, a list is one SELECT and JSON, an upload writes the form part to disk. Nothing is checked. Reads
 * DATABASE_URL, PORT and CRIER_DATA_DIR as the API does.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import Koa, { type Context } from 'koa';
import pg from 'pg';
import { loadConfig } from '../../src/platform/config/config.ts';
import { answerParent } from '../helper.ts';

interface Body {
  readonly date: string;
  readonly posts: readonly {
    readonly integration: { readonly id: string };
    readonly value: readonly { readonly content: string }[];
  }[];
}

// In the shape of the Public API's list, without tags and repetitions.
const LIST = `select p.id, i.content, p.publish_at as "publishDate", p.release_url as "releaseURL", p.release_id as "releaseId", p.state, p.interval_days as "intervalInDays", p.public_group as "group",
    g.creation_method as "creationMethod", p.settings, json_build_object('id', c.id, 'providerIdentifier', c.provider, 'name', c.name, 'picture', c.picture) as integration
  from post p join integration c on c.id = p.integration_id join post_group g on g.id = p.post_group_id left join post_item i on i.post_id = p.id and i.position = 0
  where p.publish_at between $1 and $2 order by p.publish_at, p.id`;

const config = loadConfig();
// As many connections as the API has (src/run/create-context.ts).
const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 10 });
await pool.query(
  'create table if not exists bench_post (id uuid primary key, channel uuid not null, publish_at timestamptz not null, content text not null)',
);
const uploadDir = join(config.CRIER_DATA_DIR, 'bare-uploads');
mkdirSync(uploadDir, { recursive: true });

async function receive(ctx: Context): Promise<void> {
  const { headers } = ctx.req;
  const form = new Busboy({ headers: headers as typeof headers & { 'content-type': string } });
  const files: Promise<void>[] = [];
  form.on('file', (_name: string, file: Readable) => {
    files.push(pipeline(file, createWriteStream(join(uploadDir, randomUUID()))));
  });
  await pipeline(ctx.req, form);
  await Promise.all(files);
  [ctx.status, ctx.body] = [201, {}];
}

async function create(ctx: Context): Promise<void> {
  const { date, posts } = (await json(ctx.req)) as Body;
  const [post] = posts;
  const postId = randomUUID();
  await pool.query({
    name: 'create',
    text: 'insert into bench_post (id, channel, publish_at, content) values ($1, $2, $3, $4)',
    values: [postId, post?.integration.id, date, post?.value[0]?.content],
  });
  ctx.status = 201;
  ctx.body = [{ postId, integration: post?.integration.id }];
}

async function list(ctx: Context): Promise<void> {
  const { rows } = await pool.query<object>({
    name: 'list',
    text: LIST,
    values: [ctx.query.startDate, ctx.query.endDate],
  });
  ctx.type = 'json';
  ctx.body = JSON.stringify({ posts: rows });
}

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path.endsWith('/upload')) await receive(ctx);
  else await (ctx.method === 'POST' ? create(ctx) : list(ctx));
});
const server = app.listen(config.PORT, '127.0.0.1', () =>
  answerParent(
    () => null,
    async () => {
      server.close();
      server.closeAllConnections();
      await pool.end();
    },
  ),
);
