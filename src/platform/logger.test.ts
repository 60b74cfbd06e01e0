import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { redact } from './logger.ts';
import { newApiKey } from './secrets.ts';

/** What a process writes that logs `expression`. */
function logged(expression: string): Record<string, unknown> {
  const code = `import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)}; const log = createLogger({ level: 'info', component: 'test' }); ${expression}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a log line', () => {
  it('is one JSON object with a time, a component and a message', () => {
    expect(logged("log.info({ postId: 'p1' }, 'published')")).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      component: 'test',
      postId: 'p1',
      msg: 'published',
    });
  });

  it('hides fields that are named like a secret, at three depths', () => {
    const line = JSON.stringify(
      logged(
        "log.info({ token: 'canary1', request: { authorization: 'canary2', body: { password: 'canary3' } }, credentials: { a: 'canary4' } })",
      ),
    );
    expect(line).not.toContain('canary');
    expect(line.match(/\[redacted\]/g)).toHaveLength(4);
  });

  it('hides anything that has the shape of a secret, also inside errors', () => {
    const key = newApiKey();
    const line = JSON.stringify(
      logged(`log.error({ err: new Error('refused ${key}') }, 'with Bearer abcdefghijklmnop123 and ${key}')`),
    );
    expect(line).not.toContain(key);
    expect(line).not.toContain('abcdefghijklmnop123');
    expect(line).toContain('refused [redacted]');
  });

  it('hides the row that PostgreSQL quotes when a constraint fails', () => {
    const line = JSON.stringify(
      logged(
        `const detail = 'Failing row contains (1, a "quoted"). name, c0ffee, null).'; log.error({ err: Object.assign(new Error('violates check\\n - detail: ' + detail), { detail }) }, 'request failed')`,
      ),
    );
    expect(line).not.toMatch(/quoted|c0ffee/);
    expect(line.match(/Failing row contains \[redacted\]\./g)?.length).toBeGreaterThanOrEqual(2);
    expect(line).toContain('request failed');
  });
});

describe('a log on a full disk', () => {
  const full = '/dev/full'; // Linux has it; each write to it fails with ENOSPC
  (existsSync(full) ? it : it.skip)('ends neither the process nor its work, and the process can end', () => {
    const code = `import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)}; const log = createLogger({ level: 'info', component: 'test' });
      for (let i = 0; i < 2000; i++) log.info('x'.repeat(1000)); setTimeout(() => { log.error('still here'); process.stderr.write('worked'); }, 50);`;
    const fd = openSync(full, 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      stdio: ['ignore', fd, 'pipe'],
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    closeSync(fd);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'worked' });
  });
});

describe('redact', () => {
  it.each([
    newApiKey(),
    'pos_0123456789abcdef0123',
    'pcs_0123456789abcdef0123',
    'inv_0123456789abcdef0123',
    '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaC+/aGFzaA',
    'Bearer abcdefghijklmnop',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
    'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5',
  ])('cuts out %s', (secret) => {
    expect(redact(`before ${secret} after`)).toBe('before [redacted] after');
  });

  it.each([
    'crk_short',
    'a post about tokens',
    'npub1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5',
    'positive_thinking_is_fine',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toBe(text);
  });
});
