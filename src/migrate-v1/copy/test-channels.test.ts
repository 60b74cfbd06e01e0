import { describe, expect, it } from '@jest/globals';
import { sql } from '../../test/factories.ts';
import { startInstance } from '../../test/instance.ts';
import { startDevto } from '../../test/networks/devto/server.ts';
import { startThreads } from '../../test/networks/threads/server.ts';
import { makeV1Source } from '../test/make-source.ts';
import { registerSource } from '../v1-source.ts';
import { runPass } from './run-pass.ts';
import { testChannels } from './test-channels.ts';

describe('The channels of a copy', () => {
  it('are tried on their network: one that works is connected, another is reported with what the network said', async () => {
    const network = await startDevto({});
    const own = await startInstance({ temporal: false, env: { DEVTO_URL: network.url } });
    const v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 2,
      posts: 2,
      waiting: 0,
    });
    const setKey = (n: number, key: string): Promise<unknown> =>
      v1.query(
        `update "Integration" set "providerIdentifier" = 'devto', token = $2
          where "organizationId" = $1 and "providerIdentifier" = 'x'`,
        [v1.organizations[n]?.id, key],
      );
    await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'x'`);
    await setKey(0, network.createUser('heidi').apiKey);
    await setKey(1, 'a wrong key');
    const access = { source: v1.url, jwtSecret: v1.jwtSecret, uploads: null, env: {} };
    const migration = await registerSource(own.context, access);
    try {
      await runPass(migration);
      expect(await testChannels(migration)).toEqual({ works: 1, fails: 1 });
      expect(await testChannels(migration)).toEqual({ works: 0, fails: 0 });
      const rows = await sql(
        own,
        `select i.refresh_needed as "reconnect", l.problem from integration i join legacy_id l on l.id = i.id
          where i.provider = 'devto' and not i.disabled order by 1`,
      );
      expect(rows).toEqual([
        { reconnect: false, problem: null },
        { reconnect: true, problem: expect.stringMatching(/^has to be connected again: /) },
      ]);
    } finally {
      await migration.close();
      await own.stop();
      await network.stop();
      await v1.drop();
    }
  });

  it('that were connected in a browser are tried by their tokens, which nobody renews', async () => {
    const network = await startThreads();
    const own = await startInstance({ temporal: false, env: { THREADS_API_URL: network.url } });
    const v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 3,
      posts: 3,
      waiting: 0,
    });
    const account = network.createAccount('heidi');
    const token = network.createToken(account, ['threads_basic', 'threads_content_publish']);
    const accounts = [
      ['threads', token],
      ['threads', 'one that has expired'],
      // Its network does not answer here.
      ['facebook', token],
    ];
    await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'x'`);
    for (const [n, [provider, one]] of accounts.entries()) {
      await v1.query(
        `update "Integration" set "providerIdentifier" = $3, token = $2, "internalId" = $4
          where "organizationId" = $1 and "providerIdentifier" = 'x'`,
        [v1.organizations[n]?.id, one, provider, account.id],
      );
    }
    const access = { source: v1.url, jwtSecret: v1.jwtSecret, uploads: null, env: {} };
    const migration = await registerSource(own.context, access);
    try {
      await runPass(migration);
      expect(await testChannels(migration)).toEqual({ works: 0, fails: 1 });
      const rows = await sql(
        own,
        `select i.provider, i.refresh_needed as "reconnect", l.problem, i.credentials_version as version
          from integration i join legacy_id l on l.id = i.id
          where i.provider in ('threads', 'facebook') and not i.disabled order by 2, 1`,
      );
      const works = { reconnect: false, problem: null, version: 1 };
      expect(rows).toEqual([
        { ...works, provider: 'facebook' },
        { ...works, provider: 'threads' },
        {
          provider: 'threads',
          reconnect: true,
          problem: expect.stringMatching(/^has to be connected again: /),
          version: 1,
        },
      ]);
    } finally {
      await migration.close();
      await own.stop();
      await network.stop();
      await v1.drop();
    }
  });
});
