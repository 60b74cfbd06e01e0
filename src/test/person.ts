/**
 * A person with a browser, for tests: an account, a membership, a session cookie, and calls of the app API
 * with them.
 */
import { randomBytes } from 'node:crypto';
import { beginSession } from '../http/sessions.ts';
import { Membership, UserAccount, type Role } from '../platform/entities/account.ts';
import { checkAnswer } from './check-answer.ts';
import { sql } from './factories.ts';
import type { Answer, TestInstance } from './instance.ts';

/** Who it is. Default: an owner of the instance's organisation who has no password. */
export interface PersonOptions {
  readonly role?: Role;
  readonly organizationId?: string;
  readonly name?: string;
  readonly email?: string;
  readonly operator?: boolean;
}

/** How a call differs from a browser's. `csrf: null` and `cookie: null` omit them. */
export interface AppCallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly csrf?: string | null;
  readonly cookie?: string | null;
}

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** The complete `Cookie` header. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** Calls the app API (`/api` is prepended to the path); the answer is checked against its document. */
  call<T = never>(method: string, path: string, options?: AppCallOptions): Promise<Answer<T>>;
}

/** Creates the person, as if they had signed in. */
export async function addPerson(crier: TestInstance, options: PersonOptions = {}): Promise<TestPerson> {
  const { role = 'owner', organizationId = crier.organizationId, name = 'Ada', operator = false } = options;
  const email =
    options.email ??
    `${name.toLowerCase().replaceAll(/\W/g, '')}-${randomBytes(4).toString('hex')}@example.org`;
  const em = crier.context.database.fork();
  const user = em.create(UserAccount, { email, name, operator, activatedAt: new Date() });
  em.create(Membership, { organization: organizationId, user, role });
  await em.flush();
  return signedIn(crier, user.id, email);
}

/** Another session of an existing person. */
export async function signedIn(crier: TestInstance, userId: string, email = ''): Promise<TestPerson> {
  const { id, token, csrfToken } = await beginSession(crier.context, { userId });
  const cookie = `${crier.context.publicUrl.startsWith('https:') ? '__Host-crier_session' : 'crier_session'}=${token}`;
  return {
    id: userId,
    email,
    sessionId: id,
    cookie,
    csrfToken,
    call: (method, path, callOptions = {}) =>
      callApp(crier, { method, path }, { cookie, csrf: csrfToken, ...callOptions }),
  };
}

/** Calls the app API; without `cookie`, as nobody. */
export async function callApp<T>(
  crier: TestInstance,
  { method, path }: { method: string; path: string },
  { body, headers = {}, csrf = null, cookie = null }: AppCallOptions = {},
): Promise<Answer<T>> {
  const response = await fetch(`${crier.url}/api${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...(csrf && method !== 'GET' ? { 'x-csrf-token': csrf } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const answered: unknown = text ? JSON.parse(text) : undefined;
  checkAnswer(
    crier.context,
    {
      method,
      path,
      status: response.status,
      contentType: response.headers.get('content-type'),
      body: answered,
    },
    'app',
  );
  return { status: response.status, headers: response.headers, text, body: answered as T };
}

/** The person's current role; undefined = no member. */
export async function roleOf(
  crier: TestInstance,
  userId: string,
  organizationId = crier.organizationId,
): Promise<Role | undefined> {
  return (
    await sql<{ role: Role }>(
      crier,
      'select role from membership where user_id = $1 and organization_id = $2',
      [userId, organizationId],
    )
  )[0]?.role;
}
