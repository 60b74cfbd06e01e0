import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../../test/instance.ts';
import { addPerson, callApp } from '../../../test/person.ts';
import { PASSWORD, addWithPassword } from '../../../test/sign-in.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';

interface ListedUsers {
  users: {
    email: string;
    status: string;
    operator: boolean;
    organizations: { name: string; role: string }[];
  }[];
}

describe('the users command', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { FRONTEND_URL: 'http://crier.localhost' } });
  });
  afterAll(() => crier?.stop());

  const post = (path: string, body: object): Promise<Answer<ErrorBody>> =>
    callApp(crier, { method: 'POST', path: `/auth/${path}` }, { body });

  it('shows where to go while nobody has an account', async () => {
    expect((await runCrier(crier.env, 'users', 'list')).stdout).toContain('open the URL of the instance');
  });

  it('gives out a link for a new password where no mail can be sent, once', async () => {
    const ada = await addWithPassword(crier, { name: 'Ada' });
    const run = await runCrier(crier.env, 'users', 'reset-password', ada.email.toUpperCase());
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const token = /^http:\/\/crier\.localhost\/reset#token=(\w{43})\n/.exec(run.stdout)?.[1] ?? '';
    expect((await post('reset', { token, password: 'another long password' })).status).toBe(200);
    expect((await post('reset', { token, password: 'another long password' })).status).toBe(400);
    expect((await post('login', { email: ada.email, password: 'another long password' })).status).toBe(200);
  });

  it('disables an account, and enables it again', async () => {
    const ben = await addWithPassword(crier, { name: 'Ben' });
    const { link } = await crierJson<{ link: string }>(crier.env, 'users', 'reset-password', ben.email);
    expect((await runCrier(crier.env, 'users', 'disable', ben.email)).stdout).toBe(
      `${ben.email} is disabled: every session has ended, and apps can no longer act for this person\n`,
    );
    expect((await ben.call<ErrorBody>('GET', '/auth/me')).status).toBe(401);
    expect((await post('login', { email: ben.email, password: PASSWORD })).status).toBe(401);
    expect(
      (await post('reset', { token: link.split('=')[1], password: 'another long password' })).status,
    ).toBe(400);
    expect(await runCrier(crier.env, 'users', 'reset-password', ben.email)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is disabled'),
    });
    expect(await crierJson(crier.env, 'users', 'enable', ben.email)).toEqual({
      email: ben.email,
      status: 'enabled',
    });
    expect((await post('login', { email: ben.email, password: PASSWORD })).status).toBe(200);
    expect((await ben.call<ErrorBody>('GET', '/auth/me')).status).toBe(401);
  });

  it('makes a person an operator', async () => {
    const cleo = await addPerson(crier, { name: 'Cleo', role: 'member' });
    expect(refusal(await cleo.call<ErrorBody>('GET', '/users'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    await runCrier(crier.env, 'users', 'make-operator', cleo.email);
    expect((await cleo.call<unknown>('GET', '/users')).status).toBe(200);
  });

  it('lists everybody with their roles, and no secret', async () => {
    const dan = await addWithPassword(crier, { name: 'Dan' });
    await sql(crier, 'update user_account set activated_at = null where id = $1', [dan.id]);
    const { users } = await crierJson<ListedUsers>(crier.env, 'users', 'list');
    expect(users.find((u) => u.email === dan.email)).toMatchObject({
      status: 'not confirmed',
      operator: false,
      organizations: [{ name: 'Ada & Co', role: 'owner' }],
    });
    const listed = (await runCrier(crier.env, 'users', 'list')).stdout;
    expect(listed).toMatch(/not confirmed .* Dan .* Ada & Co \(owner\)/);
    expect(listed + JSON.stringify(users)).not.toContain('argon2');
  });

  it('rejects an unknown email address, and a missing one as wrong usage', async () => {
    for (const command of ['reset-password', 'disable', 'enable', 'make-operator']) {
      expect(await runCrier(crier.env, 'users', command, 'nobody@example.org')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('npm run crier -- users list'),
      });
    }
    expect(await runCrier(crier.env, 'users', 'disable')).toMatchObject({ code: 2, stdout: '' });
  }, 60_000);
});
