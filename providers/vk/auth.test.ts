import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { vk as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const HOUR_MS = 3_600_000;

describe('a VK account', () => {
  it('is the person, or a community of which they are editor, with tokens and device in the credentials only', () => {
    const { id } = world.user;
    expect(world.channel).toMatchObject({
      internalId: String(id),
      name: 'Ada Lovelace',
      profile: `id${id}`,
      credentials: {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        deviceId: expect.any(String),
      },
      details: { ownerId: id, userId: id },
    });
    expect(world.community).toMatchObject({
      internalId: `-${world.group.id}`,
      name: "Ada's cafe",
      details: { ownerId: -world.group.id, userId: id },
    });
  });

  it('has no communities where the person is none, or did not grant their list', async () => {
    world.network.createGroup('Somebody else');
    expect(await world.connect()).toHaveLength(2);
    world.network.arm({ withheld: ['groups'] });
    expect((await world.connect()).map(({ internalId }) => internalId)).toEqual([world.channel.internalId]);
  });

  it('is refused with a message without the right to post, which VK gives to few apps', async () => {
    world.network.arm({ withheld: ['wall'] });
    const refused = world.connect();
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('has to write to devsupport@corp.vk.com');
  });

  it('cannot be connected without the device that belongs to the code, or with another verifier or code', async () => {
    await expect(world.connect({ deviceId: '' })).rejects.toThrow('VK answered without the id of the device');
    await expect(world.connect({ deviceId: 'another' })).rejects.toThrow('device_id is invalid');
    await expect(world.connect({ verifier: 'x'.repeat(43) })).rejects.toThrow('code_verifier is invalid');
    await expect(world.connect({ code: 'made-up' })).rejects.toThrow('code is invalid or expired');
    await expect(provider.connect({}, world.context)).rejects.toThrow('connected in the browser');
  });

  it('is not taken from an answer with another state, or without tokens', async () => {
    const isToken = ({ path }: { path: string }): boolean => path === '/oauth2/auth';
    const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, scope: 'wall' };
    const answer = (body: object, status = 200): void =>
      world.front.arm({ kind: 'status', status, body: JSON.stringify(body) }, isToken);
    answer({ ...tokens, state: 'of-somebody-else' });
    await expect(world.connect()).rejects.toThrow('another sign-in');
    answer({ user_id: 1 });
    await expect(world.connect()).rejects.toThrow('VK answered without tokens');
    answer({ error: 'invalid_grant', error_description: 'code is expired' }, 401);
    await expect(world.connect()).rejects.toThrow('code is expired (invalid_grant)');
  });
});

describe('the token of a VK account', () => {
  const refresh = (channel = world.channel, env: Record<string, string> = {}) =>
    provider.refresh?.(channel, { ...world.context, env: { ...world.context.env, ...env } });

  it('ends after an hour, and is renewed with a refresh token that works once, for the same device', async () => {
    await world.stop();
    let ahead = 0;
    const now = (): Date => new Date(Date.now() + ahead);
    world = await startWorld({ now, contextNow: now });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    ahead = HOUR_MS + 1000;
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(TokenExpired);
    const renewed = await refresh();
    const { accessToken, refreshToken, deviceId } = world.channel.credentials;
    expect(renewed?.credentials).toEqual({
      accessToken: expect.not.stringContaining(accessToken ?? ''),
      refreshToken: expect.not.stringContaining(refreshToken ?? ''),
      deviceId,
    });
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(now().getTime() + HOUR_MS - 60_000);
    const channel = { ...world.channel, credentials: renewed?.credentials ?? {} };
    await provider.publish({ ...request, channel }, prepared, world.context);
    expect(world.network.items()).toHaveLength(1);
    await expect(refresh()).rejects.toBeInstanceOf(ChannelGone);
    await refresh(channel);
  });

  it('is gone with the access that a person withdraws, or with the device', async () => {
    const elsewhere = { ...world.channel.credentials, deviceId: 'another' };
    await expect(refresh({ ...world.channel, credentials: elsewhere })).rejects.toBeInstanceOf(ChannelGone);
    world.network.revoke(world.user);
    await expect(refresh()).rejects.toThrow('reconnect the channel');
  });

  it("of an app that is not set up, or not known to VK, is the operator's matter and ends no channel", async () => {
    await expect(refresh(world.channel, { VK_ID: '' })).rejects.toThrow('set VK_ID');
    await expect(refresh(world.channel, { VK_ID: '1' })).rejects.toBeInstanceOf(Unsent);
    await refresh();
  });

  it('stays as it is where VK answers with anything else', async () => {
    const isToken = ({ path }: { path: string }): boolean => path === '/oauth2/auth';
    for (const status of [403, 502]) {
      world.front.arm({ kind: 'status', status, body: '<html></html>' }, isToken);
      await expect(refresh()).rejects.toBeInstanceOf(OutcomeUnknown);
    }
    await refresh();
  });
});
