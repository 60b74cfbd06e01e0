import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '../../../providers/index.ts';
import { createAjv } from '../../../providers/_kit/json-schema.ts';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Output {
  rules: string;
  maxLength: number;
  settings: Record<string, unknown> | string;
  tools: {
    methodName: string;
    description: string;
    dataSchema: { key: string; type: string; description: string }[];
  }[];
}

describe('GET /public/v1/integration-settings/{id}', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const ask = (id: string, key = crier.apiKey): Promise<Answer<ErrorBody & { output: Output }>> =>
    crier.call('GET', `/integration-settings/${id}`, { key });
  const networks = createRegistry({ sandbox: true });

  it('describes what a post to a connected channel needs', async () => {
    const { status, body } = await ask((await crier.connect('sandbox')).id);
    expect(status).toBe(200);
    expect(body).toEqual({
      output: {
        rules: expect.stringMatching(/\w/),
        maxLength: 5000,
        settings: 'No additional settings required',
        tools: [],
      },
    });
  });

  it.each([...networks.keys()])(
    'describes the rules, length and settings of %s exactly as posts are checked',
    async (identifier) => {
      const {
        body: { output },
      } = await ask(await insertChannel(crier, identifier));
      expect(output.rules.length).toBeGreaterThan(20);
      expect(Number.isInteger(output.maxLength) && output.maxLength > 0).toBe(true);
      const schema = networks.get(identifier)?.settingsSchema;
      if (String(Object.keys(schema?.properties ?? {})) === '__type') {
        return expect(output.settings).toBe('No additional settings required');
      }
      expect(output.settings).toEqual(JSON.parse(JSON.stringify(schema)));
      const validate = createAjv().compile(output.settings as object);
      expect(validate({ __type: 'somewhere else' })).toBe(false);
      return expect(JSON.stringify(output.settings)).not.toContain('$ref');
    },
  );

  it('gives the length limit of this account', async () => {
    for (const [provider, details, length] of [
      ['x', {}, 280],
      ['x', { premium: true }, 25_000],
      ['mastodon', {}, 500],
      ['mastodon', { maxCharacters: 1000 }, 1000],
    ] as const) {
      expect((await ask(await insertChannel(crier, provider, { details }))).body.output.maxLength).toBe(
        length,
      );
    }
  });

  it('names the tools, each with its input, and none of a network that has no tools yet', async () => {
    const { tools } = (await ask(await insertChannel(crier, 'discord'))).body.output;
    expect(tools).toEqual([
      { methodName: 'channels', description: expect.stringContaining('channels'), dataSchema: [] },
      {
        methodName: 'mentions',
        description: expect.any(String),
        dataSchema: [{ key: 'query', type: 'string', description: expect.any(String) }],
      },
      {
        methodName: 'tags',
        description: expect.any(String),
        dataSchema: [{ key: 'channel', type: 'string', description: expect.any(String) }],
      },
    ]);
    expect(
      (await ask(await insertChannel(crier, 'slack'))).body.output.tools.map((tool) => tool.methodName),
    ).toContain('channels');
    for (const identifier of networks.keys()) {
      if (!createRegistry({ sandbox: true }).has(identifier)) {
        expect((await ask(await insertChannel(crier, identifier))).body.output.tools).toEqual([]);
      }
    }
  });

  it('gives no rules, settings or tools for a network that this version does not know', async () => {
    expect((await ask(await insertChannel(crier, 'retired'))).body).toEqual({
      output: { rules: '', maxLength: 0, settings: {}, tools: [] },
    });
  });

  it('describes a disabled or disconnected channel too, and never its secrets', async () => {
    const id = await insertChannel(crier, 'slack', { credentials: { token: 'xoxb-very-secret' } });
    await sql(crier, 'update integration set disabled = true, refresh_needed = true where id = $1', [id]);
    const answer = await ask(id);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('xoxb');
  });

  it("refuses a malformed id, an unknown one, another organisation's and a deleted channel", async () => {
    const id = await insertChannel(crier, 'slack');
    expect(refusal(await ask('abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await ask(UNKNOWN_ID))).toEqual({ status: 404, code: 'integration_not_found' });
    expect(refusal(await ask(id, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [id]);
    expect(refusal(await ask(id))).toEqual({ status: 404, code: 'integration_not_found' });
  });
});
