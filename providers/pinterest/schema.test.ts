/** Secret boards on Pinterest: asked for where the operator wants them, and pinned on like any other. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { pinterest as provider } from './index.ts';
import { SECRET_SCOPES } from './schema.ts';

let world: World;
afterEach(() => world?.stop());

const asked = (env: Record<string, string>): Promise<string | null> =>
  Promise.resolve(
    provider.oauth?.authorizeUrl(
      {
        app: { id: 'app', secret: 'secret' },
        redirectUri: 'https://crier.example/back',
        state: 's',
        fields: {},
        pkce: null,
      } as never,
      { ...world.context, env: { ...world.context.env, ...env } },
    ),
  ).then((url) => new URL(String(url)).searchParams.get('scope'));
const boards = () => Promise.resolve(provider.tools?.boards?.run(world.channel, {}, world.context));

describe('a secret board on Pinterest', () => {
  it('is asked for only where the operator wants that', async () => {
    world = await startWorld();
    expect(await asked({})).not.toContain('secret');
    expect(await asked({ PINTEREST_SECRET_BOARDS: 'no' })).not.toContain('secret');
    expect((await asked({ PINTEREST_SECRET_BOARDS: 'true' }))?.split(',')).toEqual(
      expect.arrayContaining(['pins:write', ...SECRET_SCOPES]),
    );
  });

  it('is offered, pinned on and found again on a channel that was granted it', async () => {
    world = await startWorld({ secret: true });
    const { id, name } = world.network.createSecretBoard(world.account, 'Drafts');
    expect(await boards()).toContainEqual({ id, name });
    await world.publish(world.request({}, { board: id }));
    expect(world.live()).toMatchObject([{ board: id }]);
    const lost = world.request({ text: 'Another one' }, { board: id });
    const attempt = await world.lose(lost);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'found' });
  });

  it('is neither offered nor pinned on where it was not granted, in the words of Pinterest', async () => {
    world = await startWorld();
    const { id } = world.network.createSecretBoard(world.account, 'Drafts');
    expect(await boards()).toEqual([expect.objectContaining({ name: 'Spring' })]);
    await expect(world.publish(world.request({}, { board: id }))).rejects.toThrow('Board not found.');
  });
});
