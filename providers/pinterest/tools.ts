/** Lookups for people who write posts: the account's boards, and the sections of one of them. */
import type { ProviderTool } from '../_kit/contract.ts';
import { list } from './api.ts';

/** 20 × 250: more than anybody looks through. */
const MAX_PAGES = 20;

interface Named {
  readonly id: string;
  readonly name: string;
}

const boards: ProviderTool = {
  description: 'Boards of the account; use `id` as settings.board',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const { items } = await list<Named>(channel, ctx, '/boards', MAX_PAGES);
    return items.map(({ id, name }) => ({ id, name }));
  },
};

const sections: ProviderTool = {
  description: 'Sections of a board; use `id` as settings.board_section',
  inputSchema: {
    type: 'object',
    properties: { board: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[0-9]+$' } },
    required: ['board'],
    additionalProperties: false,
  },
  async run(channel, { board }, ctx) {
    const { items } = await list<Named>(channel, ctx, `/boards/${String(board)}/sections`, MAX_PAGES);
    return items.map(({ id, name }) => ({ id, name }));
  },
};

export const tools = { boards, sections } as const;
