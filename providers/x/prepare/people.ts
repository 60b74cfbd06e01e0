/**
 * The numbers of accounts by their names (docs.x.com, "Get Users by usernames"): people are tagged by these.
 */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { callForBody } from '../api.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

interface User {
  readonly id: string;
  readonly username: string;
}

/** @throws Rejected if X has no such account */
export async function idsOf(
  channel: Pick<Channel, 'credentials'>,
  names: readonly string[],
  ctx: ProviderContext,
): Promise<string[]> {
  const query = new URLSearchParams({ usernames: names.join(',') });
  const { data = [] } = await callForBody<User[]>(channel, ctx, `/2/users/by?${query}`);
  return names.map((name) => {
    const user = data.find(({ username }) => username.toLowerCase() === name.toLowerCase());
    if (!user) {
      throw new Rejected(sentence('x_no_such_account', { name }), { networkCode: 'no_such_account' });
    }
    return user.id;
  });
}
