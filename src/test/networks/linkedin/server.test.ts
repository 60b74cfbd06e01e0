/** The stand-in for LinkedIn refuses what LinkedIn's documentation does not allow. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startLinkedIn, type LinkedIn } from './server.ts';
import type { Member } from './state.ts';

const SCOPES = ['w_member_social', 'openid', 'profile'];
let network: LinkedIn;
let token: string;
let author: string;
let member: Member;
beforeEach(async () => {
  network = await startLinkedIn();
  member = network.addMember('Ada Byron');
  author = `urn:li:person:${member.id}`;
  token = network.createToken(member, SCOPES);
});
afterEach(() => network.stop());

interface Seen {
  readonly status: number;
  readonly id: string | null;
  readonly message: string;
}

async function send(path: string, body: object | null, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await fetch(`${network.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const { message = '' } = text ? (JSON.parse(text) as { message?: string }) : {};
  return { status: answer.status, id: answer.headers.get('x-restli-id'), message };
}

const post = (changes: object = {}, headers?: Record<string, string>): Promise<Seen> =>
  send(
    '/rest/posts',
    {
      author,
      commentary: 'Spring menu',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED' },
      lifecycleState: 'PUBLISHED',
      ...changes,
    },
    headers,
  );

describe('a post on LinkedIn', () => {
  it('is accepted, and its id is in a header', async () => {
    expect(await post()).toEqual({
      status: 201,
      id: expect.stringMatching(/^urn:li:share:\d+$/),
      message: '',
    });
    expect(network.entries()).toHaveLength(1);
  });

  it.each([
    ['an unknown field', { title: 'Menu' }, '/title'],
    ['a missing field', { visibility: undefined }, '/visibility'],
    ['a reserved character', { commentary: 'Menu (new)' }, 'not escaped'],
    ['a text that is too long', { commentary: 'x'.repeat(3001) }, 'at most 3000'],
    ['nothing in it', { commentary: '' }, 'empty'],
    [
      'one picture as several',
      { content: { multiImage: { images: [{ id: 'urn:li:image:1' }] } } },
      '2 to 20',
    ],
    ["somebody else's picture", { content: { media: { id: 'urn:li:image:1' } } }, 'not owned'],
  ])('is refused with %s', async (_, changes, reason) => {
    const { status, message } = await post(changes);
    expect([status, message]).toEqual([422, expect.stringContaining(reason)]);
    expect(network.entries()).toEqual([]);
  });

  it.each([
    ['no version', { 'linkedin-version': '' }, 400],
    ['a version that has ended', { 'linkedin-version': '202401' }, 426],
    ['another protocol', { 'x-restli-protocol-version': '1.0.0' }, 400],
    ['an unknown token', { authorization: 'Bearer made-up' }, 401],
  ])('is refused with %s', async (_, headers, status) => {
    expect((await post({}, headers)).status).toBe(status);
    expect((await post()).status).toBe(201);
  });

  it('is refused for a page without a role on it', async () => {
    const page = network.addPage('Cafe Ada', {});
    expect((await post({ author: `urn:li:organization:${page.id}` })).status).toBe(403);
  });
});

describe('a list of posts on LinkedIn', () => {
  it('can be read of a page by its roles, with the URN encoded, and never of a member', async () => {
    const grace = network.addMember('Grace');
    token = network.createToken(grace, ['r_organization_social']);
    const page = network.addPage('Cafe Ada', { [grace.id]: 'ADMINISTRATOR' });
    const list = (urn: string, headers: Record<string, string> = { 'x-restli-method': 'FINDER' }) =>
      send(`/rest/posts?q=author&author=${urn}&sortBy=CREATED`, null, headers);
    const urn = `urn:li:organization:${page.id}`;
    expect((await list(encodeURIComponent(urn))).status).toBe(200);
    expect((await list(urn)).status).toBe(400);
    expect((await list(encodeURIComponent(urn), {})).status).toBe(400);
    expect((await list(encodeURIComponent(author))).message).toContain('Not enough permissions');
  });
});

describe('a comment on LinkedIn', () => {
  it('has a permission of its own, and at most 1,250 characters', async () => {
    const { id } = await post({});
    const path = `/rest/socialActions/${encodeURIComponent(id ?? '')}/comments`;
    const comment = (text: string) => send(path, { actor: author, object: id, message: { text } });
    expect(await comment('More')).toMatchObject({
      status: 403,
      message: 'Not enough permissions to access: partnerApiSocialActions.CREATE',
    });
    token = network.createToken(member, ['w_member_social_feed']);
    expect((await comment('a'.repeat(1250))).status).toBe(201);
    expect((await comment('a'.repeat(1251))).message).toContain('length must be at most 1250');
  });
});
