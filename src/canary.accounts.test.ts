/**
 * The secrets of people, apps and connected channels: a day of accounts, OAuth, mail, connecting and
 * publishing, and then everything is looked through for them (case 72).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMastodon, type Mastodon } from '../providers/_networks/mastodon/server.ts';
import { startSlack, type Slack } from '../providers/_networks/slack/server.ts';
import { codeExpiryWorkflowId, publishWorkflowId, revocationWorkflowId } from '../temporal/contract.ts';
import { connectUrl, finish, press } from './connect/fixtures/browser.ts';
import { exchangeOf, type TestApp } from './oauth/fixtures/flow.ts';
import { credentialsBinding } from './secrets.ts';
import { dump, histories } from './test/dump.ts';
import { clientOf } from './test/e2e/client.ts';
import { sql } from './test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from './test/instance.ts';
import { callApp, type TestPerson } from './test/person.ts';
import { startSmtp, type SmtpSink } from './test/servers/smtp.ts';
import { cookieOf } from './test/sign-in.ts';

const PUBLIC = 'https://crier.example';
const PASSWORDS = {
  first: 'canary horse battery 5e1f',
  second: 'canary horse battery 77d0',
  third: 'canary horse battery 41aa',
  smtp: 'canary-smtp-8c2b',
};
const ADA = { name: 'Ada', email: 'ada@example.org' };
const MIA = { name: 'Mia', email: 'mia@example.org' };
interface MeBody {
  readonly user: { readonly id: string };
  readonly csrfToken: string;
  readonly organization: { readonly id: string };
}

describe('after a day of people, apps, mails and channels', () => {
  let crier: TestInstance;
  let sink: SmtpSink;
  let mastodon: Mastodon;
  let slack: Slack;
  let organizationId: string;
  const canaries: Record<string, string> = { ...PASSWORDS, metricsToken: 'canary-metrics-90fe' };
  /** What was answered to somebody who must not learn a secret by it: refusals, and lists. */
  const answers: string[] = [];
  let metrics = '';
  let runs: ReadonlyMap<string, string>;
  const expected: string[] = [];
  beforeAll(async () => {
    [sink, mastodon, slack] = await Promise.all([
      startSmtp({ login: { user: 'crier', pass: PASSWORDS.smtp } }),
      startMastodon(),
      startSlack({ redirectUris: [`${PUBLIC}/integrations/social/slack`], limits: { tierFactor: 20 } }),
    ]);
    mastodon.createAccount({ username: 'ada' });
    crier = await startInstance({
      api: false,
      env: {
        FRONTEND_URL: PUBLIC,
        DISABLE_REGISTRATION: 'false',
        METRICS_TOKEN: canaries.metricsToken ?? '',
        SLACK_ID: slack.client.id,
        SLACK_SECRET: slack.client.secret,
        SLACK_API_URL: `${slack.url}/api`,
        EMAIL_PROVIDER: 'nodemailer',
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: String(sink.port),
        EMAIL_USER: 'crier',
        EMAIL_PASS: PASSWORDS.smtp,
        EMAIL_SECURE: 'false',
        EMAIL_FROM_ADDRESS: 'crier@example.org',
      },
    });
    // Processes of their own, at their most talkative: what they write is what an operator reads.
    await crier.startApiProcess({ PORT: crier.env.PORT ?? '', LOG_LEVEL: 'trace' });
    await crier.startWorker({ LOG_LEVEL: 'trace' });
    Object.assign(canaries, {
      apiKey: crier.apiKey,
      jwtSecret: crier.env.JWT_SECRET ?? '',
      slackSecret: slack.client.secret,
    });
    const ada = await liveOfPeople();
    await liveOfApps(ada);
    await liveOfChannels(ada);
    await brokenDatabase(ada);
    await listsOf(ada);
    metrics = await (
      await fetch(`${crier.url}/metrics`, { headers: { authorization: `Bearer ${canaries.metricsToken}` } })
    ).text();
    await nextRuns();
  }, 240_000);
  afterAll(async () => {
    await crier?.stop();
    await Promise.all([sink?.stop(), mastodon?.stop(), slack?.stop()]);
  });

  const post = <T = unknown>(path: string, body: unknown): Promise<Answer<T>> =>
    callApp<T>(crier, { method: 'POST', path }, { body });
  const refuse = async (answer: Promise<Answer<unknown>>): Promise<void> => {
    const { status, text } = await answer;
    expect([status >= 400, text]).toEqual([true, expect.anything()]);
    answers.push(text);
  };
  /** A browser with the session of an answer. */
  const browserOf = (name: string, answer: Answer<MeBody>): TestPerson => {
    const [cookie, csrf] = [cookieOf(answer), answer.body.csrfToken];
    Object.assign(canaries, {
      [`session of ${name}`]: cookie.slice(cookie.indexOf('=') + 1),
      [`CSRF token of ${name}`]: csrf,
    });
    return {
      id: answer.body.user.id,
      email: '',
      sessionId: '',
      cookie,
      csrfToken: csrf,
      call: (method, path, options = {}) => callApp(crier, { method, path }, { cookie, csrf, ...options }),
    };
  };
  /** The link token of the nth mail to somebody. */
  const linkIn = async (name: string, page: string, to = MIA.email): Promise<string> => {
    const mail = await eventually(`a mail with a link to ${page}`, () =>
      sink.mails.find((m) => m.to.includes(to) && m.parsed.text?.includes(`${PUBLIC}/${page}#token=`)),
    );
    return (canaries[name] = new RegExp(`/${page}#token=(\\w+)`).exec(mail.parsed.text ?? '')?.[1] ?? '');
  };

  async function liveOfPeople(): Promise<TestPerson> {
    const ada = browserOf(
      'Ada',
      await post<MeBody>('/auth/setup', {
        ...ADA,
        password: PASSWORDS.first,
        organization: 'Cafe Nord',
        timeZone: 'UTC',
      }),
    );
    organizationId = (await ada.call<MeBody>('GET', '/auth/me')).body.organization.id;
    await post('/auth/register', { ...MIA, password: PASSWORDS.second });
    await refuse(post('/auth/login', { email: MIA.email, password: PASSWORDS.second }));
    const activation = await linkIn('activation link', 'activate');
    const mia = browserOf('Mia', await post<MeBody>('/auth/activate', { token: activation }));
    await refuse(post('/auth/activate', { token: activation }));
    await post('/auth/forgot', { email: MIA.email });
    const reset = await linkIn('reset link', 'reset');
    await refuse(post('/auth/reset', { token: reset, password: MIA.email }));
    await post('/auth/reset', { token: reset, password: PASSWORDS.third });
    await refuse(post('/auth/reset', { token: reset, password: PASSWORDS.third }));
    await refuse(post('/auth/login', { email: MIA.email, password: PASSWORDS.second }));
    await refuse(mia.call('GET', '/auth/me'));
    const again = browserOf(
      'Mia once more',
      await post<MeBody>('/auth/login', { email: MIA.email, password: PASSWORDS.third }),
    );
    await refuse(
      again.call('POST', '/user/password', { body: { current: PASSWORDS.first, next: PASSWORDS.second } }),
    );
    await ada.call('POST', '/organization/invitations', { body: { email: MIA.email, role: 'member' } });
    const invitation = await linkIn('invitation link', 'invitation');
    await again.call('POST', '/auth/invitation/accept', { body: { token: invitation } });
    await refuse(again.call('POST', '/auth/invitation/accept', { body: { token: invitation } }));
    await again.call('POST', '/auth/logout');
    return ada;
  }

  async function liveOfApps(ada: TestPerson): Promise<void> {
    for (const name of ['made key', 'rotated key']) {
      canaries[name] = (
        await ada.call<{ key: string }>(
          'POST',
          name === 'made key' ? '/api-keys' : '/user/api-key/rotate',
          name === 'made key' ? { body: { name: 'ci' } } : {},
        )
      ).body.key;
    }
    const { body: app } = await ada.call<TestApp>('POST', '/user/oauth-apps', {
      body: { name: 'Menu Bot', redirectUrl: 'https://app.example/callback' },
    });
    canaries['old client secret'] = app.clientSecret;
    const {
      body: { clientSecret },
    } = await ada.call<{ clientSecret: string }>('POST', `/user/oauth-apps/${app.id}/rotate-secret`);
    canaries['client secret'] = clientSecret;
    const approve = async (name: string): Promise<string> => {
      const { body } = await ada.call<{ redirect: string }>('POST', '/oauth/authorize', {
        body: { client_id: app.clientId, action: 'approve', state: 'x' },
      });
      const [{ id } = { id: '' }] = await sql<{ id: string }>(
        crier,
        'select id from oauth_code order by id desc limit 1',
      );
      expected.push(codeExpiryWorkflowId(id));
      // A code that was exchanged before its run began has none.
      await eventually('the run of the code', () =>
        crier.context.temporal.workflow
          .getHandle(codeExpiryWorkflowId(id))
          .describe()
          .then(
            () => true,
            () => false,
          ),
      );
      return (canaries[name] = new URL(body.redirect).searchParams.get('code') ?? '');
    };
    const code = await approve('authorization code');
    const exchange = (of: TestApp, with_: string): Promise<Answer<{ access_token: string }>> =>
      post('/oauth/token', exchangeOf(of, with_));
    await refuse(exchange(app, code));
    await refuse(post('/oauth/token', `{"client_secret":"${clientSecret}","code":"${code}`));
    canaries['access token'] = (await exchange({ ...app, clientSecret }, code)).body.access_token;
    await refuse(exchange({ ...app, clientSecret }, code));
    await refuse(crier.call('GET', '/is-connected', { key: canaries['access token'] ?? '' }));
    canaries['second access token'] = (
      await exchange({ ...app, clientSecret }, await approve('second code'))
    ).body.access_token;
    await approve('code that waits');
    await refuse(crier.call('GET', '/posts/x', { key: canaries['second access token'] ?? '' }));
    const [dead] = await sql<{ id: string }>(
      crier,
      "select id from oauth_token where revoked_reason = 'code_reused'",
    );
    await ada.call('DELETE', `/user/oauth-apps/${app.id}`);
    expected.push(revocationWorkflowId({ tokenId: dead?.id ?? '' }), revocationWorkflowId({ appId: app.id }));
  }

  async function liveOfChannels(ada: TestPerson): Promise<void> {
    const connect = async (
      provider: string,
      query: Record<string, string>,
      button: string,
    ): Promise<string> => {
      const { query: back } = await press(await connectUrl(ada, provider, query), button);
      Object.assign(canaries, {
        [`code of ${provider}`]: back.code ?? '',
        [`state of ${provider}`]: back.state ?? '',
      });
      const answer = await finish(ada, provider, back);
      await refuse(finish(ada, provider, back));
      answers.push(answer.text);
      const id = answer.body.channel?.id ?? '';
      const [{ sealed } = { sealed: '' }] = await sql<{ sealed: string }>(
        crier,
        'select credentials as sealed from integration where id = $1',
        [id],
      );
      canaries[`token of ${provider}`] = (
        JSON.parse(crier.context.secrets.open(sealed, credentialsBinding(organizationId, id))) as {
          token: string;
        }
      ).token;
      return id;
    };
    const channels = [
      await connect('mastodon', { externalUrl: mastodon.url }, 'Authorize as ada'),
      await connect('slack', {}, 'admin'),
    ];
    const [own] = await sql<{ server: string; uri: string; sealed: string }>(
      crier,
      'select server, redirect_uri as uri, sealed_secret as sealed from provider_app',
    );
    canaries['client secret at Mastodon'] = crier.context.secrets.open(
      own?.sealed ?? '',
      `provider-app:mastodon:${own?.server}:${own?.uri}`,
    );
    await refuse(
      ada.call('POST', '/integrations/connect/mastodon', {
        body: {
          fields: { instance: mastodon.url, token: (canaries['token typed wrong'] = 'canary-typed-31cc') },
        },
      }),
    );
    const {
      body: {
        output: [room],
      },
    } = await ada.call<{ output: { id: string }[] }>('POST', `/integration-trigger/${channels[1]}`, {
      body: { methodName: 'channels', data: {} },
    });
    const date = new Date().toISOString();
    const targets = channels.map((id, n) => ({
      integration: { id },
      value: [{ content: 'Canary menu', image: [] }],
      settings: n ? { __type: 'slack', channel: room?.id } : { __type: 'mastodon' },
    }));
    const { body: posts } = await ada.call<{ postId: string }[]>('POST', '/posts', {
      body: { type: 'now', date, shortLink: false, tags: [], posts: targets },
    });
    const { key } = (await ada.call<{ key: string }>('POST', '/api-keys', { body: { name: 'reader' } })).body;
    canaries['key of the reader'] = key;
    const client = clientOf({ ...crier, apiKey: key });
    for (const { postId } of posts) answers.push(JSON.stringify(await client.reaches(postId, 'published')));
    for (const { id } of await sql<{ id: string }>(crier, 'select id from post_group')) {
      expected.push(publishWorkflowId(id));
    }
  }

  /** What fails within is logged with its cause, and the cause knows the statement. */
  async function brokenDatabase(ada: TestPerson): Promise<void> {
    for (const [table, ...tries] of [
      [
        'user_account',
        () => post('/auth/login', { email: ADA.email, password: PASSWORDS.first }),
        () => post('/auth/reset', { token: canaries['reset link'], password: PASSWORDS.third }),
        () => ada.call('GET', '/auth/me'),
      ],
      [
        'membership',
        () =>
          post('/auth/register', {
            name: 'Kim',
            email: 'kim@example.org',
            password: PASSWORDS.second,
            invitation: canaries['invitation link'],
          }),
      ],
      [
        'oauth_code',
        () => ada.call('POST', '/oauth/authorize', { body: { client_id: 'pca_x', action: 'approve' } }),
      ],
      ['session', () => post('/auth/login', { email: ADA.email, password: PASSWORDS.first })],
      [
        'oauth_token',
        () => crier.call('GET', '/is-connected', { key: canaries['second access token'] ?? '' }),
      ],
      ['api_key', () => ada.call('POST', '/api-keys', { body: { name: 'x' } })],
      [
        'connect_state',
        () =>
          finish(ada, 'mastodon', {
            code: canaries['code of mastodon'] ?? '',
            state: canaries['state of mastodon'] ?? '',
          }),
      ],
    ] as const) {
      await sql(crier, `alter table ${table} rename to away`);
      try {
        for (const attempt of tries) await refuse(attempt());
      } finally {
        await sql(crier, `alter table away rename to ${table}`);
      }
    }
    // The account is made behind the answer; the statement that fails there has the hash of the password
    // among its values.
    await sql(crier, 'alter table user_account add constraint away check (name <> $$Kim$$)');
    await post('/auth/register', { name: 'Kim', email: 'kim@example.org', password: PASSWORDS.second });
    await eventually('the failure is logged', () => crier.logs().includes('did not go out'));
    await sql(crier, 'alter table user_account drop constraint away');
  }

  async function listsOf(ada: TestPerson): Promise<void> {
    for (const path of [
      '/organization/audit',
      '/notifications',
      '/api-keys',
      '/user/oauth-apps',
      '/user/approved-apps',
      '/user/sessions',
      '/organization/members',
      '/organization/invitations',
      '/integrations',
      '/integrations/providers',
      '/users',
      '/openapi.json',
    ]) {
      answers.push((await ada.call('GET', path)).text);
    }
    for (const path of ['/oauth/token', '/auth/login', '/auth/setup']) {
      answers.push((await callApp<unknown>(crier, { method: 'GET', path }, {})).text);
    }
  }

  async function nextRuns(): Promise<void> {
    runs = await eventually(
      'every run is there',
      async () => {
        const all = await histories(crier);
        return expected.every((id) => all.has(id)) && all;
      },
      60_000,
    );
  }

  const found = (text: string, except: readonly string[] = []): string[] =>
    Object.entries(canaries)
      .filter(([name, value]) => !except.includes(name) && text.includes(value))
      .map(([name]) => name);

  it('there are secrets of every kind to look for', () => {
    expect(Object.entries(canaries).filter(([, value]) => value.length < 12)).toEqual([]);
    expect(Object.keys(canaries).length).toBeGreaterThan(28);
    expect(new Set(Object.values(canaries)).size).toBe(Object.keys(canaries).length);
  });

  it('none stands in a refusal, a list, an audit line or a notification', () => {
    expect(answers.join('\n')).toMatch(
      /invalid_link[\s\S]*invalid_grant[\s\S]*"internal"[\s\S]*App deleted|Deleted the app|Menu Bot/,
    );
    expect(answers.filter((text) => text.includes('"code":"internal"')).length).toBeGreaterThan(6);
    // Ada's own CSRF token is what the app is told about her.
    expect(answers.flatMap((text) => found(text))).toEqual([]);
  });

  it('none stands in a log of the API or of the worker, at its most talkative; no hash of a password does either', () => {
    expect(crier.logs()).toMatch(/"component":"api"[\s\S]*"request failed"/);
    expect(crier.logs()).toContain('"component":"worker"');
    expect(found(crier.logs())).toEqual([]);
    expect(crier.logs()).not.toContain('$argon2id');
  });

  it('none stands in a row of the database', async () => {
    const text = await dump(crier);
    expect(text).toContain('Canary menu');
    expect(found(text)).toEqual([]);
  });

  it('none stands in a history, a memo or a search attribute at Temporal', () => {
    expect(expected.length).toBeGreaterThan(5);
    expect([...runs].flatMap(([id, text]) => found(text).map((name) => `${name} in ${id}`))).toEqual([]);
  });

  it('none stands in a mail but the link that it is for', () => {
    const links = ['activation link', 'reset link', 'invitation link'];
    expect(sink.mails.length).toBeGreaterThanOrEqual(3);
    for (const { raw, parsed } of sink.mails) {
      const text = `${raw}\n${parsed.text}\n${parsed.html}`;
      expect(found(text, links)).toEqual([]);
      expect(found(text).length).toBeLessThanOrEqual(1);
    }
  });

  it('none stands in the metrics', () => {
    expect(metrics).toContain('crier_');
    expect(found(metrics)).toEqual([]);
  });

  it('and the sweep would find one', () => {
    expect(found(`x ${canaries['access token']} y`)).toEqual(['access token']);
  });
});
