/**
 * The output of `channels try`, which people paste into an issue: what was tried, and whose mistake a failure
 * is.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { VERSION } from '../../../platform/version.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { armFault } from '../../../test/sandbox-fault.ts';
import { runCrier } from '../fixtures/run-cli.ts';

describe('the report of a trial', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const connect = async (name: string): Promise<string> => (await crier.connect('sandbox', { name })).id;
  const report = async (id: string, ...more: string[]): Promise<TriedChannel> =>
    JSON.parse((await runCrier(crier.env, 'channels', 'try', id, ...more, '--json')).stdout) as TriedChannel;
  /** The head of what a person reads. */
  const head = async (id: string, ...more: string[]): Promise<string | undefined> =>
    (await runCrier(crier.env, 'channels', 'try', id, ...more)).stdout.split('\n')[0];

  it.each<[string, (id: string) => Promise<unknown>, string[], boolean]>([
    ['that reads', () => Promise.resolve(), [], true],
    ['that publishes', () => Promise.resolve(), ['--publish'], true],
    [
      'of a channel that has to be connected again',
      (id) => sql(crier, 'update integration set refresh_needed = true where id = $1', [id]),
      [],
      false,
    ],
    [
      'that the network refuses',
      (id) => armFault(crier, id, { kind: 'rejected', times: 2 }),
      ['--publish'],
      false,
    ],
  ])(
    '%s names channel, network, version and date, for a person and as JSON',
    async (name, prepare, flags, isGood) => {
      const id = await connect(`Café ${name} #lookup`);
      await prepare(id);
      const began = Date.now();
      const found = await report(id, ...flags);
      expect(found).toMatchObject({
        provider: 'sandbox',
        channel: { id, name: `Café ${name} #lookup` },
        version: VERSION,
        at: new Date(found.at).toISOString(),
      });
      const at = Date.parse(found.at);
      expect([at >= began, at <= Date.now()]).toEqual([true, true]);
      expect(found.steps.every(({ ok }) => ok !== false)).toBe(isGood);
      expect(await head(id, ...flags)).toMatch(
        new RegExp(
          `^Café ${name} #lookup \\(${id}\\) on sandbox, tried by Crier ${VERSION.replaceAll('.', '\\.')} on 2\\d{3}-\\d\\d-\\d\\dT[\\d:.]+Z$`,
        ),
      );
    },
  );

  it('reports an invalid URL as an error of Crier, and the refusal of a network as that of the network', async () => {
    // As an older release, or a hand in the database, may have left it.
    const broken = await insertChannel(crier, 'mastodon', {
      credentials: { token: 'a-token-of-mastodon' },
      details: { baseUrl: 'no URL' },
    });
    const { steps } = await report(broken);
    // A tool without its input is not tried.
    const tried = steps.filter(({ ok }) => ok !== null);
    expect(tried.length).toBeGreaterThan(0);
    for (const { ok, detail } of tried) {
      expect([ok, detail]).toEqual([false, 'an error of Crier, please report it: TypeError: Invalid URL']);
    }
    expect((await runCrier(crier.env, 'channels', 'try', broken)).code).toBe(1);

    const refused = await connect('Refused #lookup');
    await armFault(crier, refused, { kind: 'rejected' });
    const said = (await report(refused, '--publish')).steps.filter(({ ok }) => ok === false);
    expect(said.map(({ step, detail }) => [step, detail])).toEqual([
      ['publish', expect.stringMatching(/^network_refused: /)],
    ]);
  });
});
