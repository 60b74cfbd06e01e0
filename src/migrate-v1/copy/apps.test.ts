import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { approve, exchange, type TestApp } from '../../oauth/fixtures/flow.ts';
import { UNUSABLE_REDIRECT_URL } from '../../oauth/redirect-url.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { signedIn } from '../../test/person.ts';
import { sealLegacy } from '../test/legacy-cipher.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import { openSource } from '../source/open-source.ts';
import { runPass } from './run-pass.ts';

const SECRET = `pcs_${'5ec2e7'.repeat(8)}`;
const TOKEN = `pos_${'a11ced'.repeat(8)}`;
const REVOKED = `pos_${'dead00'.repeat(8)}`;

describe('An app of a source of v2.20', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let app: TestApp;
  let organizationId: string;
  beforeAll(async () => {
    [crier, v1] = await Promise.all([
      startInstance({ temporal: false }),
      makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
        age: 'v2.20',
        organizations: 2,
        posts: 2,
        waiting: 1,
        seed: randomUUID(),
      }),
    ]);
    // The owner shares their address with nobody, and signs in here.
    await v1.query(`update "User" set email = 'ada@elsewhere.example' where "providerName" = 'GOOGLE'`);
    const sealed = (plain: string): string => sealLegacy(v1.jwtSecret, plain);
    await v1.query('update "OAuthApp" set "clientSecret" = $1', [sealed(SECRET)]);
    await v1.query('update "OAuthAuthorization" set "accessToken" = $1', [sealed(TOKEN)]);
    // Another person in the organisation approved it, and took that back.
    await v1.query(
      `insert into "OAuthAuthorization" (id, "oauthAppId", "userId", "organizationId", "accessToken", "revokedAt",
          "createdAt", "updatedAt")
        select gen_random_uuid()::text, a."oauthAppId", m."userId", a."organizationId", $1, now(), now(), now()
        from "OAuthAuthorization" a join "UserOrganization" m on m."organizationId" = a."organizationId"
        where m.role = 'ADMIN' limit 1`,
      [sealed(REVOKED)],
    );
    // v1 took any URL.
    await v1.query(
      `insert into "OAuthApp" (id, "organizationId", name, "redirectUrl", "clientId", "clientSecret", "createdAt", "updatedAt")
        select 'hostile', "organizationId", 'Menu' || chr(8238), 'javascript:alert(1)', 'pca_hostile', "clientSecret", now(), now()
        from "OAuthApp" limit 1`,
    );
    organizationId = v1.organizations[0]?.id ?? '';
    await copy();
    [app] = (await sql<TestApp>(
      crier,
      `select id, client_id as "clientId", $1 as "clientSecret", redirect_url as "redirectUrl" from oauth_app where client_id <> 'pca_hostile'`,
      [SECRET],
    )) as [TestApp];
  });
  afterAll(async () => {
    await crier?.stop();
    await v1?.drop();
  });

  async function copy(): Promise<void> {
    const source = await openSource(v1.url);
    const sourceId = randomUUID();
    await sql(crier, 'insert into v1_source (id, fingerprint, version) values ($1, $2, $3)', [
      sourceId,
      source.fingerprint,
      source.version,
    ]);
    const deps = { open: openerOf(v1.jwtSecret), env: {}, uploads: null, rate: null };
    await runPass({ context: crier.context, source, sourceId, ...deps });
    await source.close();
  }
  // The answers have the ids of v1, so they are not compared with the document.
  async function read(token: string): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: token };
    const answer = await fetch(`${crier.url}/public/v1/integrations`, { headers });
    return { status: answer.status, body: await answer.json() };
  }

  it('goes on with the access token that it has, for the organisation whose member approved it', async () => {
    const [mine, theirs] = await Promise.all(v1.organizations.map(({ apiKey }) => read(apiKey ?? '')));
    const answer = await read(TOKEN);
    expect(answer).toEqual({ status: 200, body: mine?.body });
    expect(answer.body).not.toEqual(theirs?.body);
  });

  it('is refused with a token that was revoked in v1, as with one that never was', async () => {
    expect((await read(REVOKED)).status).toBe(401);
    expect((await read(`${TOKEN}0`)).status).toBe(401);
  });

  it('whose redirect URL could not be registered here gets one that does not work, and that is reported (case 117)', async () => {
    const [hostile] = await sql(
      crier,
      `select a.name, a.redirect_url as url, l.problem from oauth_app a join legacy_id l on l.id = a.id
        where a.client_id = 'pca_hostile'`,
    );
    expect(hostile).toEqual({
      name: 'Menu',
      url: UNUSABLE_REDIRECT_URL,
      problem: expect.stringContaining('its redirect URL must be a full URL that begins with https://'),
    });
  });

  it('exchanges new codes with its old client ID and secret, and with no other', async () => {
    await sql(
      crier,
      `update v1_organization set publishes = 'crier', phase = 'cut_over', cut_over_at = now() where organization_id = $1`,
      [organizationId],
    );
    const [owner] = await sql<{ id: string }>(
      crier,
      `select user_id as id from membership where organization_id = $1 and role = 'owner'`,
      [organizationId],
    );
    const person = await signedIn(crier, owner?.id ?? '');
    const code = await approve(person, app);
    expect(await exchange(crier, { ...app, clientSecret: `${SECRET}0` }, code)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const { status, body } = await exchange(crier, app, code);
    expect(status).toBe(200);
    expect((await read(body.access_token)).status).toBe(200);
  });
});
