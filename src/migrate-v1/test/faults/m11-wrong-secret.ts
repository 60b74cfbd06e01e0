import { breaking } from './scene.ts';
import { complete, onCommandLine } from './steps.ts';

export const wrongSecret = breaking({
  id: 'M11',
  title: 'v1 is copied with a wrong JWT_SECRET first, and then with the right one',
  promise:
    'a wrong JWT_SECRET: the copy names the channels that it does not open, and the right one connects them',
  async copying({ world, old }) {
    const wrong = onCommandLine(world, { ...old.access, jwtSecret: 'not the secret of the old instance' });
    for (const step of ['plan', 'copy'] as const) {
      const { ok, message } = await wrong.begin(step).ended;
      world.must(
        ok && message.includes('this JWT_SECRET does not open'),
        `${step} said: ${message.slice(0, 500)}`,
      );
    }
    await complete(wrong, 'copy');
  },
});
