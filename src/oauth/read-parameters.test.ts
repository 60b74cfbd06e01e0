import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { post, type TokenBody } from './fixtures/flow.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('what an app sends to an OAuth endpoint', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it.each(['/oauth/token', '/oauth/revoke'] as const)(
    'is refused by %s when it has over 16 KB or more than 50 fields, with what to send',
    async (path) => {
      const numbered = (n: number): string => Array.from({ length: n }, (_, i) => `f${i}=x`).join('&');
      const send = (body: string, headers = FORM): Promise<Answer<TokenBody>> =>
        post(crier, path, body, { headers });
      const large = {
        error: 'invalid_request',
        error_description: 'The body is over 16 KB: send the parameters of this endpoint alone',
      };
      const bodies = [numbered(20_000), `code=${'x'.repeat(16_380)}`, `{"code":"${'x'.repeat(16_374)}"}`];
      for (const body of bodies) expect(await send(body)).toMatchObject({ status: 413, body: large });
      expect(await send(`code=${'x'.repeat(16_379)}`)).toMatchObject({ status: 400 });
      expect(await send(numbered(51))).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_request',
          error_description: 'The form has 51 fields: send the parameters of this endpoint alone, at most 50',
        },
      });
      expect((await send(numbered(50))).body.error_description).toBe(
        path === '/oauth/token' ? 'grant_type is required' : 'client_id is required',
      );
    },
  );

  it.each([
    ['grant_type=a%00b', 'The request is not valid: grant_type contains the character NUL'],
    ['pcs_canary=a%00b', 'The request is not valid: a parameter contains the character NUL'],
    ['grant_type=a&grant_type=b', 'grant_type must be given once, as a text'],
  ])(
    'is refused when it is %s, naming the parameter, and nothing that a secret could be',
    async (body, description) => {
      const answer = await post(crier, '/oauth/token', body, { headers: FORM });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: description },
      ]);
    },
  );
});
