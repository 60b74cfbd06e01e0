import type { Fault } from './fault.ts';
import { restartTemporal } from './f12-temporal-restart.ts';

export const temporalDown: Fault = {
  id: 'F13',
  title:
    'Temporal away for a minute (with --long: a quarter of an hour) across due dates; posts are created meanwhile',
  promise:
    'Temporal away across due dates: posts are still accepted, and all are published once when it is back',
  breaksServers: true,
  long: true,
  async run(world) {
    await restartTemporal(world, {
      downMs: world.long ? 15 * 60_000 : 60_000,
      createMeanwhile: 20,
      withinMs: 60_000,
    });
    const refused = [...world.client.statuses.keys()].filter((status) => status !== 201);
    world.must(
      refused.length === 0,
      `while Temporal was away create requests were answered ${refused.join(', ')}`,
    );
  },
};
