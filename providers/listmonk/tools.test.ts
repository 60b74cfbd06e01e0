import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

describe.each([
  ['of a real listmonk', false],
  ['of a listmonk of a newer version', true],
])('The choices %s', (_, newer) => {
  describeWith([server], 'are its own:', () => {
    let world: World;
    beforeAll(async () => void (world = await startWorld({ newer })), 180_000);
    afterAll(() => world?.stop());

    const ask = (name: string): Promise<unknown> | undefined =>
      provider.tools?.[name]?.run(world.channel, {}, world.context);

    it('all lists, also those of a second page', async () => {
      for (let n = 1; n <= 20; n++) await world.server.createList(`List ${n}`);
      const lists = (await ask('lists')) as { id: number; name: string }[];
      expect(lists).toHaveLength(23);
      expect(lists).toContainEqual({ id: world.list, name: 'News' });
      expect(await ask('list')).toEqual(lists);
    });

    it('templates that a text can be put into', async () => {
      expect(await ask('templates')).toEqual([{ id: 1, name: 'Default template' }]);
    });
  });
});
