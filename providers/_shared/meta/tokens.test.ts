/** Tokens of all three networks, where the way that Meta's pages show is the only one. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { instagramStandalone } from '../../instagram/index.ts';
import { fault, startWorld, type World } from './fixtures/world.ts';
import { requestToken } from './tokens.ts';

const DAY_MS = 86_400_000;
let world: World;
afterEach(() => world?.stop());

/** Facebook's exchange of a token for one that lives longer. */
const exchange = (secret = world.network.client.secret, shown?: 'GET') =>
  requestToken(
    'Facebook',
    `${world.context.env.FACEBOOK_API_URL}/v26.0/oauth/access_token`,
    {
      form: {
        client_id: world.network.client.id,
        client_secret: secret,
        grant_type: 'fb_exchange_token',
        fb_exchange_token: world.channel.credentials.token ?? '',
      },
      ...(shown ? { shown } : {}),
    },
    world.context,
  );

describe('a token of Meta', () => {
  it('is exchanged with the secret in a form, and in the query only where that is refused', async () => {
    world = await startWorld(instagramStandalone, { onlyAsShown: true });
    expect((await exchange(undefined, 'GET')).expiresAt?.getTime()).toBeGreaterThan(Date.now() + 59 * DAY_MS);
    const usual = await startWorld(instagramStandalone);
    await world.stop();
    world = usual;
    const inUrls: string[] = [];
    world.front.arm({ kind: 'status', status: 500, body: '{}' }, ({ path }) => {
      if (path.includes('secret')) inUrls.push(path);
      return false;
    });
    await exchange(undefined, 'GET');
    expect(inUrls).toEqual([]);
  });

  it('is renewed in the header, and in the query where that is refused', async () => {
    let ahead = 0;
    world = await startWorld(instagramStandalone, {
      onlyAsShown: true,
      now: () => new Date(Date.now() + ahead),
    });
    ahead = 2 * DAY_MS;
    const renewed = await instagramStandalone.refresh?.(world.channel, world.context);
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 61 * DAY_MS);
  });

  it('and the secret are in no message, also where Meta quotes them', async () => {
    world = await startWorld(instagramStandalone);
    const secret = 'd0d0cafed0d0cafe';
    const { token = '' } = world.channel.credentials;
    world.front.arm(fault(400, 190, `Malformed ${secret} or ${token}`), () => true);
    const failed = exchange(secret);
    await expect(failed).rejects.toThrow('Malformed [redacted] or [redacted]');
    await expect(failed).rejects.not.toThrow(secret);
    const cause = (await failed.catch((error: Error) => error.cause)) as Error;
    expect(cause.message).not.toContain(token);
  });
});
