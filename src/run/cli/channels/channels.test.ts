import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeze } from '../../../platform/freeze.ts';
import { png, sql } from '../../../test/factories.ts';
import { startMastodon, type Mastodon } from '../../../test/networks/mastodon/server.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { nostrRelay } from '../../../test/servers/nostr-relay.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { armFault, sandboxToken } from '../../../test/sandbox-fault.ts';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { crierJson, runCrier, runOnTerminal } from '../fixtures/run-cli.ts';

interface Connected {
  id: string;
  name: string;
  identifier: string;
  profile: string | null;
  reconnected: boolean;
  generatedKey?: string;
}
interface Refusal {
  error: { code: string; message: string };
}
interface Channels {
  channels: { id: string; name: string; identifier: string }[];
}

const onTerminal = existsSync('/usr/bin/script') ? it : it.skip;

describe('the channels command', () => {
  let crier: TestInstance;
  let mastodon: Mastodon;
  let token: string;
  beforeAll(async () => {
    [crier, mastodon] = await Promise.all([startInstance({ temporal: false }), startMastodon()]);
    token = mastodon.createAccount({ username: 'ada' }).token;
  });
  afterAll(async () => {
    await crier?.stop();
    await mastodon?.stop();
  });

  it('explains how to connect the first channel', async () => {
    expect(await runCrier(crier.env, 'channels', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npm run crier -- channels connect sandbox'),
    });
  });

  it('connects the sandbox under a name, and lists it', async () => {
    const first = await crierJson<Connected>(
      crier.env,
      'channels',
      'connect',
      'sandbox',
      '--name',
      'Playground',
    );
    expect(first).toMatchObject({ name: 'Playground', identifier: 'sandbox', reconnected: false });
    expect((await runCrier(crier.env, 'channels', 'list')).stdout).toMatch(
      new RegExp(`${first.id} +sandbox +ok +Playground`),
    );
  });

  it('reads a secret from the environment, and never shows it', async () => {
    const run = await runCrier(
      { ...crier.env, MASTODON_TOKEN: token },
      'channels',
      'connect',
      'mastodon',
      '--instance',
      mastodon.url,
    );
    expect(run).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Connected: ada on Mastodon'),
    });
    expect(run.stdout).not.toContain(token);
    const { channels } = await crierJson<Channels>(crier.env, 'channels', 'list');
    expect(channels.map((c) => c.identifier)).toEqual(['sandbox', 'mastodon']);
    expect(JSON.stringify(channels)).not.toContain(token);
  });

  it('passes on the message of a network that rejects the credentials', async () => {
    const run = await runCrier(
      { ...crier.env, MASTODON_TOKEN: 'wrong-token-0001' },
      'channels',
      'connect',
      'mastodon',
      '--instance',
      mastodon.url,
      '--json',
    );
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect((JSON.parse(run.stdout) as Refusal).error).toMatchObject({
      code: 'channel_disconnected',
      message: expect.stringMatching(/^Mastodon: /),
    });
    expect(run.stdout).not.toContain('wrong-token-0001');
  });

  it('names which variable to set when there is nobody to ask', async () => {
    expect(
      await runCrier(crier.env, 'channels', 'connect', 'mastodon', '--instance', mastodon.url),
    ).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('set MASTODON_TOKEN') });
    expect(await runCrier(crier.env, 'channels', 'connect', 'bluesky')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('use --identifier, or set BLUESKY_IDENTIFIER'),
    });
  });

  it.each([
    ['bluesky', ['--password', 'hunter22-hunter22']],
    ['bluesky', ['--password=hunter22-hunter22']],
    ['bluesky', ['hunter22-hunter22']],
    ['mastodon', ['--token', 'hunter22-hunter22']],
    ['nostr', ['--key=hunter22-hunter22']],
  ])('rejects a secret as an argument of %s (%j), and does not repeat it', async (network, args) => {
    const run = await runCrier(crier.env, 'channels', 'connect', network, ...args);
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/history.*set (BLUESKY_APP_PASSWORD|MASTODON_TOKEN|NOSTR_KEY)/),
    });
    expect(run.stderr).not.toContain('hunter22');
  });

  it('does not connect to a network that the operator hides, and names which variable hides it', async () => {
    const env = { ...crier.env, CRIER_HIDDEN_NETWORKS: 'mastodon', MASTODON_TOKEN: 'whatever' };
    expect(await runCrier(env, 'channels', 'connect', 'mastodon')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('hides Mastodon: take it out of CRIER_HIDDEN_NETWORKS first'),
    });
  });

  it('explains that X is connected in the browser', async () => {
    expect(await runCrier(crier.env, 'channels', 'connect', 'x')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('X is connected in the browser'),
    });
  });

  it('rejects the sandbox where the instance does not offer it', async () => {
    expect(
      await runCrier({ ...crier.env, CRIER_SANDBOX: 'false' }, 'channels', 'connect', 'sandbox'),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('CRIER_SANDBOX=true') });
  });

  onTerminal(
    'asks a person for the secret without echo, and keeps the questions out of the result',
    async () => {
      const run = await runOnTerminal(
        crier.env,
        ['channels', 'connect', 'mastodon', '--instance', mastodon.url],
        [{ question: 'Access token', type: token }],
      );
      expect(run.code).toBe(0);
      expect(run.stdout).toContain('Reconnected: ada on Mastodon');
      expect(run.stdout).not.toContain(token);
    },
  );

  onTerminal('changes nothing when the person cancels', async () => {
    const run = await runOnTerminal(
      crier.env,
      ['channels', 'connect', 'mastodon', '--instance', mastodon.url],
      [{ question: 'Access token', type: '\u0003' }],
    );
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('Cancelled: nothing was changed');
  });

  describeWith([nostrRelay], 'with a generated key', () => {
    let relay: Awaited<ReturnType<typeof nostrRelay.start>>;
    beforeAll(async () => {
      relay = await nostrRelay.start();
    });
    afterAll(() => relay?.stop());

    it('prints it in the JSON of that one call, and never later', async () => {
      const made = await crierJson<Connected>(
        crier.env,
        'channels',
        'connect',
        'nostr',
        '--relays',
        relay.url,
      );
      expect(made.generatedKey).toMatch(/^nsec1/);
      expect(JSON.stringify(await crierJson(crier.env, 'channels', 'list'))).not.toContain('nsec1');
      const again = await crierJson<Connected>(
        { ...crier.env, NOSTR_KEY: made.generatedKey },
        'channels',
        'connect',
        'nostr',
        '--relays',
        relay.url,
      );
      expect(again).toMatchObject({ id: made.id, reconnected: true });
      expect(again.generatedKey).toBeUndefined();
    });

    it('refuses to generate it where nobody would see it', async () => {
      const before = await crierJson<Channels>(crier.env, 'channels', 'list');
      expect(await runCrier(crier.env, 'channels', 'connect', 'nostr', '--relays', relay.url)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('shown only once'),
      });
      expect(await crierJson<Channels>(crier.env, 'channels', 'list')).toEqual(before);
    });

    onTerminal('shows it once on the terminal, with the advice to save it', async () => {
      const run = await runOnTerminal(
        crier.env,
        ['channels', 'connect', 'nostr', '--relays', relay.url],
        [{ question: 'Private key', type: '' }],
      );
      expect(run.code).toBe(0);
      expect(run.stdout.match(/nsec1\w{58}/g)).toHaveLength(1);
      expect(run.stdout).toContain('Save it now');
    });
  });

  it('tries a channel against its network, and takes its post down again', async () => {
    const { id } = await crierJson<Connected>(
      crier.env,
      'channels',
      'connect',
      'sandbox',
      '--name',
      'Tried #lookup',
    );
    const read = await runCrier(crier.env, 'channels', 'try', id);
    expect([read.code, read.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +recent posts +\d+ ms +0 posts$/m),
    ]);
    expect(read.stdout).toMatch(
      new RegExp(`^Tried #lookup \\(${id}\\) on sandbox, tried by Crier \\d+\\.\\d+\\.\\d+ on 2\\d{3}-`),
    );
    const { code, stdout } = await runCrier(crier.env, 'channels', 'try', id, '--publish', '--json');
    const tried = JSON.parse(stdout) as TriedChannel;
    expect([code, tried.left]).toEqual([0, []]);
    expect(tried.steps.map(({ step, ok }) => [step, ok])).toEqual(
      expect.arrayContaining([
        ['publish', true],
        ['find it again, as after a lost answer', true],
        ['take it down', true],
      ]),
    );
    expect(tried.steps.find(({ step }) => step.startsWith('find'))?.detail).toBe('found');
  });

  it('tries a thread with a picture, and takes all of it down again, the picture here too', async () => {
    const { id } = await crierJson<Connected>(
      crier.env,
      'channels',
      'connect',
      'sandbox',
      '--name',
      'Thread #lookup',
    );
    const file = join(crier.dataDir, 'menu.png');
    writeFileSync(file, png());
    const parts = ['--text', 'One', '--thread', 'Two', 'Three', '--media', file];
    const { code, stdout } = await runCrier(
      crier.env,
      'channels',
      'try',
      id,
      '--publish',
      ...parts,
      '--json',
    );
    const { steps, left } = JSON.parse(stdout) as TriedChannel;
    expect([code, left, steps.filter(({ ok }) => !ok)]).toEqual([0, [], []]);
    expect(steps.filter(({ step }) => /^publish|^take/.test(step)).map(({ step }) => step)).toEqual([
      'publish',
      'publish part 2',
      'publish part 3',
      'take it down',
      'take it down',
      'take it down',
    ]);
    expect(await sql(crier, 'select 1 from media where deleted_at is null')).toEqual([]);
    const alone = await runCrier(crier.env, 'channels', 'try', id, '--thread', 'Two');
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('needs --publish')]);
  });

  it("commands no terminal, with any characters in a channel's name: for a person and as JSON", async () => {
    // Sets the title of the window, writes into the clipboard, clears the screen (ECMA-48).
    const name = 'Nord\u001b]0;Sued\u0007\u001b]52;c;cm0=\u0007\u009b2J\rOst';
    const { id } = await crierJson<Connected>(crier.env, 'channels', 'connect', 'sandbox', '--name', 'Evil');
    await sql(crier, 'update integration set name = $2 where id = $1', [id, name]);
    for (const args of [['list'], ['try', id], ['list', '--json'], ['try', id, '--json']]) {
      const { stdout, stderr } = await runCrier(crier.env, 'channels', ...args);
      expect((stdout + stderr).match(/[^\P{Cc}\n]/u)).toBeNull();
      if (!args.includes('--json')) expect(stdout).toContain('Nord\\u001b]0;Sued');
      else expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(name));
    }
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [id]);
  });

  it('reports for a channel that has to be connected again just that, and for a tool what it needs', async () => {
    const { id } = await crierJson<Connected>(crier.env, 'channels', 'connect', 'sandbox', '--name', 'Gone');
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [id]);
    const gone = await runCrier(crier.env, 'channels', 'try', id, '--publish');
    expect([gone.code, gone.stdout]).toEqual([
      1,
      expect.stringMatching(/^failed +channel .*connected again/m),
    ]);
    expect(gone.stdout).not.toContain('publish');
    await sql(crier, 'update integration set refresh_needed = false where id = $1', [id]);
    const unknown = await runCrier(crier.env, 'channels', 'try', id, '--input', 'boards={}');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('has no tool "boards"; it has '),
    ]);
    const wrong = await runCrier(crier.env, 'channels', 'try', id, '--input', 'boards');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--input must be')]);
  });

  it('tries a channel while publishing is frozen by reading alone, and publishes nothing', async () => {
    const { id } = await crierJson<Connected>(
      crier.env,
      'channels',
      'connect',
      'sandbox',
      '--name',
      'Frozen #lookup',
    );
    await freeze(crier.context.database, {}, { reason: 'restored', waitMs: 0 });
    const refused = await runCrier(crier.env, 'channels', 'try', id, '--publish', '--json');
    expect([refused.code, (JSON.parse(refused.stdout) as Refusal).error]).toEqual([
      1,
      { code: 'publishing_frozen', message: expect.stringContaining('frozen (restored): resume it first') },
    ]);
    expect((await runCrier(crier.env, 'channels', 'try', id)).stdout).toMatch(/recent posts .* 0 posts$/m);
    await crier.context.database.query({
      name: 'test-resume',
      text: "delete from instance_state where key = 'frozen'",
    });
  });

  it('reports what a network refused while a channel was tried, without its token', async () => {
    const { id } = await crierJson<Connected>(
      crier.env,
      'channels',
      'connect',
      'sandbox',
      '--name',
      'Refusing',
    );
    await armFault(crier, id, { kind: 'rejected' });
    const { code, stdout } = await runCrier(crier.env, 'channels', 'try', id, '--publish');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/failed +publish .*network_refused/)]);
    expect(stdout).not.toContain(await sandboxToken(crier, id));
    const wrong = await runCrier(crier.env, 'channels', 'try', id, '--publish', '--settings', '[]');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--settings must be a JSON object'),
    ]);
  });
});
