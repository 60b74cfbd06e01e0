/** Connecting an account with a token that its owner made on Medium ("Self-issued access tokens"). */
import type { Provider } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, type User } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Medium's own definition: "consecutive strings of hex digits". Others may follow; a line break may not. */
const TOKEN = /^[\w.-]{8,500}$/;

/** @throws Rejected with a message for people, which never repeats the token */
export const connect: Provider['connect'] = async (input, ctx) => {
  const token = input.token?.trim() ?? '';
  if (!TOKEN.test(token)) throw new Rejected(sentence('medium_not_a_token'));
  const credentials = { token };
  const me = await call<User>({ credentials }, ctx, '/me').catch((error: unknown) => {
    if (error instanceof TokenExpired || error instanceof ChannelGone) {
      throw new Rejected(sentence('medium_token_refused', { code: String(error.networkCode) }), {
        networkCode: error.networkCode,
        cause: error,
      });
    }
    throw error;
  });
  if (typeof me.id !== 'string' || !me.id) throw new Rejected(answeredWithout('Medium', 'the account'));
  return {
    internalId: me.id,
    name: me.name || me.username || me.id,
    picture: me.imageUrl || null,
    profile: me.username ? `@${me.username}` : null,
    credentials,
    details: { username: me.username ?? null },
    expiresAt: null,
  };
};
