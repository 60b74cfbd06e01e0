import { afterEach, describe, expect, it } from '@jest/globals';
import type { Me } from '../present-me.ts';
import { ensureFirstRun } from '../../organizations/first-run.ts';
import { countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { callApp } from '../../test/person.ts';

const ADA = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  organization: "Ada's studio",
  timeZone: 'Europe/Berlin',
};

describe('the first run', () => {
  let crier: TestInstance;
  afterEach(() => crier?.stop());

  const setup = <T = Me & ErrorBody>(body: object = ADA): Promise<Answer<T>> =>
    callApp<T>(crier, { method: 'POST', path: '/auth/setup' }, { body });
  const state = async (): Promise<unknown> =>
    (await callApp<unknown>(crier, { method: 'GET', path: '/auth/setup' })).body;

  it('makes the person the owner of the existing organisation, names it, and signs them in', async () => {
    crier = await startInstance({ temporal: false });
    expect(await state()).toEqual({
      needed: true,
      accounts: false,
      code: false,
      organization: { name: 'Ada & Co', timeZone: 'UTC' },
      registration: false,
      mail: false,
    });
    const { status, body, headers } = await setup();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.org', operator: true },
      organization: {
        id: crier.organizationId,
        name: "Ada's studio",
        timeZone: 'Europe/Berlin',
        role: 'owner',
      },
      organizations: [{ id: crier.organizationId, name: "Ada's studio", role: 'owner' }],
      features: { billing: false, mail: false, registration: false },
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await callApp<Me>(crier, { method: 'GET', path: '/auth/me' }, { cookie })).body).toEqual(body);
    expect(await state()).toEqual({
      needed: false,
      accounts: true,
      code: false,
      organization: null,
      registration: false,
      mail: false,
    });
    expect(
      await sql(
        crier,
        'select kind from audit_event where organization_id = $1 and user_id = $2 order by id',
        [crier.organizationId, body.user.id],
      ),
    ).toEqual([{ kind: 'organization_changed' }, { kind: 'member_joined' }]);
  });

  it('happens once: a second one is refused, and of many simultaneous ones one succeeds', async () => {
    crier = await startInstance({ temporal: false });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => setup({ ...ADA, email: `ada${n}@example.org` })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await countRows(crier, 'user_account')).toBe(1);
    expect(refusal(await setup())).toEqual({ status: 409, code: 'already_set_up' });
  });

  it("creates an organisation where there is none; the command line's first run creates no second one", async () => {
    crier = await startInstance({ temporal: false });
    await sql(crier, 'delete from organization');
    expect(await state()).toMatchObject({ needed: true, organization: null });
    const { body } = await setup();
    expect(body.organization).toMatchObject({ name: "Ada's studio", role: 'owner' });
    expect((await ensureFirstRun(crier.context)).organization).toBe("Ada's studio");
    expect(await countRows(crier, 'organization')).toBe(1);
  });

  it('refuses invalid input by naming the field, and stays available', async () => {
    crier = await startInstance({ temporal: false });
    const wrong: [object, string][] = [
      [{ password: 'nine char' }, 'password'],
      [{ password: 'x'.repeat(257) }, 'password'],
      [{ password: 'ADA@example.org' }, 'password'],
      [{ email: 'ada at example' }, 'email'],
      [{ email: `${'a'.repeat(250)}@x.org` }, 'email'],
      [{ name: 'Ada\r\nBcc: x' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ timeZone: 'Europe/Atlantis' }, 'timeZone'],
      [{ organization: ' ' }, 'organization'],
    ];
    for (const [change, path] of wrong) {
      expect(refusal(await setup({ ...ADA, ...change }))).toEqual({
        status: 400,
        code: 'invalid_request',
        paths: [path],
      });
    }
    expect(await state()).toMatchObject({ needed: true });
    // Ten characters of any kind, and blanks around an email address, are accepted.
    expect(
      (await setup({ ...ADA, email: '  ada@example.org ', password: '🐎🔋🐎🔋🐎🔋🐎🔋🐎🔋' })).body.user
        .email,
    ).toBe('ada@example.org');
  });
});
