/**
 * Whom a post can mention: accounts by the beginning of their name (lexicon
 * app.bsky.actor.searchActorsTypeahead: `q` is a prefix, `limit` at most 100). The account's PDS hands the
 * query on to the AppView, with its own session.
 */
import type { ProviderTool } from '../_kit/contract.ts';
import { mentionsInput } from '../_kit/mentions.ts';
import { urlsOf, xrpc } from './api.ts';

interface Actor {
  readonly handle: string;
  readonly displayName?: string;
}

const mentions: ProviderTool = {
  description: 'Accounts by their name: `[{label, handle, mention}]`; put `mention` into the text',
  inputSchema: mentionsInput,
  async run(channel, { query }, ctx) {
    const { actors } = await xrpc<{ actors: Actor[] }>(
      ctx,
      urlsOf(channel).pds,
      'app.bsky.actor.searchActorsTypeahead',
      { token: channel.credentials.accessJwt, query: { q: String(query), limit: '8' } },
    );
    // An account whose handle does not lead back to it cannot be mentioned (atproto.com, "Handle":
    // handle.invalid).
    return actors
      .filter(({ handle }) => handle !== 'handle.invalid')
      .map(({ handle, displayName }) => ({
        label: displayName || handle,
        handle: `@${handle}`,
        mention: `@${handle}`,
      }));
  },
};

export const tools = { mentions } as const;
