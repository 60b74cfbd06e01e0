/**
 * Dub's own client as an oracle: for our stand-in, whose answers it checks with its schemas, and for what
 * Crier sends, which must be what it would send.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Dub } from 'dub';
import { loadConfig } from '../platform/config/config.ts';
import { createEgress } from '../platform/egress.ts';
import { KEY, startShortener, type Shorteners } from '../test/shorteners.ts';
import { clicksAt, configuredShorteners, shortenAt, type Configured } from './services/index.ts';

const TARGET = 'https://shop.example.org/spring?size=10';

describe("Dub's own client", () => {
  const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
  let service: Shorteners;
  let dub: Dub;
  let crier: Configured;
  beforeAll(async () => {
    service = await startShortener('DUB_TOKEN');
    const serverURL = service.env.DUB_API_ENDPOINT ?? '';
    dub = new Dub({ token: KEY, serverURL });
    const [configured] = configuredShorteners(loadConfig({ ...service.env, DUB_TOKEN: KEY }));
    if (!configured) throw new Error('not configured');
    crier = configured;
  });
  afterAll(async () => {
    await egress.close();
    await service?.stop();
  });

  it('accepts what our stand-in answers, in success and in refusal', async () => {
    const link = { url: TARGET, domain: 'dub.example', externalId: 'bcdfghjk' };
    const made = await dub.links.create(link);
    expect(made).toMatchObject({ ...link, shortLink: expect.stringMatching(/^https:\/\/dub\.example\//) });
    await expect(dub.links.create(link)).rejects.toMatchObject({ name: 'Conflict', statusCode: 409 });
    expect(await dub.links.get({ externalId: 'ext_bcdfghjk' })).toEqual(made);
    await expect(dub.links.get({ externalId: 'ext_nothing' })).rejects.toMatchObject({ name: 'NotFound' });
    await expect(dub.links.create({ url: 'nowhere' })).rejects.toMatchObject({ name: 'UnprocessableEntity' });
    const stranger = new Dub({ token: 'wrong', serverURL: service.env.DUB_API_ENDPOINT ?? '' });
    await expect(stranger.links.list({})).rejects.toMatchObject({ name: 'Unauthorized' });
    service.fail('limits');
    await expect(dub.links.list({})).rejects.toMatchObject({ name: 'RateLimitExceeded' });
    service.fail('none');
  });

  it('sends what Crier sends', async () => {
    const key = 'cdfghjkm';
    service.requests.length = 0;
    const url = await shortenAt(egress, crier, { target: TARGET, key });
    const again = await shortenAt(egress, crier, { target: TARGET, key });
    expect(again).toBe(url);
    await clicksAt(egress, crier, key);
    const ours = service.requests.splice(0);
    await dub.links.create({ url: TARGET, domain: 'dub.example', externalId: key }).catch(() => undefined);
    await dub.links.get({ externalId: `ext_${key}` });
    const [create, read] = service.requests;
    expect(ours).toEqual([create, create, read, read]);
  });
});
