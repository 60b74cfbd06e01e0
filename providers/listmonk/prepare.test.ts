import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { isCreate, startWorld, type WholeCampaign, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

describeWith([server], 'On a real listmonk, a draft', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  const prepare = (request: ReturnType<World['request']>): Promise<unknown> =>
    prepareStored(provider, request, world.context);
  const campaignsOf = async ({ item }: ReturnType<World['request']>): Promise<WholeCampaign[]> =>
    (await world.campaigns()).filter(({ name }) => name.includes(item.id));
  const revised = (request: ReturnType<World['request']>, text: string): ReturnType<World['request']> => ({
    ...request,
    item: { ...request.item, text },
    idempotencyKey: randomUUID(),
  });

  it('has the subject, the list and the default template, and is named so that it is found', async () => {
    const request = world.request();
    await prepare(request);
    expect(await campaignsOf(request)).toEqual([
      expect.objectContaining({
        name: `News of the day (crier-${request.item.id})`,
        subject: 'News of the day',
        status: 'draft',
        template_id: 1,
        lists: [{ id: world.list, name: 'News' }],
        tags: ['crier', `crier-${request.idempotencyKey}`],
        content_type: 'html',
        body: expect.stringContaining(request.item.text),
      }),
    ]);
  });

  it('is made once, however often it is prepared, also when the answer was lost', async () => {
    const request = world.request();
    world.front.arm({ kind: 'reset_after' }, isCreate);
    await expect(prepare(request)).rejects.toBeInstanceOf(OutcomeUnknown);
    const first = await prepare(request);
    expect(await prepare(request)).toEqual(first);
    expect(await campaignsOf(request)).toHaveLength(1);
  });

  it('is rewritten when the post was changed, with the default template again if none is named now', async () => {
    const { id } = await world.server.api<{ id: number }>('POST', '/templates', {
      name: 'Plain',
      body: '<html><body>{{ template "content" . }}</body></html>',
    });
    const request = world.request({}, { template: String(id) });
    const first = await prepare(request);
    expect(await campaignsOf(request)).toEqual([expect.objectContaining({ template_id: id })]);
    const changed = { ...revised(request, 'Another text'), settings: world.request().settings };
    expect(await prepare(changed)).toEqual(first);
    expect(await campaignsOf(request)).toEqual([
      expect.objectContaining({ template_id: 1, body: expect.stringContaining('Another text') }),
    ]);
  });

  it('is not made again for a revision that has begun to be sent, but for a later one', async () => {
    const request = world.request();
    await provider.publish(request, (await prepare(request)) as never, world.context);
    const refused = prepare(request);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('it is not sent twice');
    expect(await campaignsOf(request)).toHaveLength(1);
    await prepare(revised(request, 'On purpose'));
    expect((await campaignsOf(request)).map(({ status }) => status === 'draft')).toEqual([false, true]);
  });

  it('is refused with a list that is not there, then and at the next try', async () => {
    const request = world.request({}, { list: 4711 });
    await expect(prepare(request)).rejects.toBeInstanceOf(Rejected);
    // The first refusal leaves a draft without lists, which would be sent to nobody.
    await expect(prepare(request)).rejects.toThrow('listmonk has no list 4711');
    await prepare({ ...request, settings: world.request().settings });
    expect(await campaignsOf(request)).toEqual([
      expect.objectContaining({ lists: [{ id: world.list, name: 'News' }] }),
    ]);
  });

  it('is refused with a template that is not there, and with a subject that this version finds too long', async () => {
    await expect(prepare(world.request({}, { template: 4711 }))).rejects.toThrow('no template with this id');
    await expect(prepare(world.request({}, { subject: 'x'.repeat(201) }))).rejects.toThrow(
      'Invalid length for subject.',
    );
  });

  it('is refused when listmonk cannot render it, because nobody would receive it', async () => {
    const request = world.request({ text: '<p>Hello</p><b title="never closed' });
    const refused = prepare(request);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Error rendering message');
  });
});

describeWith([server], 'On a listmonk that drops what it does not have, a draft', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld({ newer: true })), 180_000);
  afterAll(() => world?.stop());

  it('is refused with a list or a template that is not there', async () => {
    const prepare = (settings: Parameters<World['request']>[1]): Promise<unknown> =>
      prepareStored(provider, world.request({}, settings), world.context);
    await expect(prepare({ list: 4711 })).rejects.toThrow('listmonk has no list 4711');
    await expect(prepare({ template: 4711 })).rejects.toThrow('listmonk has no template 4711');
    await expect(prepare({})).resolves.toEqual({ id: expect.any(Number) });
  });
});
