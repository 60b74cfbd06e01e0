/** The oracle by Hashnode's own schema finds what is wrong, and its mistakes are still there. */
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { expect, it } from '@jest/globals';
import { TYPES } from '../networks/hashnode/types.ts';
import type { Exchange } from './exchange.ts';
import { graphQlCheck, hashnodeOracle } from './hashnode.ts';
import { checkAll } from './oracle.ts';
import { describeWithOracle, readOracle } from './test-against.ts';

const said = (query: string, variables: object, answer: object): Exchange => ({
  method: 'POST',
  target: '/',
  request: { headers: {}, body: Buffer.from(JSON.stringify({ query, variables })) },
  status: 200,
  answer: { headers: {}, body: Buffer.from(JSON.stringify(answer)) },
});

const CREATE = 'mutation Create($input: CreateDraftInput!) { createDraft(input: $input) { draft { id } } }';
const created = (
  input: object,
  answer: object = { data: { createDraft: { draft: { id: 'd' } } } },
): Exchange => said(CREATE, { input }, answer);
const draft = { publicationId: 'p', title: 'Soup', contentMarkdown: 'Hot', tags: [{ slug: 'soup' }] };

describeWithOracle(hashnodeOracle, "Hashnode's own schema", () => {
  const text = readOracle(hashnodeOracle) ?? '';
  const messages = async (exchange: Exchange): Promise<string[]> =>
    (await graphQlCheck(text)(exchange)).map(({ side, message }) => `${side}: ${message}`);

  it('has nothing against a draft as it describes one, nor against an error with a code', async () => {
    const cover = { coverImageOptions: { coverImageURL: 'https://cdn.hashnode.com/a' } };
    expect(await messages(created({ ...draft, ...cover, originalArticleURL: 'https://a.example' }))).toEqual(
      [],
    );
    const errors = [{ message: 'Draft not found', extensions: { code: 'NOT_FOUND' } }];
    expect(await messages(created(draft, { data: null, errors }))).toEqual([]);
  });

  it.each([
    ['an unknown field of the input', created({ ...draft, coverImage: 'a' }), 'is not defined by type'],
    ['the id of a tag', created({ ...draft, tags: [{ slug: 'a', id: 'b' }] }), 'is not defined by type'],
    ['a draft of no publication', created({ title: 'Soup' }), '"ObjectId!" was not provided'],
    ['an unknown field', said('{ me { nickname } }', {}, {}), 'Cannot query field "nickname"'],
    ['a post without an id', created(draft, { data: { createDraft: { draft: {} } } }), 'non-nullable'],
    [
      'a field that nobody asked for',
      created(draft, { data: { createDraft: { draft: { id: 'd', title: 'Soup' } } } }),
      'has other fields',
    ],
    ['an error without a code', created(draft, { errors: [{ message: 'No' }] }), 'without a code'],
  ])('refuses %s', async (_, exchange, message) => {
    expect((await messages(exchange)).join()).toContain(message);
  });

  it('lacks what Hashnode has announced since, and nothing else', async () => {
    const upload = `mutation Upload($key: ConfirmImageUploadInput!) { confirmImageUpload(input: $key) { ok } }`;
    const remove = 'mutation Remove($input: RemovePostInput!) { removePost(input: $input) { post { id } } }';
    const exchanges = [upload, remove].map((query) => said(query, {}, {}));
    expect(await checkAll(hashnodeOracle, graphQlCheck(text), exchanges)).toEqual({
      unexplained: [],
      idle: [],
    });
  });

  it('has all types of the stand-in, with the same fields, but for those', () => {
    const theirs = buildSchema(text, { assumeValidSDL: true }).getTypeMap();
    const newer = /^(confirmImageUpload|removePost|presignedPut)$/;
    const different = Object.values(buildSchema(TYPES).getTypeMap()).flatMap((type) => {
      if (type.name.startsWith('__') || (!isObjectType(type) && !isInputObjectType(type))) return [];
      const other = theirs[type.name];
      const known = isObjectType(other) || isInputObjectType(other) ? other.getFields() : {};
      return Object.values(type.getFields())
        .filter(({ name, type: kind }) => String(known[name]?.type) !== String(kind) && !newer.test(name))
        .map(({ name }) => `${type.name}.${name}`);
    });
    expect(new Set(different)).toEqual(
      new Set([
        'ConfirmImageUploadInput.key',
        'ConfirmImageUploadPayload.ok',
        'ConfirmImageUploadPayload.cdnUrl',
        'PresignedPut.url',
        'PresignedPut.cdnUrl',
        'PresignedPut.key',
        'RemovePostInput.id',
        'RemovePostPayload.post',
      ]),
    );
  });
});
