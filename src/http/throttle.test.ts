import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { PASSWORD, addWithPassword, signInFrom } from '../test/sign-in.ts';

describe('guessing a password', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  });
  afterAll(() => crier?.stop());

  /** The status of this many attempts, one after another. */
  async function guess(times: number, attempt: (n: number) => Promise<Answer<ErrorBody>>): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await attempt(n)).status);
    return statuses;
  }

  it('is refused after ten attempts on one email address from one client, until the time in Retry-After is over', async () => {
    const ada = await addWithPassword(crier, { name: 'Ada' });
    const signIn = signInFrom(crier, '203.0.113.1');
    expect(await guess(10, () => signIn({ email: ada.email, password: 'a wrong password' }))).toEqual(
      Array(10).fill(401),
    );
    const refused = await signIn({ email: ada.email.toUpperCase(), password: PASSWORD });
    expect(refusal(refused)).toEqual({ status: 429, code: 'too_many_attempts' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    await sql(crier, 'update rate_limit set expire = 0');
    expect((await signIn({ email: ada.email, password: PASSWORD })).status).toBe(200);
  });

  it('is refused in the same way for an unknown email address', async () => {
    const signIn = signInFrom(crier, '203.0.113.2');
    const statuses = await guess(11, () => signIn({ email: 'nobody@example.org', password: PASSWORD }));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('has the same limit for simultaneous attempts', async () => {
    const ben = await addWithPassword(crier, { name: 'Ben' });
    const signIn = signInFrom(crier, '203.0.113.3');
    const statuses = (
      await Promise.all(
        Array.from({ length: 30 }, () => signIn({ email: ben.email, password: 'a wrong password' })),
      )
    ).map((a) => a.status);
    expect(statuses.filter((s) => s === 401)).toHaveLength(10);
    expect(statuses.filter((s) => s === 429)).toHaveLength(20);
  });

  it('is forgotten after a successful sign-in', async () => {
    const cleo = await addWithPassword(crier, { name: 'Cleo' });
    const signIn = signInFrom(crier, '203.0.113.4');
    const wrong = (): Promise<Answer<ErrorBody>> =>
      signIn({ email: cleo.email, password: 'a wrong password' });
    await guess(9, wrong);
    expect((await signIn({ email: cleo.email, password: PASSWORD })).status).toBe(200);
    expect(await guess(10, wrong)).toEqual(Array(10).fill(401));
  });

  it('from elsewhere does not lock the owner out of where they have signed in before', async () => {
    const dan = await addWithPassword(crier, { name: 'Dan' });
    const home = signInFrom(crier, '203.0.113.5');
    expect((await home({ email: dan.email, password: PASSWORD })).status).toBe(200);
    // 50 for an email address from anywhere; each of these comes from another network.
    const statuses = await guess(51, (n) =>
      signInFrom(crier, `2001:db8:${n}::1`)({ email: dan.email, password: 'a wrong password' }),
    );
    expect(statuses).toEqual([...Array(50).fill(401), 429]);
    expect((await signInFrom(crier, '203.0.113.6')({ email: dan.email, password: PASSWORD })).status).toBe(
      429,
    );
    expect((await home({ email: dan.email, password: PASSWORD })).status).toBe(200);
  }, 60_000);

  it('for many email addresses from one client is refused after a hundred attempts; successful ones do not count', async () => {
    const eve = await addWithPassword(crier, { name: 'Eve' });
    // The holder of an IPv6 network has all of its addresses.
    const place = (n: number) => signInFrom(crier, `2001:db8:ffff:1::${n.toString(16)}`);
    await place(1)({ email: eve.email, password: PASSWORD });
    await sql(crier, "delete from rate_limit where key like 'sign-in-known%'");
    const statuses = await guess(101, (n) =>
      place(n)({ email: `nobody-${n}@example.org`, password: 'a wrong password' }),
    );
    expect(statuses).toEqual([...Array(100).fill(401), 429]);
  }, 60_000);

  it('is not helped by a header that no trusted proxy wrote', async () => {
    const strict = await startInstance({ temporal: false });
    try {
      const statuses = await guess(11, (n) =>
        signInFrom(strict, `203.0.113.${n}`)({ email: 'ada@example.org', password: 'a wrong password' }),
      );
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    } finally {
      await strict.stop();
    }
  });

  it('leaves no email or client IP addresses in the table', async () => {
    const keys = (await sql<{ key: string }>(crier, 'select key from rate_limit')).map((r) => r.key);
    expect(keys.length).toBeGreaterThan(5);
    for (const key of keys) expect(key).toMatch(/^[a-z-]+:[0-9a-f]{64}$/);
  });
});
