/** Connecting an agent with its API key (www.moltbook.com/skill.md, "Register First", "Authentication"). */
import type { ConnectField, Provider } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, SITE_URL, type Agent } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** What a person fills in. */
export const fields: readonly ConnectField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    secret: true,
    required: true,
    help: 'Moltbook gives it to an agent that registers (moltbook_…); its owner makes a new one after signing in at www.moltbook.com/login',
    env: 'MOLTBOOK_API_KEY',
  },
];

/** What fits into a header; Moltbook does not document more about the form of a key. */
const KEY = /^[\x21-\x7e]{8,400}$/;

export const connect: Provider['connect'] = async (input, ctx) => {
  const apiKey = input.apiKey?.trim() ?? '';
  if (!KEY.test(apiKey)) {
    throw new Rejected(sentence('wrong_credential', { what: 'an API key', network: 'Moltbook' }));
  }
  const account = { credentials: { apiKey } };
  try {
    const { agent } = await call<{ agent?: Agent }>(account, ctx, '/agents/me');
    if (!agent?.name) throw new Rejected(answeredWithout('Moltbook', 'the name of the agent'));
    const { status } = await call<{ status?: string }>(account, ctx, '/agents/status');
    if (status === 'pending_claim') {
      throw new Rejected(sentence('moltbook_unclaimed', { name: agent.name }), {
        networkCode: 'pending_claim',
      });
    }
    return {
      internalId: agent.name,
      name: agent.display_name || agent.name,
      picture: agent.avatar_url || agent.avatarUrl || null,
      profile: `${SITE_URL}/u/${encodeURIComponent(agent.name)}`,
      credentials: { apiKey },
      details: {},
      expiresAt: null,
    };
  } catch (error) {
    if (error instanceof TokenExpired) {
      throw new Rejected(
        sentence('credential_refused', { network: 'Moltbook', what: 'the API key', why: error.said }),
        { cause: error },
      );
    }
    if (error instanceof ChannelGone) throw new Rejected(error.message, { cause: error });
    throw error;
  }
};
