/** Hashnode's own schema (Hashnode/gql-skill, of July 2026), as an oracle. */
import { isDeepStrictEqual } from 'node:util';
import { buildSchema, execute, getOperationAST, parse, validate, type GraphQLSchema } from 'graphql';
import type { Exchange } from './exchange.ts';
import type { Finding, OracleCheck, Oracle } from './oracle.ts';

interface Said {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

/**
 * An oracle of a GraphQL schema: the document and its variables are checked against it, and so is the answer,
 * which has to be what the document gives when it is executed on the answer itself.
 */
export function graphQlCheck(text: string): OracleCheck {
  // Hashnode's own file names a field twice, which a reader of answers need not mind.
  const schema = buildSchema(text, { assumeValidSDL: true });
  return async (exchange) => {
    const { query, variables } = JSON.parse(exchange.request.body.toString()) as Said;
    const document = parse(query);
    const operation = getOperationAST(document)?.name?.value ?? 'a document';
    const finding =
      (side: Finding['side']) =>
      (message: string): Finding => ({ side, operation, message });
    const wrong = validate(schema, document).map(({ message }) => message);
    if (wrong.length) return wrong.map(finding('request'));
    return checkAnswer(schema, exchange, { query, variables }).map(finding('answer'));
  };
}

function checkAnswer(
  schema: GraphQLSchema,
  { answer, status }: Exchange,
  { query, variables }: Said,
): string[] {
  if (status >= 400) return [];
  const { data, errors = [] } = JSON.parse(answer.body.toString()) as {
    data: Record<string, unknown> | null;
    errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  };
  if (errors.length) {
    return errors.every(({ extensions }) => extensions?.code) ? [] : ['has an error without a code'];
  }
  const result = execute({ schema, document: parse(query), rootValue: data, variableValues: variables });
  if ('then' in result) return ['cannot be read at once'];
  if (result.errors?.length) return result.errors.map(({ message }) => message);
  return isDeepStrictEqual(JSON.parse(JSON.stringify(result.data)), data) ? [] : ['has other fields'];
}

const SKILL = 'github.com/Hashnode/gql-skill references/mutations.md';

export const hashnodeOracle: Oracle = {
  name: 'Hashnode',
  file: 'hashnode.graphql',
  check: graphQlCheck,
  mistakes: [
    {
      reason: `Pictures are sent another way since September 2026: hashnode.com/changelog; ${SKILL}`,
      covers: ({ message }) => /"(presignedPut|confirmImageUpload|ConfirmImageUploadInput)"/.test(message),
    },
    {
      reason: `Posts can be taken down since then: ${SKILL}`,
      covers: ({ message }) => /"(removePost|RemovePostInput)"/.test(message),
    },
  ],
};
