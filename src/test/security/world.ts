/**
 * Two organisations with one of everything, for tests that try each operation of the web app on what belongs
 * to the other.
 */
import { randomUUID } from 'node:crypto';
import { approve, authorize, registerApp, type TestApp } from '../../oauth/fixtures/flow.ts';
import { buildPost, png, setState, sql, upload } from '../factories.ts';
import { type TestInstance } from '../instance.ts';
import { addPerson, signedIn, type TestPerson } from '../person.ts';

/** What a path parameter can name. */
export type Thing =
  | 'post'
  | 'group'
  | 'channel'
  | 'member'
  | 'invitation'
  | 'key'
  | 'app'
  | 'approval'
  | 'session'
  | 'composition'
  | 'snippet'
  | 'hashtagSet'
  | 'media'
  | 'channelGroup'
  | 'webhook'
  | 'listener'
  | 'directUpload'
  | 'videoJob';

/** A draft of the composer in which nothing is written yet. */
export const EMPTY_DOCUMENT = {
  channels: [],
  parts: [{ id: 'a', text: '', media: [], delaySeconds: 0 }],
  variations: {},
  settings: {},
  tags: [],
  when: { kind: 'now', date: null },
};

/** An organisation with its people and things; `things` are ids. */
export interface World {
  readonly crier: TestInstance;
  readonly organizationId: string;
  readonly owner: TestPerson;
  readonly admin: TestPerson;
  readonly member: TestPerson;
  readonly app: TestApp;
  /** An access token of the app, for the owner. */
  readonly token: string;
  readonly things: Readonly<Record<Thing, string>>;
}

/** Creates an organisation with one of everything. */
export async function makeWorld(crier: TestInstance, name: string): Promise<World> {
  const { id: organizationId, apiKey } = await crier.anotherOrganization(name);
  const [owner, admin, member, other] = await Promise.all(
    (['owner', 'admin', 'member', 'member'] as const).map((role) =>
      addPerson(crier, { organizationId, role, name: `${name} ${role}` }),
    ),
  );
  if (!owner || !admin || !member || !other) throw new Error('nobody is there');
  const app = await registerApp(owner);
  const token = await authorize(crier, owner, app);
  const channel = (await crier.connect('sandbox', { name: `Channel of ${name}` }, organizationId)).id;
  const made = async (path: string, body: object): Promise<string> =>
    (await owner.call<{ id: string }>('POST', path, { body })).body.id;
  const {
    body: [post],
  } = await owner.call<{ postId: string }[]>('POST', '/posts', {
    body: buildPost(channel),
    headers: { 'idempotency-key': randomUUID() },
  });
  const things = {
    post: post?.postId ?? '',
    channel,
    member: other.id,
    key: await made('/api-keys', { name: 'first' }),
    invitation: await made('/organization/invitations', { role: 'member' }),
    app: app.id,
    composition: await made('/compositions', { document: EMPTY_DOCUMENT }),
    snippet: await made('/snippets', { kind: 'signature', name: 'Hours', parts: ['Open daily'] }),
    hashtagSet: await made('/hashtag-sets', { name: 'Bakery', tags: ['bread'] }),
    media: (await upload<{ id: string }>(crier, png(), { key: apiKey })).body.id,
    webhook: await made('/webhooks', { url: 'https://example.com/hook', events: ['token.revoked'] }),
    listener: await made('/webhook-listeners', { events: ['token.revoked'] }),
    channelGroup: await made('/channel-groups', { name: `Group of ${name}` }),
    group:
      (
        await sql<{ group: string }>(crier, 'select public_group as group from post where id = $1', [
          post?.postId,
        ])
      )[0]?.group ?? '',
    approval:
      (await sql<{ id: string }>(crier, 'select id from oauth_token where user_id = $1', [owner.id]))[0]
        ?.id ?? '',
    session: (await signedIn(crier, owner.id)).sessionId,
    directUpload:
      (
        await sql<{ id: string }>(
          crier,
          `insert into direct_upload (id, organization_id, size, expires_at)
            values (gen_random_uuid(), $1, 5, now() + interval '1 hour') returning id`,
          [organizationId],
        )
      )[0]?.id ?? '',
    videoJob:
      (
        await sql<{ id: string }>(
          crier,
          "insert into video_job (id, organization_id, kind) values (gen_random_uuid(), $1, 'trim') returning id",
          [organizationId],
        )
      )[0]?.id ?? '',
  };
  return { crier, organizationId, owner, admin, member, app, token, things };
}

/** The post of a world in the state unconfirmed, when a person must decide. */
export async function putInDoubt({ crier, things }: World): Promise<void> {
  await setState(crier, things.post, 'unconfirmed');
  await sql(
    crier,
    "insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at) select gen_random_uuid(), id, 1, 'sent', gen_random_uuid(), now() from post_item where post_id = $1",
    [things.post],
  );
}

/** Another code of the owner for the app. */
export const anotherCode = ({ owner, app }: World): Promise<string> => approve(owner, app);

/** Every row of every table as text, by table; without the rows of the limits, which count requests. */
export async function rowsOf(crier: TestInstance): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await sql<{ name: string }>(
    crier,
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limit', 'instance_state')",
  );
  const read = async (name: string): Promise<[string, string[]]> => [
    name,
    (await sql<{ row: string }>(crier, `select to_jsonb(t)::text as row from ${name} t order by 1`)).map(
      ({ row }) => row,
    ),
  ];
  return Object.fromEntries(await Promise.all(tables.map(({ name }) => read(name))));
}
