/**
 * The setup code: a person who creates the first account from another machine proves with it that they may
 * see the operator's screen. One for each instance, until there is an account.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { EntityManager, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { hashToken } from '../platform/secrets.ts';
import { sentence } from '../platform/sentences.ts';

type Deps = Pick<Context, 'database' | 'secrets'>;

/** Without letters and digits that look alike. 12 of them have 60 bits. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const BINDING = 'setup-code';

const READ: Statement = {
  name: 'setup-code-read',
  text: "select value #>> '{}' as sealed from instance_state where key = 'setup_code'",
};
const STORE: Statement = {
  name: 'setup-code-store',
  text: `
    insert into instance_state (key, value) values ('setup_code', to_jsonb($1::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()
    where instance_state.value = to_jsonb($2::text)`,
};
const FORGET = "delete from instance_state where key = 'setup_code'";

/** The code, made when there is none yet. Sealed in the database: every process shows the same one. */
export async function ensureSetupCode(deps: Deps): Promise<string> {
  const known = await read(deps);
  if (known.code) return known.code;
  await deps.database.query(STORE, [deps.secrets.seal(newCode(), BINDING), known.sealed ?? '']);
  const stored = (await read(deps)).code;
  if (!stored) throw new Error('The setup code cannot be read: the processes differ in ENCRYPTION_KEY');
  return stored;
}

/**
 * Lets pass who has the code. Case, spaces and dashes do not count.
 *
 * @throws ApiError `setup_code_required`
 */
export async function assertSetupCode(deps: Deps, candidate: string | undefined): Promise<void> {
  const { code } = await read(deps);
  if (candidate && code && isSame(candidate, code)) return;
  throw new ApiError('setup_code_required', {
    issues: [{ path: 'code', ...(candidate ? sentence('wrong_setup_code') : sentence('missing')) }],
  });
}

/** Once the first account exists, the code opens nothing. */
export async function forgetSetupCode(tx: EntityManager): Promise<void> {
  await tx.execute(FORGET);
}

/** `code` is undefined for one that was sealed with a key that is gone. */
async function read({ database, secrets }: Deps): Promise<{ sealed?: string; code?: string }> {
  const [row] = await database.query<{ sealed: string }>(READ);
  if (!row) return {};
  try {
    return { sealed: row.sealed, code: secrets.open(row.sealed, BINDING) };
  } catch {
    return { sealed: row.sealed }; // Another one is made: nobody has used it yet.
  }
}

function newCode(): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const isSame = (candidate: string, code: string): boolean => {
  const [a, b] = [candidate, code].map((text) =>
    Buffer.from(hashToken(text.toUpperCase().replaceAll(/[\s-]/g, ''))),
  );
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};
