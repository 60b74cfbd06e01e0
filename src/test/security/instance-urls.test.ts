/**
 * The server URL that a person enters for a network: the guard on outbound calls checks it, for every network
 * (case 61).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRegistry } from '../../../providers/index.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { refusal, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type Answer, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';

/** Networks whose fields are not just an https URL and any text, or that reject a URL differently. */
const SPECIAL: Readonly<
  Record<
    string,
    { readonly scheme: string; readonly fields: Record<string, string>; readonly refusal: object }
  >
> = {
  nostr: {
    scheme: 'wss:',
    fields: { key: '11'.repeat(32) },
    // Crier tried several relays and reached none of them.
    refusal: { status: 502, code: 'network_failed' },
  },
};
const NAMES_A_URL = /ur[il]$|domain|host|instance|server|service|relay|site/i;
/** The fields of every network that asks for a URL. */
const FIELDS = new Map(
  [...createRegistry({ sandbox: true })].flatMap(([network, { connection }]) => {
    const names = connection.kind === 'credentials' ? connection.fields.map(({ name }) => name) : [];
    return names.some((name) => NAMES_A_URL.test(name)) ? [[network, names] as const] : [];
  }),
);
const INSIDE = [
  'https://10.0.0.1',
  'https://127.0.0.1',
  'https://169.254.169.254',
  'https://[::1]',
  'https://[::ffff:7f00:1]',
  'https://2130706433',
  'https://0x7f.1',
  'https://localhost',
  'https://192.168.1.1:8443',
  'https://①②⑦.0.0.1',
];
const cases = [...FIELDS.keys()].flatMap((network) => INSIDE.map((url) => [network, url] as const));

describe('a server URL that a person enters', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let inside: Server;
  const reached: string[] = [];
  beforeAll(async () => {
    inside = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    crier = await startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '' } });
    ada = await addPerson(crier);
  });
  afterAll(async () => {
    await crier?.stop();
    inside?.close();
  });

  const connect = (network: string, url: string): Promise<Answer<ErrorBody>> =>
    ada.call<ErrorBody>('POST', `/integrations/connect/${network}`, {
      body: {
        fields: {
          ...Object.fromEntries(
            (FIELDS.get(network) ?? []).map((name) => [
              name,
              NAMES_A_URL.test(name)
                ? url.replace('https:', SPECIAL[network]?.scheme ?? 'https:')
                : 'ada.example',
            ]),
          ),
          ...SPECIAL[network]?.fields,
        },
      },
    });

  it('is a field of some networks', () => {
    expect([...FIELDS.keys()]).toEqual(expect.arrayContaining(['mastodon', ...Object.keys(SPECIAL)]));
  });

  it.each(cases)('is not called by %s at %s', async (network, url) => {
    expect(refusal(await connect(network, url))).toEqual(
      SPECIAL[network]?.refusal ?? { status: 400, code: 'blocked_address' },
    );
  });

  it.each([...FIELDS.keys()])(
    '%s does not distinguish an open port of this machine from a closed one',
    async (network) => {
      const { port } = inside.address() as AddressInfo;
      const [open, closed] = [
        await connect(network, `https://127.0.0.1:${port}`),
        await connect(network, 'https://127.0.0.1:1'),
      ];
      const words = ({ status, body }: Answer<ErrorBody>): unknown => [
        status,
        body.code,
        body.message.replaceAll(/127\.0\.0\.1(?::\d+)?/g, 'HOST'),
      ];
      expect(words(open)).toEqual(words(closed));
      expect(reached).toEqual([]);
    },
  );

  it('is checked again whenever its channel is used, so one that now leads inside is not called', async () => {
    const { port } = inside.address() as AddressInfo;
    const channel = (await crier.connect('sandbox')).id;
    const sealed = crier.context.secrets.seal(
      JSON.stringify({ username: 'ada', password: 'x' }),
      credentialsBinding(crier.organizationId, channel),
    );
    await sql(
      crier,
      "update integration set provider = 'wordpress', credentials = $2, details = $3::jsonb where id = $1",
      [channel, sealed, JSON.stringify({ baseUrl: `https://127.0.0.1:${port}`, siteName: 'Blog' })],
    );
    const answer = await crier.call<ErrorBody>('POST', `/integration-trigger/${channel}`, {
      body: { methodName: 'categoriesList', data: {} },
    });
    expect(refusal(answer)).toEqual({ status: 502, code: 'network_failed' });
    expect(reached).toEqual([]);
  });

  it('creates no channel and no client registration when it is refused', async () => {
    expect([
      await sql(crier, "select 1 from integration where provider in ('bluesky', 'mastodon')"),
      await sql(crier, 'select 1 from provider_app'),
    ]).toEqual([[], []]);
  });
});
