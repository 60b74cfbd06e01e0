import { describe, expect, it } from '@jest/globals';
import { parseOptions, verify } from '@node-rs/argon2';
import { assertNewPassword, hashPassword, isPassword, nobodysHash, type Verify } from './passwords.ts';

describe('passwords', () => {
  it('are stored as argon2id, each with its own salt', async () => {
    const [one, two] = await Promise.all([
      hashPassword('correct horse battery'),
      hashPassword('correct horse battery'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword(one, 'correct horse battery')).toBe(true);
    expect(await isPassword(one, 'correct horse batterz')).toBe(false);
  });

  it('match however the keyboard composes their letters, and are never trimmed', async () => {
    const stored = await hashPassword('Ångström ﬁrst');
    expect(await isPassword(stored, 'A\u030Angstro\u0308m first')).toBe(true);
    expect(await isPassword(stored, ' Ångström first')).toBe(false);
  });

  it('take as long to check for an unknown person as for a wrong password: one check, at the same cost', async () => {
    const checked: string[] = [];
    const counting: Verify = (stored, password) => {
      checked.push(stored);
      return verify(stored, password);
    };
    const stored = await hashPassword('correct horse battery');
    for (const known of [stored, null, undefined]) {
      expect(await isPassword(known, 'a wrong password', counting)).toBe(false);
    }
    expect(checked).toEqual([stored, await nobodysHash(), await nobodysHash()]);
    const [costs, ...others] = checked.map((hash) => parseOptions(hash));
    expect(others).toEqual([costs, costs]);
  });

  it('never match for a person who has none, even if the check matches', async () => {
    expect(await isPassword(null, 'anything at all', () => Promise.resolve(true))).toBe(false);
  });

  it('that are hashed with bcrypt match as they were typed, and cost everybody the same while there may be some', async () => {
    const stored = '$2y$10$3cQf/kNKqcCDG13LvubbOuDCgJnwHqPmsH5N9RiwEpMGbMF1UzvMG';
    expect(await isPassword(stored, 'correct horse battery')).toBe(true);
    expect(await isPassword(stored, 'correct horse batterz')).toBe(false);
    expect(await isPassword(undefined, 'correct horse battery', undefined, true)).toBe(false);
    const own = await hashPassword('correct horse battery');
    expect(await isPassword(own, 'correct horse battery', undefined, true)).toBe(true);
  });

  it('must not equal the email address, in any case', () => {
    expect(() => assertNewPassword('Ada@Example.org', 'ada@example.org')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        issues: [{ path: 'password', message: 'must not be the email address', code: 'password_is_email' }],
      }),
    );
    expect(() => assertNewPassword('ada@example.org!', 'ada@example.org')).not.toThrow();
  });
});
