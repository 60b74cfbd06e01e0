import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { Channel, Provider } from '../providers/_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Unsent } from '../providers/_kit/errors.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { refreshCredentials, type SealedChannel } from '../src/channels/refresh-credentials.ts';
import { freeze } from '../src/platform/freeze.ts';
import { noteRestored } from '../src/platform/restored.ts';
import { credentialsBinding } from '../src/platform/secrets.ts';
import { resume } from '../src/posts/decide/resume.ts';
import { UNKNOWN_ID, countRows, sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { CredentialsState } from '../temporal/contract/refresh-token.ts';
import type { ActivityDeps } from './deps.ts';
import { readCredentials, refreshChannel } from './refresh-channel.ts';

const TOKEN = 'canary-access-token';
const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

describe('the credentials of a channel', () => {
  let crier: TestInstance;
  let deps: ActivityDeps;
  let provider: Provider;
  let id: string;
  /** What the network does with a renewal, and with which credentials it was asked. */
  let answer: () => Promise<{ credentials: Record<string, string>; expiresAt: Date | null }>;
  let asked: Channel['credentials'][];

  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    const sandbox = crier.context.providers.get('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    provider = {
      ...sandbox,
      async refresh(channel) {
        asked.push(channel.credentials);
        return answer();
      },
    };
    deps = {
      ...crier.context,
      providerEnv: crier.context.config.providerEnv,
      providers: new Map([['sandbox', provider]]),
    };
  });
  beforeEach(async () => {
    asked = [];
    answer = () =>
      Promise.resolve({ credentials: { token: `${TOKEN}-2` }, expiresAt: new Date(Date.now() + 2 * HOUR) });
    await sql(crier, 'delete from integration');
    id = await insertChannel(crier, 'sandbox', { credentials: { token: TOKEN }, name: 'Spring' });
    await sql(crier, "update integration set expires_at = now() + interval '5 minutes' where id = $1", [id]);
  });
  afterAll(() => crier?.stop());

  const read = (): Promise<CredentialsState> => readCredentials(deps, { integrationId: id });
  const expiry = async (): Promise<number> => {
    const state = await read();
    return state.status === 'live' ? state.expiresMs : Number.NaN;
  };
  const refresh = async (expiresMs?: number): Promise<CredentialsState> =>
    refreshChannel({
      deps,
      provider,
      channel: { integrationId: id, expiresMs: expiresMs ?? (await expiry()) },
      signal: AbortSignal.timeout(10_000),
    });
  const stored = async (): Promise<unknown> => {
    const [row] = await sql<{ credentials: string }>(
      crier,
      'select credentials from integration where id = $1',
      [id],
    );
    return JSON.parse(
      crier.context.secrets.open(row?.credentials ?? '', credentialsBinding(crier.organizationId, id)),
    );
  };
  const sealed = async (): Promise<SealedChannel> => {
    const [row] = await sql<SealedChannel>(
      crier,
      `select id, internal_id as "internalId", name, profile, details, credentials,
        credentials_version as "credentialsVersion" from integration where id = $1`,
      [id],
    );
    if (!row) throw new Error('no channel');
    return row;
  };
  const change = (set: string): Promise<unknown> =>
    sql(crier, `update integration set ${set} where id = $1`, [id]);

  describe('are read', () => {
    it('with the time they have left, by the database clock', async () => {
      const state = await read();
      expect(state).toEqual({
        status: 'live',
        expiresMs: expect.any(Number),
        expiresInMs: expect.any(Number),
        renewed: false,
      });
      expect(state.status === 'live' && state.expiresInMs).toBeLessThanOrEqual(300_000);
    });

    it.each([
      ['deleted_at = now()', 'the channel was deleted'],
      ['disabled = true', 'the channel is disabled'],
      ['refresh_needed = true', 'the channel must be reconnected'],
      ['expires_at = null', 'the credentials do not expire'],
      ["provider = 'devto'", 'the network renews nothing'],
    ])('and need no renewal after "%s"', async (set, reason) => {
      await change(set);
      expect(await read()).toEqual({ status: 'ended', reason, renewed: false });
      expect([await refresh(1), asked]).toEqual([{ status: 'ended', reason, renewed: false }, []]);
    });

    it('and are renewed by no copy before it is resumed: the original, which may run, would be locked out', async () => {
      await noteRestored(crier.context.database, new Date());
      await freeze(crier.context.database, {}, { reason: 'restored', waitMs: 0 });
      const ended = { status: 'ended', reason: expect.stringContaining('a backup was restored') };
      expect([await read(), await refresh(1), asked]).toMatchObject([ended, ended, []]);
      const call = refreshCredentials(deps, provider, await sealed(), providerContext(deps, provider, NEVER));
      await expect(call).rejects.toThrow('since a backup was restored');
      expect(asked).toEqual([]);
      await resume(crier.context, {}, { action: 'now' });
      expect(await refresh()).toMatchObject({ status: 'live', renewed: true });
    });

    it('for a channel that does not exist', async () => {
      expect(await readCredentials(deps, { integrationId: UNKNOWN_ID })).toEqual({
        status: 'ended',
        reason: 'the channel was deleted',
        renewed: false,
      });
    });
  });

  describe('are renewed', () => {
    it('and stored with their new expiry', async () => {
      const state = await refresh();
      expect(state).toMatchObject({ status: 'live', renewed: true });
      expect(state.status === 'live' && state.expiresInMs).toBeGreaterThan(HOUR);
      expect([asked, await stored()]).toEqual([[{ token: TOKEN }], { token: `${TOKEN}-2` }]);
    });

    it('once by two workers: the second finds them renewed and makes no call', async () => {
      const expiresMs = await expiry();
      const renewed = answer;
      answer = async () => {
        await new Promise((next) => setTimeout(next, 200));
        return renewed();
      };
      await Promise.all(Array.from({ length: 5 }, () => refresh(expiresMs)));
      expect(asked).toHaveLength(1);
      expect(await stored()).toEqual({ token: `${TOKEN}-2` });
    });

    it('only once when another run still waits for the previous expiry', async () => {
      const before = await expiry();
      await refresh(before);
      const state = await refresh(before);
      expect([state, asked.length]).toEqual([expect.objectContaining({ status: 'live', renewed: false }), 1]);
    });

    it('and need no further renewal when the new ones do not expire', async () => {
      answer = () => Promise.resolve({ credentials: { token: `${TOKEN}-3` }, expiresAt: null });
      expect(await refresh()).toEqual({
        status: 'ended',
        reason: 'the credentials do not expire',
        renewed: true,
      });
    });
  });

  describe('that the network refuses to renew', () => {
    it('permanently: the channel is flagged and its people are notified once, without any credentials', async () => {
      answer = () => Promise.reject(new ChannelGone(`No grant for ${TOKEN}`));
      expect(await refresh()).toEqual({
        status: 'ended',
        reason: 'the channel must be reconnected',
        renewed: false,
      });
      expect(await refresh(1)).toMatchObject({ status: 'ended' });
      const notes = await sql<{ content: string }>(
        crier,
        'select content from notification where integration_id = $1',
        [id],
      );
      expect(notes.map((n) => n.content)).toEqual([
        'The channel "Spring" must be reconnected: No grant for [redacted]. Its posts wait for that',
      ]);
    });

    it.each([
      ['cannot be reached', new Unsent(`connect ECONNREFUSED ${TOKEN}`), 'NotRenewed'],
      ['gives no answer that can be used', new OutcomeUnknown('502'), 'NotRenewed'],
      ['asks to wait', new RateLimited('Slow down', new Date(Date.now() + HOUR)), 'RateLimited'],
    ])(
      'for now, because it %s: the renewal is retried, and the channel stays as it is',
      async (_, error, type) => {
        answer = () => Promise.reject(error);
        const refused = await refresh().catch((thrown: unknown) => thrown);
        expect(refused).toBeInstanceOf(ApplicationFailure);
        expect(refused).toMatchObject({ type, nonRetryable: false });
        expect((refused as Error).message).not.toContain(TOKEN);
        expect(await countRows(crier, 'notification where integration_id is not null')).toBe(0);
        expect(await read()).toMatchObject({ status: 'live', renewed: false });
      },
    );

    it('because of an error inside Crier: the history has it without anything from the row', async () => {
      answer = () =>
        Promise.resolve({ credentials: { token: `${TOKEN}-4` }, expiresAt: new Date(Number.NaN) });
      const refused = await refresh().catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({
        type: 'NotRenewed',
        message: 'The renewal failed inside Crier; the log of the worker says why',
      });
      expect(await stored()).toEqual({ token: TOKEN });
    });
  });
});
