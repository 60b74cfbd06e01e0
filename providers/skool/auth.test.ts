import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

describe('connecting a person', () => {
  it('goes by the account behind the cookies, which are among the credentials only', () => {
    const { authToken, clientId, id } = world.person;
    expect(world.channel).toMatchObject({
      internalId: id,
      name: 'Ada Lovelace',
      picture: null,
      profile: 'https://www.skool.com/@ada-lovelace-1234',
      credentials: { authToken, clientId },
      expiresAt: null,
    });
    const shown = JSON.stringify({ ...world.channel, credentials: null });
    for (const secret of [authToken, clientId]) expect(shown).not.toContain(secret);
  });

  it('takes values as people copy them: with their name, in quotes, in a list', async () => {
    const { authToken, clientId } = world.person;
    const list = `ajs_id=1; client_id=${clientId}; auth_token="${authToken}"; x=y`;
    for (const fields of [
      { authToken: `auth_token=${authToken};`, clientId: ` ${clientId}\n` },
      { authToken: list, clientId: list },
    ]) {
      expect(await world.connect(fields)).toMatchObject({ credentials: { authToken, clientId } });
    }
  });

  it('knows when the cookie ends, where the cookie has a date', async () => {
    const end = new Date('2031-05-04T09:30:00Z');
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ exp: end.getTime() / 1000 })}.c2lnbmF0dXJl`;
    const { authToken, clientId } = world.network.createPerson('Grace', token);
    expect(await world.connect({ authToken, clientId })).toMatchObject({ expiresAt: end });
    const other = world.network.createPerson('Joan', 'not.base64json.token');
    expect(await world.connect(other as never)).toMatchObject({ expiresAt: null });
  });

  it.each([
    ['authToken', '', 'the cookie auth_token'],
    ['authToken', 'two words of it', 'the cookie auth_token'],
    ['clientId', 'a,comma,list', 'the cookie client_id'],
    ['authToken', 'made-up-by-somebody', 'does not accept these cookies. unauthorized'],
  ])('fails with the %s %j, without repeating it', async (name, value, message) => {
    const refused = world.connect({ [name]: value });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
    if (value) await expect(refused).rejects.not.toThrow(value);
  });

  it.each(['challenge', 'captcha', 'page'] as const)(
    'reports that the firewall stops this server (%s)',
    async (stopped) => {
      world.network.arm({ stopped });
      const failed = world.connect({});
      await expect(failed).rejects.toBeInstanceOf(Rejected);
      await expect(failed).rejects.toThrow("Skool's firewall let nothing through from this server");
      world.network.arm({ stopped: null });
    },
  );
});
