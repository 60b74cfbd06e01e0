/** A day of people, apps, mail and channels, which records every secret that it uses (case 72). */
import { expect } from '@jest/globals';
import { startMastodon } from '../networks/mastodon/server.ts';
import { startSlack } from '../networks/slack/server.ts';
import { codeExpiryWorkflowId } from '../../../temporal/contract/oauth-code-expiry.ts';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { revocationWorkflowId } from '../../../temporal/contract/token-revocation.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { ensureSetupCode } from '../../accounts/setup-code.ts';
import { exchangeOf, type TestApp } from '../../oauth/fixtures/flow.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { histories } from '../dump.ts';
import { clientOf } from '../e2e/client.ts';
import { sql } from '../factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../instance.ts';
import { callApp, type TestPerson } from '../person.ts';
import { startSmtp, type SmtpSink } from '../servers/smtp.ts';
import { cookieOf } from '../sign-in.ts';
import { ADA, PASSWORDS, databaseBreaks, readLists } from './busy-day-failures.ts';

const PUBLIC = 'https://crier.example';
const MIA = { name: 'Mia', email: 'mia@example.org' };
interface MeBody {
  readonly user: { readonly id: string };
  readonly csrfToken: string;
  readonly organization: { readonly id: string };
}

/** What the day leaves behind. */
export interface BusyDay {
  readonly crier: TestInstance;
  /** Every secret, with its kind. */
  readonly canaries: Readonly<Record<string, string>>;
  /** Answers to a caller who must not learn a secret from them: errors, and lists. */
  readonly answers: readonly string[];
  readonly mails: SmtpSink['mails'];
  readonly metrics: string;
  /** Ids of the runs that the day started, and the text of every run. */
  readonly expectedRuns: readonly string[];
  readonly runs: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Runs the day on its own instance, whose processes log as much as they can. */
export async function liveBusyDay(): Promise<BusyDay> {
  let organizationId = '';
  const canaries: Record<string, string> = { ...PASSWORDS, metricsToken: 'canary-metrics-90fe' };
  const answers: string[] = [];
  const expected: string[] = [];
  const [sink, mastodon, slack] = await Promise.all([
    startSmtp({ login: { user: 'crier', pass: PASSWORDS.smtp } }),
    startMastodon(),
    startSlack({ redirectUris: [`${PUBLIC}/integrations/social/slack`], limits: { tierFactor: 20 } }),
  ]);
  mastodon.createAccount({ username: 'ada' });
  const crier = await startInstance({
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
  // Separate processes at the most verbose level: what they write is what an operator reads.
  await crier.startApiProcess({ PORT: crier.env.PORT ?? '', LOG_LEVEL: 'trace' });
  await crier.startWorkerProcess({ LOG_LEVEL: 'trace' });
  Object.assign(canaries, {
    apiKey: crier.apiKey,
    jwtSecret: crier.env.JWT_SECRET ?? '',
    slackSecret: slack.client.secret,
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
  /** The link token of the nth mail to a person. */
  const linkIn = async (name: string, page: string, to = MIA.email): Promise<string> => {
    const mail = await eventually(`a mail with a link to ${page}`, () =>
      sink.mails.find((m) => m.to.includes(to) && m.parsed.text?.includes(`${PUBLIC}/${page}#token=`)),
    );
    return (canaries[name] = new RegExp(`/${page}#token=(\\w+)`).exec(mail.parsed.text ?? '')?.[1] ?? '');
  };

  async function peopleSignUp(): Promise<TestPerson> {
    const ada = browserOf(
      'Ada',
      await post<MeBody>('/auth/setup', {
        ...ADA,
        password: PASSWORDS.first,
        organization: 'Cafe Nord',
        timeZone: 'UTC',
        code: (canaries.setupCode = await ensureSetupCode(crier.context)),
      }),
    );
    organizationId = (await ada.call<MeBody>('GET', '/auth/me')).body.organization.id;
    await post('/auth/register', { ...MIA, password: PASSWORDS.second });
    await refuse(post('/auth/login', { email: MIA.email, password: PASSWORDS.second }));
    const activation = await linkIn('activation link', 'activate');
    const mia = browserOf(
      'Mia',
      await post<MeBody>('/auth/activate', { token: activation, password: PASSWORDS.second }),
    );
    await refuse(post('/auth/activate', { token: activation, password: PASSWORDS.second }));
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

  async function appsActForPeople(ada: TestPerson): Promise<void> {
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
      // A code that was exchanged before its run started has none.
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
    const exchange = (client: TestApp, with_: string): Promise<Answer<{ access_token: string }>> =>
      post('/oauth/token', exchangeOf(client, with_));
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

  async function channelsPublish(ada: TestPerson): Promise<void> {
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
    canaries['client secret on Mastodon'] = crier.context.secrets.open(
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

  const ada = await peopleSignUp();
  await appsActForPeople(ada);
  await channelsPublish(ada);
  await databaseBreaks({ crier, ada, post, refuse, canaries });
  answers.push(...(await readLists(crier, ada)));
  const metrics = await (
    await fetch(`${crier.url}/metrics`, { headers: { authorization: `Bearer ${canaries.metricsToken}` } })
  ).text();
  const runs = await eventually(
    'every run is there',
    async () => {
      const all = await histories(crier);
      return expected.every((id) => all.has(id)) && all;
    },
    60_000,
  );
  return {
    crier,
    canaries,
    answers,
    mails: sink.mails,
    metrics,
    expectedRuns: expected,
    runs,
    async stop() {
      await crier.stop();
      await Promise.all([sink.stop(), mastodon.stop(), slack.stop()]);
    },
  };
}
