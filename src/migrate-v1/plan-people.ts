/** What the plan says of people: accounts that share an address, and how everybody signs in. */
import { addressOf, keyOf, providerOfAccount } from './copy/accounts.ts';
import type { Remark } from './plan-remarks.ts';
import type { SourceDatabase } from './source/open-source.ts';
import type { SourceRecord } from './source/read-batch.ts';

const PEOPLE = `select id, jsonb_build_object('email', email, 'providerName', "providerName") as row from "User" order by id`;

export async function planPeople(source: SourceDatabase): Promise<Remark[]> {
  const people = await source.query<SourceRecord>(PEOPLE);
  const byAddress = Map.groupBy(people, (one) => keyOf(addressOf(one) ?? ''));
  const without = byAddress.get('') ?? [];
  byAddress.delete('');
  const shared = [...byAddress].filter(([, accounts]) => accounts.length > 1);
  const external = [...byAddress.values()]
    .flatMap((accounts) => (accounts.length === 1 ? accounts : accounts.filter(isGoogle).slice(0, 1)))
    .filter((one) => providerOfAccount(one) !== 'LOCAL');
  return [
    ...shared.map(([address, accounts]) => remarkOf(address, accounts)),
    ...countedByProvider(external, 'choose a password with "Forgot your password?"'),
    ...countedByProvider(
      without,
      'have no email address: after the copy, which names an address for each, make each a link with: npm run crier -- users reset-password EMAIL',
    ),
  ];
}

const isGoogle = (one: SourceRecord): boolean => providerOfAccount(one) === 'GOOGLE';

function remarkOf(address: string, accounts: readonly SourceRecord[]): Remark {
  const proven = accounts.some(isGoogle);
  return {
    what: `${address} (${accounts.map(providerOfAccount).toSorted().join(', ')})`,
    count: accounts.length,
    why:
      `are these accounts one person? If so: migrate-v1 copy --merge ${address}. If not, ` +
      (proven
        ? 'the one of Google keeps the address, which Google has confirmed, and each other one is copied on its own'
        : 'none has the address, which v1 did not confirm, and each is copied on its own') +
      ', without a password and with its own memberships only',
  };
}

function countedByProvider(people: readonly SourceRecord[], why: string): Remark[] {
  return [...Map.groupBy(people, providerOfAccount)].map(([provider, accounts]) => ({
    what: `people who sign in with ${provider}`,
    count: accounts.length,
    why,
  }));
}
