/** A freeze: nothing is published, everything else continues; then the three ways to end it. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { crierJson, runCrier, runOnTerminal } from '../../run/cli/fixtures/run-cli.ts';
import { freeze } from '../../platform/freeze.ts';
import { planResume, resume, type ResumeChoice } from '../../posts/decide/resume.ts';
import { sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';
import { unique } from './scenarios.ts';

interface Plan {
  overdue: number;
  tooLate: number;
  channels: number;
  waiting: number;
}

jest.setTimeout(180_000);

describe('a freeze', () => {
  let world: SandboxWorld;
  let channel: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = await world.connect('Frozen #lookup');
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const ours = (): { organizationId: string } => ({ organizationId: world.crier.organizationId });
  const create = async (text: string, date?: Date): Promise<string> =>
    (
      await world.client.create({
        channels: [channel.id],
        parts: [{ content: text }],
        ...(date ? { date } : {}),
      })
    )[0] ?? '';
  const times = async (text: string): Promise<number> =>
    (await world.texts()).filter((t) => t === text).length;
  /** Posts that came due while the organisation was frozen. */
  async function frozenPosts(...texts: string[]): Promise<string[]> {
    await freeze(world.crier.context.database, ours(), { reason: 'a test' });
    const ids: string[] = [];
    for (const text of texts) ids.push(await create(text));
    for (const id of ids) await world.held(id);
    return ids;
  }
  const thaw = (choice: ResumeChoice): Promise<Plan> => resume(world.crier.context, ours(), choice);

  it('holds due posts, reports it, and accepts new ones as usual; another organisation publishes', async () => {
    const other = await world.crier.anotherOrganization('Not frozen & Co');
    const theirs = await world.connect('Theirs #lookup', other.id);
    const [text, free] = [unique('Frozen'), unique('Free')];
    const [id = ''] = await frozenPosts(text);
    const page = await world.client.page(id);
    expect(page).toMatchObject({
      state: 'QUEUE',
      status: 'scheduled',
      hold: { reason: 'frozen', message: expect.stringContaining('resumed') },
    });
    expect(page.timeline.at(-1)?.text).toBe('On hold: publishing is frozen. Nothing was sent');
    const body = {
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: theirs.id }, value: [{ content: free }] }],
    };
    expect((await world.crier.call('POST', '/posts', { key: other.apiKey, body })).status).toBe(201);
    await eventually('the other organisation publishes', async () => (await times(free)) === 1);
    expect(await times(text)).toBe(0);
    await thaw({ action: 'now' });
    expect(eventsOf(await world.client.reaches(id, 'published'))).toEqual([
      'accepted',
      'held',
      'resumed',
      'claimed',
      'request_sent',
      'published',
    ]);
  });

  it("of the whole instance holds everybody's posts", async () => {
    const text = unique('All frozen');
    const { database } = world.crier.context;
    await freeze(database, {}, { reason: 'another test' });
    const id = await create(text);
    await world.held(id);
    expect(await world.notifications()).toContain('Nothing is published: another test');
    await resume(world.crier.context, {}, { action: 'now' });
    await world.client.reaches(id, 'published');
  });

  it('in the middle of sending lets nothing out after it has returned', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => unique(`In the middle ${i}`));
    const slow = await world.connect('Slow #lookup');
    await world.arm(slow, { kind: 'slow', times: 200, seconds: 1 });
    const ids: string[] = [];
    for (const content of texts) {
      ids.push(
        ...(await world.client.create({
          channels: [slow.id],
          parts: [{ content }],
          date: new Date(Date.now() + 5000),
        })),
      );
    }
    const sent = async (): Promise<number> =>
      (await world.texts()).filter((text) => texts.includes(text)).length;
    await eventually('some are sent', async () => (await sent()) > 0);
    expect(await freeze(world.crier.context.database, ours(), { reason: 'in the middle' })).toBe(0);
    const atReturn = await sent();
    for (const id of ids) {
      await world.shows(
        id,
        'the post is out or held',
        (page) => page.status === 'published' || page.hold !== null,
      );
    }
    expect(await sent()).toBe(atReturn);
    await thaw({ action: 'now' });
    for (const id of ids) await world.client.reaches(id, 'published');
    expect((await world.texts()).filter((text) => texts.includes(text)).toSorted()).toEqual(texts.toSorted());
  });

  it('can be ended with new dates for due posts, one after the other; later posts keep their dates', async () => {
    const texts = ['First', 'Second', 'Third'].map(unique);
    const later = unique('Later');
    const ids = await frozenPosts(...texts);
    const date = new Date(Date.now() + 3_600_000);
    const laterId = await create(later, date);
    expect(await planResume(world.crier.context, ours())).toMatchObject({
      overdue: 3,
      tooLate: 0,
      channels: 1,
      waiting: 1,
    });
    await thaw({ action: 'respread', minutes: 1 });
    const dateOf = async (id: string): Promise<number> =>
      Date.parse((await world.client.page(id)).publishDate);
    const [first = 0, second = 0, third = 0] = [
      await dateOf(ids[0] ?? ''),
      await dateOf(ids[1] ?? ''),
      await dateOf(ids[2] ?? ''),
    ];
    expect([second - first, third - second]).toEqual([20_000, 20_000]);
    expect(await dateOf(laterId)).toBe(date.getTime());
    for (const id of ids) await world.client.reaches(id, 'published');
    expect((await world.texts()).filter((text) => texts.includes(text))).toEqual(texts);
    await world.crier.call('DELETE', `/posts/${laterId}`);
  });

  it('can be ended by cancelling the due posts', async () => {
    const text = unique('Dropped');
    const [id = ''] = await frozenPosts(text);
    await thaw({ action: 'drop' });
    expect(await world.client.page(id)).toMatchObject({ status: 'cancelled', hold: null });
    expect(
      (
        (await world.crier.context.temporal.workflow.getHandle(await world.workflowId(id)).result()) as {
          summary: string;
        }
      ).summary,
    ).toBe('1 cancelled');
    const next = await create(unique('After it'));
    await world.client.reaches(next, 'published');
    expect(await times(text)).toBe(0);
  });

  it('asks about posts that became too late in the meantime instead of sending them', async () => {
    const [late, inTime] = [unique('Too late'), unique('In time')];
    const [lateId = '', id = ''] = await frozenPosts(late, inTime);
    await sql(world.crier, "update post set publish_at = now() - interval '25 hours' where id = $1", [
      lateId,
    ]);
    expect(await thaw({ action: 'now' })).toMatchObject({ overdue: 2, tooLate: 1 });
    await world.client.reaches(id, 'published');
    await world.client.reaches(lateId, 'missed');
    expect([await times(late), await times(inTime)]).toEqual([0, 1]);
  });

  it('ends once: resuming what is not frozen changes nothing', async () => {
    await expect(thaw({ action: 'drop' })).rejects.toMatchObject({ code: 'not_frozen' });
    const [id = ''] = await frozenPosts(unique('Two people'));
    const ends = await Promise.allSettled([thaw({ action: 'now' }), thaw({ action: 'now' })]);
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
    await world.client.reaches(id, 'published');
  });

  describe('on the command line', () => {
    const run = (...args: string[]): ReturnType<typeof runCrier> => runCrier(world.crier.env, ...args);
    const OURS = ['--organization', 'Ada & Co'];

    it('freezes with a reason; a resume without confirmation shows the plan and changes nothing', async () => {
      const frozen = await run('freeze', ...OURS, '--reason', 'moving house');
      expect(frozen).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Publishing is frozen for "Ada & Co": moving house'),
      });
      const text = unique('Waits for the command');
      const id = await create(text);
      await world.held(id);
      const shown = await run('resume', ...OURS);
      expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed') });
      expect(shown.stdout).toMatch(/1 post overdue on 1 channel: the oldest since \d{4}/);
      expect(
        await crierJson<{ resumed: boolean; plan: Plan }>(world.crier.env, 'resume', ...OURS),
      ).toMatchObject({ resumed: false, plan: { overdue: 1 } });
      expect(await run('resume', ...OURS, '--plan', 'now')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--yes'),
      });
      expect(await times(text)).toBe(0);
      const resumed = await run('resume', ...OURS, '--plan', 'now', '--yes');
      expect(resumed).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/Publishing is resumed for "Ada & Co"\n1 post being published now/),
      });
      await world.client.reaches(id, 'published');
      expect(await run('resume', ...OURS)).toMatchObject({
        code: 1,
        stderr: 'crier: Publishing is not frozen for "Ada & Co"\n',
      });
    });

    it('asks for confirmation in a terminal, after it has shown the plan', async () => {
      const [id = ''] = await frozenPosts(unique('Asked'));
      const screen = await runOnTerminal(
        world.crier.env,
        ['resume', ...OURS],
        [
          { question: 'What should happen to the overdue posts?', type: '' },
          { question: 'Resume publishing for "Ada & Co" and publish 1 post?', type: 'y' },
        ],
      );
      expect(screen.code).toBe(0);
      expect(screen.stdout.indexOf('1 post overdue')).toBeLessThan(
        screen.stdout.indexOf('What should happen'),
      );
      await world.client.reaches(id, 'published');
    });

    it('reports that an organisation cannot be resumed while the whole instance is frozen', async () => {
      expect((await run('freeze', '--all', '--reason', 'everything')).code).toBe(0);
      expect(await run('resume', ...OURS, '--plan', 'now', '--yes')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Publishing is frozen for the whole instance (everything)'),
      });
      expect(await run('resume', '--all', '--plan', 'now', '--yes')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('No post has become overdue'),
      });
    });

    it.each([
      [['freeze', '--all']],
      [['freeze', '--all', '--reason', ' ']],
      [['freeze', '--all', '--organization', 'Ada & Co', '--reason', 'x']],
      [['resume', '--all', '--plan', 'later', '--yes']],
      [['resume', '--all', '--plan', 'respread', '--yes']],
      [['resume', '--all', '--plan', 'now', '--over', '5', '--yes']],
      [['resume', '--all', '--plan', 'respread', '--over', '0', '--yes']],
    ])('reports %j as wrong usage', async (args) => {
      expect((await run(...args)).code).toBe(2);
    });
  });
});
