/** The guards of the ways in and out: requests, uploads, accounts, apps, outbound calls. */
import type { Mutant } from './mutant.ts';

const EGRESS = 'src/platform/egress.ts';
const EGRESS_TESTS = ['src/platform/egress.test.ts'];
const SESSIONS = ['src/http/authenticate-session.test.ts'];
const TOKENS = ['src/oauth/token-endpoint.test.ts'];
const LINKS = ['src/accounts/routes/mailed-links.test.ts'];
const APP_ACCESS = ['src/test/security/app-access.test.ts'];

const outgoing: readonly Mutant[] = [
  {
    id: 'egress/literals',
    rule: 'an IP address that is written as a number is checked before it is called',
    file: EGRESS,
    edits: [['if (isIP(host) && !permits(host)) throw new BlockedAddress(host);', '']],
    tests: EGRESS_TESTS,
  },
  {
    id: 'egress/resolved',
    rule: 'every address that a name resolves to is checked',
    file: EGRESS,
    edits: [['if (found.some((a) => !permits(a.address)))', 'if (found.length === 0)']],
    tests: EGRESS_TESTS,
  },
  {
    id: 'egress/public',
    rule: 'private, local and embedded addresses are not public',
    file: EGRESS,
    edits: [
      [
        "return ipaddr.process(address).range() === 'unicast';",
        "return ipaddr.process(address).range() !== 'loopback';",
      ],
    ],
    tests: EGRESS_TESTS,
  },
  {
    id: 'egress/redirects',
    rule: 'no redirect is followed',
    file: EGRESS,
    edits: [["redirect: 'manual'", "redirect: 'follow'"]],
    tests: EGRESS_TESTS,
  },
  {
    id: 'egress/bounded',
    rule: 'no answer is read beyond its bound',
    file: EGRESS,
    edits: [['if (seen > maxBytes)', 'if (seen > Infinity)']],
    tests: EGRESS_TESTS,
  },
];

const incoming: readonly Mutant[] = [
  {
    id: 'http/trace',
    rule: 'TRACE, which would send back what a request carries, is not accepted',
    file: 'src/http/handle-errors.ts',
    edits: [["return method === 'TRACE'", "return method === ''"]],
    tests: ['src/http/transport.test.ts'],
  },
  {
    id: 'http/form-in-words',
    rule: 'a value of a wrong form is refused in a sentence that describes the form',
    file: 'providers/_kit/issue-words.ts',
    edits: [["  '^[0-9]{1,4}$': 'not_days',\n", '']],
    tests: ['src/channels/routes/analytics.test.ts'],
  },
  {
    id: 'http/id-is-uuid',
    rule: 'an id in a request has one form, which the database takes',
    file: 'providers/_kit/json-schema.ts',
    edits: [["  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);\n", '']],
    tests: ['src/http/request-ids.test.ts'],
  },
  {
    id: 'http/id-form-shown',
    rule: 'the document gives ids in requests the form that they have in answers',
    file: 'src/http/openapi/portable.ts',
    edits: [['nameType, formOfIds, withoutClass', 'nameType, withoutClass']],
    tests: ['src/http/openapi/document.test.ts'],
  },
  {
    id: 'http/key-revoked',
    rule: 'a revoked API key is refused at the next request',
    file: 'src/http/authenticate.ts',
    edits: [['where hash = $1 and revoked_at is null', 'where hash = $1']],
    tests: ['src/organizations/routes/api-keys.test.ts', 'src/http/authenticate.test.ts'],
  },
  {
    id: 'http/read-only',
    rule: 'a key or token without the scope write changes nothing',
    file: 'src/http/authenticate.ts',
    edits: [["throw new ApiError('insufficient_scope');", 'void 0;']],
    tests: ['src/http/authenticate.test.ts'],
  },
  {
    id: 'http/token-revoked',
    rule: 'a revoked access token is refused at the next request',
    file: 'src/platform/live-tokens.ts',
    edits: [['and t.revoked_at is null', '']],
    tests: ['src/oauth/revoke.test.ts'],
  },
  {
    id: 'http/member-gone',
    rule: 'an access token ends with the membership of its person',
    file: 'src/platform/live-tokens.ts',
    edits: [['join membership m on m.user_id = t.user_id and m.organization_id = t.organization_id', '']],
    tests: ['src/oauth/every-operation.test.ts', 'src/organizations/routes/members.test.ts'],
  },
  {
    id: 'http/csrf',
    rule: 'a change in a session needs its CSRF token',
    file: 'src/http/authenticate-session.ts',
    edits: [["throw new ApiError('csrf_failed');", 'void 0;']],
    tests: [...SESSIONS, ...APP_ACCESS],
  },
  {
    id: 'http/meant-organisation',
    rule: 'what a page asks for is done in the organisation that the page shows, or not at all',
    file: 'src/http/authenticate-session.ts',
    edits: [['if (wanted && wanted !== organizationId)', "if (wanted === '*')"]],
    tests: [...SESSIONS, ...APP_ACCESS],
  },
  {
    id: 'http/role',
    rule: 'an operation for admins is not for members',
    file: 'src/http/person.ts',
    edits: [['if (isAtLeast(role, least)) return;', 'if (role) return;']],
    tests: ['src/organizations/routes/roles.test.ts'],
  },
  {
    id: 'http/session-expired',
    rule: 'a session that has run out is refused',
    file: 'src/http/sessions.ts',
    edits: [['where s.id = $1 and s.expires_at > now()', 'where s.id = $1']],
    tests: ['src/http/sessions.test.ts', ...SESSIONS],
  },
  {
    id: 'http/disabled-person',
    rule: 'a disabled person has no session',
    file: 'src/http/sessions.ts',
    edits: [
      [
        'join user_account u on u.id = s.user_id and u.disabled_at is null',
        'join user_account u on u.id = s.user_id',
      ],
    ],
    tests: ['src/http/sessions.test.ts', ...SESSIONS],
  },
  {
    id: 'http/origin',
    rule: 'a page of another origin cannot call',
    file: 'src/http/check-origin.ts',
    edits: [["throw new ApiError('origin_not_allowed');", 'void 0;']],
    tests: ['src/http/check-origin.test.ts'],
  },
  {
    id: 'http/body-size',
    rule: 'a body is not read beyond its bound, with any declared length',
    file: 'src/http/parse-body.ts',
    edits: [['if (size <= maxBytes) chunks.push(chunk);', 'if (size <= Infinity) chunks.push(chunk);']],
    tests: ['src/http/parse-body.test.ts'],
  },
  {
    id: 'http/reauthenticate',
    rule: 'a caller whose key was revoked while the body arrived is refused',
    file: 'src/http/reauthenticate.ts',
    edits: [['if (!wasComplete) await authenticate', 'if (false) await authenticate']],
    tests: ['src/http/reauthenticate.test.ts'],
  },
  {
    id: 'http/forwarded-for',
    rule: 'X-Forwarded-For counts only from a trusted proxy',
    file: 'src/http/client-ip.ts',
    edits: [['if (!client || !ranges.some((range) => isWithin(client as Address, range))) break;', '']],
    tests: ['src/http/client-ip.test.ts'],
  },
  {
    id: 'http/cookie-flags',
    rule: 'no script reads the session cookie',
    file: 'src/http/session-cookie.ts',
    edits: [['HttpOnly; ', '']],
    tests: ['src/http/session-cookie.test.ts'],
  },
  {
    id: 'uploads/path',
    rule: 'only names that uploads were given are served',
    file: 'src/platform/media/media-storage.ts',
    edits: [['if (!isStoredPath(path)) return undefined;', '']],
    tests: ['src/uploads/routes/serve-upload.test.ts'],
  },
  {
    id: 'uploads/signature',
    rule: 'a URL from which a network fetches a file is of no use for another file, or for longer',
    file: 'src/platform/media/signed-url.ts',
    edits: [["update(fields.join('/'))", "update('')"]],
    tests: ['src/uploads/routes/serve-signed.test.ts'],
  },
  {
    id: 'uploads/expiry',
    rule: 'such a URL expires',
    file: 'src/platform/media/signed-url.ts',
    edits: [['now.getTime() < Number(expires) * 1000', 'now']],
    tests: ['src/uploads/routes/serve-signed.test.ts'],
  },
  {
    id: 'uploads/signed-deleted',
    rule: 'such a URL ends with its file',
    file: 'src/platform/media/media-storage.ts',
    edits: [['findOne(Media, { id, deletedAt: null })', 'findOne(Media, { id })']],
    tests: ['src/uploads/routes/serve-signed.test.ts'],
  },
  {
    id: 'uploads/redirects',
    rule: 'each redirect of a fetched file is checked',
    file: 'src/uploads/fetch-outside.ts',
    edits: [["(httpsOnly || url.protocol !== 'http:') &&", 'false &&']],
    tests: ['src/uploads/routes/upload-from-url.test.ts', 'src/uploads/outside-media.test.ts'],
  },
  {
    id: 'uploads/fetched-size',
    rule: 'a fetched file is cut off at the bound of its type',
    file: 'src/uploads/fetch-media.ts',
    edits: [['if (limit !== undefined && size > limit)', 'if (limit !== undefined && size > Infinity)']],
    tests: ['src/uploads/routes/upload-from-url.test.ts'],
  },
  {
    id: 'http/operator',
    rule: 'only the operator sees the instance, freezes and resumes it',
    file: 'src/run/instance/operator.ts',
    edits: [['if (person.session.operator)', 'if (person.session)']],
    tests: ['src/run/instance/routes/instance.test.ts'],
  },
  {
    id: 'uploads/in-use',
    rule: 'a file that a waiting post needs is not deleted',
    file: 'src/uploads/delete-media.ts',
    edits: [['if (file.waiting > 0)', 'if (file.waiting < 0)']],
    tests: ['src/uploads/routes/library.test.ts'],
  },
  {
    id: 'uploads/tags-of-others',
    rule: "another organisation's file gets no tags",
    file: 'src/uploads/media-tags.ts',
    edits: [
      ['      assertOwnMedia(organizationId, file, id);\n', '      if (!file) return { id, tags: [] };\n'],
    ],
    tests: ['src/uploads/routes/media-tags.test.ts'],
  },
  {
    id: 'uploads/deleted-under-draft',
    rule: 'a draft that is saved while a file of it is being deleted is refused',
    file: 'src/uploads/lock-media.ts',
    edits: [['    order by id for key share\n', '    order by id\n']],
    tests: ['src/uploads/routes/library.test.ts'],
  },
];

const people: readonly Mutant[] = [
  {
    id: 'accounts/password',
    rule: 'a wrong password signs nobody in',
    file: 'src/accounts/sign-in.ts',
    edits: [['if (!found?.id || !matches || found.disabled)', 'if (!found?.id || found.disabled)']],
    tests: ['src/accounts/routes/sign-in.test.ts'],
  },
  {
    id: 'accounts/guessing',
    rule: 'guesses of a password are counted and stopped',
    file: 'src/http/throttle.ts',
    edits: [["await take('signInPair', pair);", '']],
    tests: ['src/http/throttle.test.ts'],
  },
  {
    id: 'accounts/planted-session',
    rule: 'signing in ends the session that the browser came with',
    file: 'src/accounts/sign-in.ts',
    edits: [['if (earlier) await endSession(context, earlier.caller.session.id);', '']],
    tests: ['src/accounts/routes/sign-in.test.ts'],
  },
  {
    id: 'accounts/set-up-once',
    rule: 'an instance is set up once, also by simultaneous requests',
    file: 'src/accounts/register.ts',
    edits: [["if (!(await tx.execute<unknown[]>(CLAIM)).length) throw new ApiError('already_set_up');", '']],
    tests: ['src/accounts/routes/setup.test.ts'],
  },
  {
    id: 'accounts/closed',
    rule: 'nobody signs up where registration is closed',
    file: 'src/accounts/register.ts',
    edits: [["throw new ApiError('registration_closed');", 'void 0;']],
    tests: ['src/accounts/routes/register.test.ts'],
  },
  {
    id: 'accounts/link-once',
    rule: 'the link that resets a password works once',
    file: 'src/accounts/user-tokens.ts',
    edits: [["kind = 'reset' and used_at is null and expires_at", "kind = 'reset' and expires_at"]],
    tests: LINKS,
  },
  {
    id: 'accounts/other-sessions',
    rule: 'a new password ends every other session',
    file: 'src/accounts/user-tokens.ts',
    edits: [['await endOtherSessions(tx, user.id, null);', '']],
    tests: LINKS,
  },
];

const apps: readonly Mutant[] = [
  {
    id: 'oauth/code-once',
    rule: 'a code is exchanged once',
    file: 'src/oauth/exchange-code.ts',
    edits: [["and c.state = 'issued' and c.used_at is null", '']],
    tests: TOKENS,
  },
  {
    id: 'oauth/code-age',
    rule: 'a code is valid for ten minutes',
    file: 'src/oauth/exchange-code.ts',
    edits: [['and c.expires_at > now()', '']],
    tests: TOKENS,
  },
  {
    id: 'oauth/pkce',
    rule: 'a code with a challenge needs its verifier',
    file: 'src/oauth/exchange-code.ts',
    edits: [['and c.code_challenge is not distinct from $3::text', 'and ($3::text is null or true)']],
    tests: TOKENS,
  },
  {
    id: 'oauth/own-code',
    rule: 'an app exchanges only its own codes',
    file: 'src/oauth/exchange-code.ts',
    edits: [
      ['if (found.appId !== client.id) return refuseForeign(tx, client, found);', ''],
      ['and c.app_id = $2 and', 'and $2::uuid is not null and'],
    ],
    tests: TOKENS,
  },
  {
    id: 'oauth/secret',
    rule: 'an app proves its secret',
    file: 'src/oauth/authenticate-client.ts',
    edits: [['if (app && isRight)', 'if (app)']],
    tests: [...TOKENS, 'src/oauth/authenticate-client.test.ts'],
  },
  {
    id: 'oauth/redirect-https',
    rule: 'an app cannot register plain http elsewhere than on its own machine',
    file: 'src/oauth/redirect-url.ts',
    edits: [["if (url.protocol === 'http:' && !isLoopback(url.hostname))", 'if (!url)']],
    tests: ['src/oauth/apps.test.ts'],
  },
];

export const endpointMutants: readonly Mutant[] = [...outgoing, ...incoming, ...people, ...apps];
