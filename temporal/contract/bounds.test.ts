import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRegistry } from '../../providers/index.ts';
import { MAX_VIDEO_BYTES } from '../../src/platform/media/accepted-media.ts';
import { readCompose } from '../../src/test/compose-stack.ts';
import * as bounds from './bounds.ts';

const { PUBLISH_CALL_MS, LARGEST_FILE, uploadMs } = bounds;
const providers = [...createRegistry({ sandbox: true }).values()];
const seconds = (name: string): number =>
  Number.parseInt(readCompose().services[name]?.stop_grace_period ?? '10s', 10);

describe('a time bound', () => {
  it.each([
    ['HEARTBEAT_TIMEOUT_MS', bounds.HEARTBEAT_TIMEOUT_MS, 'three heartbeats', 3 * bounds.HEARTBEAT_EVERY_MS],
    [
      'HEARTBEAT_TIMEOUT_MS',
      bounds.HEARTBEAT_TIMEOUT_MS,
      'the time in which a part that is marked as sent is sent',
      bounds.SEND_WITHIN_MS,
    ],
    ['PREPARE_MS', bounds.PREPARE_MS, 'the upload of the largest file', uploadMs(LARGEST_FILE)],
    [
      'PREPARE_MS',
      bounds.PREPARE_MS,
      'that, and its processing',
      uploadMs(LARGEST_FILE) + bounds.PROCESSING_MS,
    ],
    ['LOOKUP_MS', bounds.LOOKUP_MS, 'an ordinary call', bounds.CALL_MS],
    ['LOOKUP_TRY_MS', bounds.LOOKUP_TRY_MS, 'a lookup with a renewal', bounds.LOOKUP_MS + bounds.RENEWAL_MS],
    ['RECORD_MS', bounds.RECORD_MS, 'its waits', bounds.RECORD_WAITS_MS.reduce((sum, ms) => sum + ms, 0)],
    [
      'PUBLISH_TRY_MS',
      bounds.PUBLISH_TRY_MS,
      'preparing, a renewal, preparing again, the call and its record',
      2 * bounds.PREPARE_MS +
        bounds.RENEWAL_MS +
        bounds.SEND_WITHIN_MS +
        bounds.PUBLISH_CALL_MS +
        bounds.RECORD_MS,
    ],
    [
      'SHUTDOWN_GRACE_MS',
      bounds.SHUTDOWN_GRACE_MS,
      'a publish that has begun, and its record',
      bounds.SEND_WITHIN_MS + bounds.PUBLISH_CALL_MS + bounds.RECORD_MS,
    ],
    ['SHUTDOWN_GRACE_MS', bounds.SHUTDOWN_GRACE_MS, 'a lookup that has begun', bounds.LOOKUP_TRY_MS],
    ['SHUTDOWN_FORCE_MS', bounds.SHUTDOWN_FORCE_MS, 'the grace', bounds.SHUTDOWN_GRACE_MS + 1],
    [
      'WORKER_STOP_MS',
      bounds.WORKER_STOP_MS,
      'what the worker needs to end by itself',
      bounds.SHUTDOWN_FORCE_MS + 1,
    ],
  ] as const)('%s (%i) contains %s', (_, outer, __, inner) => {
    expect(outer).toBeGreaterThanOrEqual(inner);
  });

  it('of a container contains that of the supervisor, and the supervisor has that of the table', () => {
    expect(seconds('worker') * 1000).toBeGreaterThan(bounds.WORKER_STOP_MS);
    expect(readFileSync('src/run/roles/all.ts', 'utf8')).toContain('graceMs: WORKER_STOP_MS');
  });

  it('of an upload is that of the largest file which an instance stores', () => {
    expect(LARGEST_FILE).toBe(MAX_VIDEO_BYTES);
  });

  it('is the documented one', () => {
    const documented = `${Math.ceil(bounds.WORKER_STOP_MS / 60_000)} minutes`;
    const places = readFileSync('docs/operations.md', 'utf8').matchAll(/SIGTERM[^.]*?(\d+ \w+)/gs);
    expect([...places].map(([, time]) => time)).toEqual([documented, documented]);
  });
});

describe('the bounds of a provider', () => {
  it.each(providers.map((provider) => [provider.identifier, provider] as const))(
    '%s: its one call and its wait fit those of all',
    (_, { publishTimeoutMs, settleMs }) => {
      expect(publishTimeoutMs).toBeLessThanOrEqual(PUBLISH_CALL_MS);
      expect(settleMs).toBeLessThanOrEqual(bounds.LOOKUP_MS);
    },
  );

  it.each(providers.filter((p) => p.preparesOffline).map((provider) => [provider.identifier, provider]))(
    '%s: what it prepares without a call or a clock does not expire',
    (_, provider) => {
      expect(provider).toMatchObject({ preparedForMs: null });
    },
  );
});
