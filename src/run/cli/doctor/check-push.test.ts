import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readPushKeys } from '../../../organizations/notifications/browsers.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { addPerson } from '../../../test/person.ts';
import { startPushService, type PushService } from '../../../test/servers/push-service.ts';
import { checkPush } from './check-push.ts';

describe('doctor, about notifications in browsers', () => {
  let crier: TestInstance;
  let service: PushService;
  beforeAll(async () => {
    [crier, service] = await Promise.all([startInstance({ temporal: false }), startPushService()]);
  });
  afterAll(() => Promise.all([crier?.stop(), service?.stop()]));
  beforeEach(() => sql(crier, 'delete from push_key'));
  const found = async (
    url = 'https://crier.example',
    secrets: typeof crier.context.secrets | null = crier.context.secrets,
  ) => {
    const { config, database } = crier.context;
    const { status, detail } = await checkPush(
      { config: { ...config, FRONTEND_URL: url }, database },
      secrets,
    );
    return [status, detail];
  };

  it('says in how many browsers they are on, of people who are signed in', async () => {
    expect(await found()).toEqual(['ok', 'on in no browser yet']);
    const { publicKey } = await readPushKeys(crier.context);
    const [ada, ben] = [await addPerson(crier), await addPerson(crier)];
    for (const person of [ada, ben]) {
      await person.call('POST', '/notifications/browsers', { body: service.subscribe(publicKey) });
    }
    expect(await found()).toEqual(['ok', 'on in 2 browsers']);
    await sql(crier, "update session set expires_at = now() - interval '1 second' where user_id = $1", [
      ben.id,
    ]);
    expect(await found('http://localhost:4200')).toEqual(['ok', 'on in 1 browser']);
  });

  it('warns where no browser offers them, and where the key that signs them does not open', async () => {
    await readPushKeys(crier.context);
    expect(await found('http://crier.example')).toEqual([
      'warn',
      'browsers offer notifications only at https URLs, not at http://crier.example',
    ]);
    const other = createSecrets(`other:${randomBytes(32).toString('base64')}`);
    expect((await found(undefined, other))[0]).toBe('warn');
    expect((await found(undefined, null))[0]).toBe('ok');
  });
});
