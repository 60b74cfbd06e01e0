import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me } from '../present-me.ts';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp } from '../../test/person.ts';
import { startSmtp, type SmtpSink, type TakenMail } from '../../test/servers/smtp.ts';
import { PASSWORD, addWithPassword, cookieOf, signInFrom } from '../../test/sign-in.ts';

const MIA = { name: 'Mia', email: 'mia@example.org', password: PASSWORD };

describe('with mail', () => {
  let crier: TestInstance;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtp();
    crier = await startInstance({
      temporal: false,
      env: {
        DISABLE_REGISTRATION: 'false',
        TRUSTED_PROXIES: '127.0.0.0/8',
        EMAIL_PROVIDER: 'nodemailer',
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: String(sink.port),
        EMAIL_FROM_ADDRESS: 'crier@example.org',
        FRONTEND_URL: 'http://crier.localhost',
      },
    });
  });
  beforeEach(() => sql(crier, 'delete from rate_limit'));
  afterAll(async () => {
    await crier?.stop();
    await sink?.stop();
  });

  const post = <T = ErrorBody>(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => callApp<T>(crier, { method: 'POST', path: `/auth/${path}` }, { body, headers });
  const signIn = (email: string, password: string): Promise<Answer<Me & ErrorBody>> =>
    signInFrom(crier, '198.51.100.1')({ email, password });
  const mailsTo = (email: string): TakenMail[] => sink.mails.filter((m) => m.to.includes(email));
  /** The nth mail to an email address, counted from 1. */
  const mailTo = (email: string, nth = 1): Promise<TakenMail> =>
    eventually(`mail ${nth} to ${email}`, () => mailsTo(email)[nth - 1]);
  /** While the provider is away. */
  async function withoutMail<T>(work: () => Promise<T>): Promise<T> {
    const { mail } = crier.context;
    Object.assign(crier.context, {
      mail: { ...mail, send: () => Promise.reject(new Error('the provider is away')) },
    });
    return work().finally(() => Object.assign(crier.context, { mail }));
  }
  const tokenOf = ({ parsed }: TakenMail, page: string): string =>
    new RegExp(`http://crier\\.localhost/${page}#token=(\\w{43})\n`).exec(parsed.text ?? '')?.[1] ?? '';

  describe('signing up', () => {
    it('asks for the email address to be confirmed; the link signs in, once', async () => {
      const answer = await post<ErrorBody>('register', { ...MIA, organization: "Mia's bakery" });
      expect([answer.status, answer.body, answer.headers.get('set-cookie')]).toEqual([
        201,
        { activated: false, me: null },
        null,
      ]);
      const mail = await mailTo(MIA.email);
      expect(mail.parsed.subject).toBe('Confirm your email address for Crier');
      expect(refusal(await signIn(MIA.email, PASSWORD))).toEqual({ status: 403, code: 'not_activated' });
      const token = tokenOf(mail, 'activate');
      const activated = await post<Me>('activate', { token, password: PASSWORD });
      expect(activated).toMatchObject({
        status: 200,
        body: { user: { email: MIA.email }, organization: { name: "Mia's bakery", role: 'owner' } },
      });
      expect(
        (await callApp<Me>(crier, { method: 'GET', path: '/auth/me' }, { cookie: cookieOf(activated) }))
          .status,
      ).toBe(200);
      expect(refusal(await post('activate', { token, password: PASSWORD }))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
      expect((await signIn(MIA.email, PASSWORD)).status).toBe(200);
    });

    it('gives the same answer for an email address that already has an account, mails its owner, and changes nothing', async () => {
      const known = await addWithPassword(crier, { name: 'Ada' });
      const answers = await Promise.all([
        post('register', { ...MIA, email: known.email, password: 'what somebody else chose' }),
        post('register', { ...MIA, email: 'fresh@example.org' }),
      ]);
      expect(answers.map((a) => [a.status, a.text])).toEqual([
        [201, answers[0].text],
        [201, answers[0].text],
      ]);
      const mail = await mailTo(known.email);
      expect(mail.parsed).toMatchObject({
        subject: 'You already have a Crier account',
        text: expect.stringContaining('http://crier.localhost/sign-in'),
      });
      expect((await signIn(known.email, PASSWORD)).status).toBe(200);
    });

    it('keeps the password of the person who confirms the email address, not of another who entered it earlier', async () => {
      const email = 'victim@example.org';
      await post('register', { ...MIA, email, password: 'what the attacker chose' });
      await mailTo(email, 1);
      await post('register', { ...MIA, email, password: 'what the owner chose' });
      const own = tokenOf(await mailTo(email, 2), 'activate');
      const activate = (token: string, password: string): Promise<Answer<ErrorBody>> =>
        post('activate', { token, password });
      // The owner opens either link: without the password that was chosen for it, there is no account.
      const theirs = tokenOf(await mailTo(email, 1), 'activate');
      for (const [token, password] of [
        [theirs, 'what the owner chose'],
        [own, 'what the attacker chose'],
      ] as const) {
        expect(refusal(await activate(token, password))).toEqual({ status: 400, code: 'wrong_password' });
      }
      expect((await activate(own, 'what the owner chose')).status).toBe(200);
      expect((await signIn(email, 'what the attacker chose')).status).toBe(401);
      expect((await signIn(email, 'what the owner chose')).status).toBe(200);
      expect(refusal(await activate(theirs, 'what the attacker chose'))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
    });

    it('slows down guesses of the password, and leaves the link usable', async () => {
      const email = 'guessed@example.org';
      await post('register', { ...MIA, email });
      const token = tokenOf(await mailTo(email), 'activate');
      for (let n = 0; n < 10; n++) {
        expect((await post('activate', { token, password: `guess number ${n}` })).status).toBe(400);
      }
      expect(refusal(await post('activate', { token, password: PASSWORD }))).toEqual({
        status: 429,
        code: 'too_many_attempts',
      });
      await sql(crier, 'delete from rate_limit');
      expect((await post('activate', { token, password: PASSWORD })).status).toBe(200);
    });

    it('sends another link on request; earlier links stay valid for three days', async () => {
      const email = 'slow@example.org';
      await post('register', { ...MIA, email });
      const first = tokenOf(await mailTo(email, 1), 'activate');
      expect((await post<unknown>('resend-activation', { email })).body).toEqual({ success: true });
      const second = tokenOf(await mailTo(email, 2), 'activate');
      expect(second).not.toBe(first);
      await sql(
        crier,
        "update user_token set expires_at = now() where token_hash = encode(sha256($1::text::bytea), 'hex')",
        [first],
      );
      expect(refusal(await post('activate', { token: first, password: PASSWORD }))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
      expect((await post('activate', { token: second, password: PASSWORD })).status).toBe(200);
    });

    it('sends no second mail to a person whose invitation was mailed; with an invitation link that was handed over, the email address must still be confirmed', async () => {
      const owner = await addPerson(crier);
      await owner.call('POST', '/organization/invitations', {
        body: { email: 'kim@example.org', role: 'admin' },
      });
      const mailed = /invitation#token=(\w+)/.exec((await mailTo('kim@example.org')).parsed.text ?? '')?.[1];
      expect(
        (await post<unknown>('register', { ...MIA, email: 'kim@example.org', invitation: mailed })).body,
      ).toMatchObject({ activated: true, me: { organization: { id: crier.organizationId, role: 'admin' } } });
      const { body } = await owner.call<{ link: string }>('POST', '/organization/invitations', {
        body: { role: 'member' },
      });
      const byLink = { ...MIA, email: 'tom@example.org', invitation: body.link.split('=')[1] };
      expect((await post<unknown>('register', byLink)).body).toEqual({ activated: false, me: null });
      expect(refusal(await post('register', { ...byLink, email: 'tim@example.org' }))).toEqual({
        status: 404,
        code: 'invitation_not_found',
      });
      expect(
        (
          await post<unknown>('activate', {
            token: tokenOf(await mailTo('tom@example.org'), 'activate'),
            password: PASSWORD,
          })
        ).body,
      ).toMatchObject({ organization: { id: crier.organizationId, role: 'member' }, organizations: [{}] });
    });

    it('still asks for the email address to be confirmed when the invitation mail failed, because its link was shown to another person', async () => {
      const owner = await addPerson(crier);
      const { body } = await withoutMail(() =>
        owner.call<{ link: string }>('POST', '/organization/invitations', {
          body: { email: 'ceo@example.org', role: 'member' },
        }),
      );
      expect(
        (
          await post<unknown>('register', {
            ...MIA,
            email: 'ceo@example.org',
            invitation: body.link.split('=')[1],
          })
        ).body,
      ).toEqual({ activated: false, me: null });
      expect(
        (
          await post<unknown>('activate', {
            token: tokenOf(await mailTo('ceo@example.org'), 'activate'),
            password: PASSWORD,
          })
        ).body,
      ).toMatchObject({ organization: { id: crier.organizationId } });
    });

    it('succeeds although the mail cannot be sent; another one can be requested', async () => {
      const email = 'unlucky@example.org';
      await withoutMail(async () => {
        expect((await post('register', { ...MIA, email })).status).toBe(201);
        await eventually(
          'the account is there',
          async () =>
            (
              await sql(
                crier,
                'select 1 from user_token t join user_account u on u.id = t.user_id where u.email = $1',
                [email],
              )
            )[0],
        );
      });
      await post('resend-activation', { email });
      expect(
        (await post('activate', { token: tokenOf(await mailTo(email), 'activate'), password: PASSWORD }))
          .status,
      ).toBe(200);
    });
  });

  describe('a forgotten password', () => {
    it('is replaced through the mailed link, once, which ends every session', async () => {
      const ben = await addWithPassword(crier, { name: 'Ben' });
      expect((await post<unknown>('forgot', { email: ben.email.toUpperCase() })).body).toEqual({
        success: true,
      });
      const token = tokenOf(await mailTo(ben.email), 'reset');
      const answer = await post<unknown>('reset', { token, password: 'another long password' });
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      expect((await ben.call<ErrorBody>('GET', '/auth/me')).status).toBe(401);
      expect((await signIn(ben.email, PASSWORD)).status).toBe(401);
      expect((await signIn(ben.email, 'another long password')).status).toBe(200);
      expect(refusal(await post('reset', { token, password: 'yet another password' }))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
    });

    it('confirms the email address, and lifts the lock that wrong guesses have caused', async () => {
      const cleo = await addWithPassword(crier, { name: 'Cleo' });
      await sql(crier, 'update user_account set activated_at = null where id = $1', [cleo.id]);
      for (let n = 0; n < 11; n++) await signIn(cleo.email, 'a wrong password');
      expect((await signIn(cleo.email, PASSWORD)).status).toBe(429);
      await post('forgot', { email: cleo.email });
      await post(
        'reset',
        { token: tokenOf(await mailTo(cleo.email), 'reset'), password: 'another long password' },
        { 'x-forwarded-for': '198.51.100.1' },
      );
      expect((await signIn(cleo.email, 'another long password')).status).toBe(200);
    });

    it('has a link that is valid for an hour and for nothing else; a weak password does not use it up', async () => {
      const dan = await addWithPassword(crier, { name: 'Dan', email: 'dan.the.man@example.org' });
      await post('forgot', { email: dan.email });
      const token = tokenOf(await mailTo(dan.email), 'reset');
      for (const password of ['short', dan.email]) {
        expect(refusal(await post('reset', { token, password }))).toMatchObject({
          status: 400,
          code: 'invalid_request',
          paths: ['password'],
        });
      }
      expect(refusal(await post('activate', { token, password: PASSWORD }))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
      await sql(
        crier,
        "update user_token set expires_at = now() where token_hash = encode(sha256($1::text::bytea), 'hex')",
        [token],
      );
      expect(refusal(await post('reset', { token, password: 'another long password' }))).toEqual({
        status: 400,
        code: 'invalid_link',
      });
    });

    it('is replaced once, however many requests use the link at the same time', async () => {
      const eve = await addWithPassword(crier, { name: 'Eve' });
      await post('forgot', { email: eve.email });
      const token = tokenOf(await mailTo(eve.email), 'reset');
      const answers = await Promise.all(
        [1, 2, 3].map((n) => post('reset', { token, password: `another long password ${n}` })),
      );
      expect(answers.map((a) => a.status).toSorted()).toEqual([200, 400, 400]);
    });

    it('gets the same answer for everybody, but no mail for unknown or disabled people', async () => {
      const gone = await addWithPassword(crier, { name: 'Gone' });
      await sql(crier, 'update user_account set disabled_at = now() where id = $1', [gone.id]);
      const last = await addWithPassword(crier, { name: 'Last' });
      const answers = [
        await post('forgot', { email: 'stranger@example.org' }),
        await post('forgot', { email: gone.email }),
        await post('resend-activation', { email: last.email }),
        await post('forgot', { email: last.email }),
      ];
      expect(new Set(answers.map((a) => `${a.status} ${a.text}`))).toEqual(new Set(['200 {"success":true}']));
      await mailTo(last.email);
      expect([
        mailsTo('stranger@example.org'),
        mailsTo(gone.email),
        mailsTo(last.email).map((m) => m.parsed.subject),
      ]).toEqual([[], [], ['Choose a new password for Crier']]);
    });

    it('can be reported three times an hour for one email address, and twenty times from one client IP address', async () => {
      const ask = (email: string, ip: string): Promise<Answer<ErrorBody>> =>
        post('forgot', { email }, { 'x-forwarded-for': ip });
      const sameAddress: number[] = [];
      for (let n = 0; n < 4; n++) {
        sameAddress.push((await ask('nobody@example.org', `203.0.113.${n}`)).status);
      }
      expect(sameAddress).toEqual([200, 200, 200, 429]);
      const samePlace: number[] = [];
      for (let n = 0; n < 21; n++) {
        samePlace.push((await ask(`nobody-${n}@example.org`, '203.0.113.99')).status);
      }
      expect(samePlace).toEqual([...Array(20).fill(200), 429]);
      const refused = await ask('nobody@example.org', '203.0.113.50');
      expect(refusal(refused)).toEqual({ status: 429, code: 'too_many_attempts' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    });

    it('can be reported although another person has used up the sign-ups for that email address', async () => {
      const fay = await addWithPassword(crier, { name: 'Fay' });
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) {
        statuses.push((await post('register', { ...MIA, email: fay.email })).status);
      }
      expect(statuses).toEqual([201, 201, 201, 429]);
      expect((await post('forgot', { email: fay.email })).status).toBe(200);
    });
  });

  it('limits invitations to three an hour for one email address and fifty by one person, so that nobody can spam other people', async () => {
    const inviter = await addPerson(crier);
    const invite = async (email: string): Promise<number> =>
      (await inviter.call('POST', '/organization/invitations', { body: { email, role: 'member' } })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push(await invite('stranger-0@example.org'));
    for (let n = 4; n < 51; n++) statuses.push(await invite(`stranger-${n}@example.org`));
    expect(statuses).toEqual([201, 201, 201, 429, ...Array(46).fill(201), 429]);
  }, 60_000);
});

describe('without mail', () => {
  it('answers a forgotten password as usual, and creates no link that nobody could use', async () => {
    const crier = await startInstance({ temporal: false });
    try {
      const ada = await addWithPassword(crier, { name: 'Ada' });
      for (const email of [ada.email, 'nobody@example.org']) {
        expect(
          (await callApp<unknown>(crier, { method: 'POST', path: '/auth/forgot' }, { body: { email } })).body,
        ).toEqual({ success: true });
      }
      expect(await sql(crier, 'select 1 from user_token')).toEqual([]);
    } finally {
      await crier.stop();
    }
  });
});
