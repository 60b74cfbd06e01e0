/** Lookups for people who write posts: their publications, and tags that are in use. */
import type { ProviderTool } from '../_kit/contract.ts';
import { ask, type Connection } from './api.ts';

const PUBLICATIONS = 'query Publications { me { publications(first: 50) { edges { node { id title } } } } }';
const SERIES = `query SeriesOf($id: ObjectId!) {
  publication(id: $id) { seriesList(first: 50) { edges { node { id name } } } }
}`;
const TAGS = `query TagsInUse {
  feed(first: 100) { edges { node { tags { id name slug } } } }
}`;

const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

const publications: ProviderTool = {
  description: 'The publications of the account, for the setting publication: `[{id, name}]`',
  inputSchema: nothing,
  async run(channel, _, ctx) {
    type Answer = { me: { publications: Connection<{ id: string; title: string }> } | null };
    const { me } = await ask<Answer>(channel, ctx, { document: PUBLICATIONS });
    return (me?.publications.edges ?? []).map(({ node: { id, title } }) => ({ id, name: title }));
  },
};

const series: ProviderTool = {
  description: 'The series of a publication, for the setting series: `[{id, name}]`',
  inputSchema: {
    type: 'object',
    properties: { publication: { type: 'string', minLength: 1, maxLength: 100 } },
    required: ['publication'],
    additionalProperties: false,
  },
  async run(channel, { publication }, ctx) {
    type Answer = { publication: { seriesList: Connection<{ id: string; name: string }> } | null };
    const answer = await ask<Answer>(channel, ctx, {
      document: SERIES,
      variables: { id: String(publication) },
    });
    return (answer.publication?.seriesList.edges ?? []).map(({ node: { id, name } }) => ({ id, name }));
  },
};

const tags: ProviderTool = {
  description:
    'Tags of the newest 100 posts of everyone on Hashnode, for the setting tags: `[{id, name}]`, the most ' +
    'used first. Hashnode has no list of all; others can be used too',
  inputSchema: nothing,
  async run(channel, _, ctx) {
    type Tag = { id: string; name: string; slug: string };
    const answer = await ask<{ feed: Connection<{ tags: readonly Tag[] | null }> }>(channel, ctx, {
      document: TAGS,
    });
    const used = new Map<string, { tag: Tag; count: number }>();
    for (const tag of answer.feed.edges.flatMap(({ node }) => node.tags ?? [])) {
      used.set(tag.slug, { tag, count: (used.get(tag.slug)?.count ?? 0) + 1 });
    }
    const sorted = [...used.values()].toSorted((a, b) => b.count - a.count);
    return sorted.map(({ tag: { id, name } }) => ({ id, name }));
  },
};

export const tools = { publications, series, tags };
