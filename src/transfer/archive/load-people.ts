/**
 * The people of an archive. A person who has an account with the same email address becomes a member and
 * keeps everything: password, name, rights. Nothing in an archive can open an account that is here.
 */
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '../../platform/database.ts';
import { ArchiveError } from './archive-error.ts';
import type { Kind } from './kind.ts';
import { explainRows } from './load-rows.ts';
import { invalidRow, type ArchivedRow } from './parse-rows.ts';

/** How many of them there are: of those who are here already, and of the others. */
export interface PeopleFacts {
  readonly known: number;
  readonly added: number;
}

const FIND = `select id, lower(email) as email from user_account
  where lower(email) in (select lower(value) from jsonb_array_elements_text(?::jsonb))`;
const TAKEN = `select id from user_account
  where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`;
// An email address is confirmed where the archive proves to come from a writer who knows its passphrase: the
// other instance has confirmed it. Otherwise it is not, and the link in a mail does it.
const ADD = `insert into user_account (id, email, name, language, password_hash, activated_at, created_at)
  select r.id, r.email, r.name, r.language, r.password_hash, r.activated_at, r.created_at
  from jsonb_populate_recordset(null::user_account, ?::jsonb) r`;
const MAP = `insert into archived_person (id, here)
  select (e ->> 'id')::uuid, (e ->> 'here')::uuid from jsonb_array_elements(?::jsonb) e`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u;

/**
 * Finds or adds them, and records the ids.
 *
 * @param given.proven whether the archive comes from a writer who knows its passphrase
 * @param given.passwordOf the password hash of a person; only of a proven archive
 */
export async function loadPeople(
  tx: EntityManager,
  {
    kind,
    rows,
    proven,
    passwordOf,
  }: { kind: Kind; rows: readonly ArchivedRow[]; proven: boolean; passwordOf: (id: string) => string | null },
): Promise<PeopleFacts> {
  const people = rows.map((row) => personOf(kind, row));
  const emails = new Map(people.map(({ email, row }) => [email.toLowerCase(), row]));
  if (emails.size < people.length) {
    throw new ArchiveError(
      'archive_invalid',
      'rows/user_account.ndjson has an address twice. Nothing was imported',
    );
  }
  const known = await tx.execute<{ id: string; email: string }[]>(FIND, [JSON.stringify([...emails.keys()])]);
  const here = new Map(known.map(({ id, email }) => [email, id]));
  const fresh = people.filter(({ email }) => !here.has(email.toLowerCase()));
  const taken = new Set(
    (await tx.execute<{ id: string }[]>(TAKEN, [JSON.stringify(fresh.map(({ id }) => id))])).map(
      ({ id }) => id,
    ),
  );
  const added = fresh.map(({ id, row, email }) => {
    // The account of that id has another email address by now, so it has to count as another person's.
    const idHere = taken.has(id) ? randomUUID() : id;
    here.set(email.toLowerCase(), idHere);
    return {
      ...row.values,
      id: idHere,
      password_hash: proven ? passwordOf(id) : null,
      activated_at: proven ? row.values.activated_at : null,
    };
  });
  await tx.execute(ADD, [JSON.stringify(added)]).catch((error: unknown) => {
    throw explainRows(error, { kind, rows });
  });
  const pairs = people.map(({ id, email }) => ({ id, here: here.get(email.toLowerCase()) }));
  await tx.execute(MAP, [JSON.stringify(pairs)]);
  return { known: known.length, added: added.length };
}

function personOf(kind: Kind, row: ArchivedRow): { id: string; email: string; row: ArchivedRow } {
  const { id, email } = row.values;
  if (typeof id !== 'string' || !UUID.test(id)) throw invalidRow(kind, row, 'id must be a UUID');
  if (typeof email !== 'string' || !ADDRESS.test(email)) {
    throw invalidRow(kind, row, 'email must be an address');
  }
  return { id, email, row };
}
