import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../src/test/instance.ts';
import { listmonk as server, OPERATOR } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { TakenMail } from '../../src/test/servers/smtp.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

/** listmonk looks for campaigns every five seconds. */
const PATIENCE_MS = 60_000;

describeWith([server], 'A mail of a real listmonk', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  const mailsWith = (text: string): TakenMail[] =>
    world.inbox.mails.filter(({ parsed }) => parsed.html?.includes(text));
  // The last mails of a campaign leave after it has ended.
  const finished = async (uuid: string, mail: string): Promise<void> =>
    void (await eventually(
      'the campaign has ended, and its mail is there',
      async () =>
        mailsWith(mail).length > 0 &&
        (await world.campaigns()).some(
          (campaign) => campaign.uuid === uuid && campaign.status === 'finished',
        ),
      PATIENCE_MS,
    ));

  it(
    'arrives once with its subject, preview, text and picture, all as they were typed',
    async () => {
      const file = pngFile('a carrot');
      const text = '<p>Dear {{ .Subscriber.Name }}, <strong>carrots</strong> {{ nonsense</p>';
      const request = world.request(
        { text, media: [file] },
        { subject: 'For {{ .Subscriber.Name }} & <you> 🥕', preview: 'Crisp & {{ fresh }}' },
      );
      const { id, url } = await publishUntilLive(provider, request, world.context);
      await finished(id, 'carrots');
      const mails = mailsWith('carrots');
      expect(mails.map(({ to }) => to)).toEqual([['ada@example.test']]);
      const { subject, html = '' } = mails[0]?.parsed ?? {};
      expect(subject).toBe('For {{ .Subscriber.Name }} & <you> 🥕');
      const shown = html.replaceAll('&#123;', '{');
      expect(shown).toContain('<p>Dear {{ .Subscriber.Name }}, <strong>carrots</strong> {{ nonsense</p>');
      expect(shown).toMatch(/<div style="display:none[^>]*>Crisp &amp; \{\{ fresh }}<\/div>\s*<p>Dear/);
      expect(shown).toContain(`/uploads/crier-${file.id}.png" alt="a carrot"`);
      const campaign = (await world.campaigns()).find(({ uuid }) => uuid === id);
      expect(url).toBe(`${world.front.url}/api/campaigns/${campaign?.id}/preview`);
    },
    2 * PATIENCE_MS,
  );

  it(
    'is sent once when two calls start it, and its numbers show that',
    async () => {
      const request = world.request();
      const prepared = await prepareStored(provider, request, world.context);
      const start = (): ReturnType<typeof provider.publish> =>
        provider.publish(request, prepared, world.context);
      const [one, other] = await Promise.all([start(), start()]);
      expect(other).toEqual(one);
      const [campaign] = (await world.campaigns()).slice(-1);
      await finished(campaign?.uuid ?? '', request.item.text);
      expect(await start()).toEqual(one);
      const received = world.inbox.mails.flatMap(({ to }) => to).filter((to) => to !== OPERATOR);
      expect(received).toEqual(['ada@example.test', 'ada@example.test']);
      const published = { id: campaign?.uuid ?? '', url: null, ref: { id: campaign?.id ?? 0 } };
      expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
        { label: 'Sent', total: 1 },
        { label: 'Views', total: 0 },
        { label: 'Clicks', total: 0 },
      ]);
    },
    2 * PATIENCE_MS,
  );

  const changed = async (status: string): Promise<unknown> => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const path = `/campaigns/${(prepared as { id: number }).id}/status`;
    await world.server.api('PUT', path, { status: 'running' });
    if (status === 'deleted') await world.server.api('DELETE', path.replace('/status', ''));
    else if (status !== 'running') await world.server.api('PUT', path, { status });
    return provider.publish(request, prepared, world.context).catch((error: unknown) => error);
  };

  it('is known to be published when a person has started the draft in listmonk', async () => {
    expect(await changed('running')).toMatchObject({ status: 'published' });
  });

  it('is refused when a person has cancelled or deleted the campaign', async () => {
    for (const status of ['cancelled', 'deleted']) {
      expect(await changed(status)).toBeInstanceOf(Rejected);
    }
  });

  it('is looked up when listmonk refuses the start and then does not report its outcome', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(refusal(400, 'Only paused campaigns and drafts can be started.'), isPublish);
    world.front.arm({ kind: 'reset_before' }, ({ method }) => method === 'GET');
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    world.front.arm(refusal(400, 'Only paused campaigns and drafts can be started.'), isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(Rejected);
  });

  it('cannot be taken down', () => expect(provider.remove).toBeUndefined());
});
