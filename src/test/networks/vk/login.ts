/**
 * VK ID (id.vk.com/about/business/go/docs, "API methods"): the page of consent, tokens, and whose they are. A
 * code works once, with the verifier, the browser and the redirect URL that it was made for.
 */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { random } from '../_shared/grants.ts';
import type { Answer, Call } from './call.ts';
import type { Grant, State, User } from './state.ts';

const KNOWN_SCOPES = new Set([
  'vkid.personal_info',
  'email',
  'wall',
  'photos',
  'video',
  'groups',
  'docs',
  'status',
]);

export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  const problem = problemOf(state, values);
  return answerConsent(call.method, values, {
    network: 'VK ID',
    action: '/authorize',
    problem: problem && `Invalid ${problem}`,
    buttons: state.users.map(({ id, firstName }) => ({
      label: `Continue as ${firstName}`,
      account: String(id),
    })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.users.find(({ id }) => String(id) === chosen);
      if (!account) return null;
      const asked = (values.get('scope') ?? '').split(' ');
      const scopes = asked.filter((scope) => !state.armed.withheld.includes(scope));
      const deviceId = random();
      const code = state.grants.keepCode({ account, deviceId, scopes }, values, `vk2.a.${random()}`);
      return { code, device_id: deviceId, type: 'code_v2' };
    },
    denied: { error: 'access_denied', error_description: 'The user denied the request' },
  });
}

function problemOf(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.clientId) return 'client_id';
  if (!state.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'redirect_uri';
  if (values.get('response_type') !== 'code') return 'response_type';
  if (!/^[\w-]{43}$/.test(values.get('code_challenge') ?? '')) return 'code_challenge';
  if (values.get('code_challenge_method')?.toLowerCase() !== 's256') return 'code_challenge_method';
  if ((values.get('state') ?? '').length < 32) return 'state';
  return (values.get('scope') ?? '').split(' ').every((scope) => KNOWN_SCOPES.has(scope)) ? null : 'scope';
}

const refused = (error: string, description: string): Answer => ({
  status: 200,
  body: { error, error_description: description },
});

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'code_verifier', 'client_id', 'device_id', 'redirect_uri', 'state'],
  refresh_token: ['refresh_token', 'client_id', 'device_id', 'state', 'scope'],
};

/** The token endpoint: a code, or a refresh token. */
export function token(state: State, call: Call): Answer {
  const form = Object.fromEntries(new URLSearchParams(call.body.toString()));
  const wanted = FIELDS[form.grant_type ?? ''];
  if (!wanted) return refused('invalid_request', 'grant_type is missing or invalid');
  const missing = wanted.filter((name) => !form[name]);
  const strange = Object.keys(form).filter((name) => name !== 'grant_type' && !wanted.includes(name));
  if (missing.length || strange.length) {
    return refused('invalid_request', `${[...missing, ...strange].join(', ')} is missing or invalid`);
  }
  if ((form.state ?? '').length < 32) return refused('invalid_request', 'state is missing or invalid');
  if (form.client_id !== state.clientId) return refused('invalid_client', 'client_id is invalid');
  return form.grant_type === 'refresh_token' ? renew(state, form) : redeem(state, form);
}

function redeem({ grants }: State, form: Record<string, string>): Answer {
  const wrong = grants.wrongCode(new URLSearchParams(form));
  const granted = grants.takeCode(form.code ?? '');
  if (!granted) return refused('invalid_grant', 'code is invalid or expired');
  if (granted.deviceId !== form.device_id) return refused('invalid_grant', 'device_id is invalid');
  if (wrong) return refused('invalid_grant', `${wrong} is invalid`);
  return issued(grants, granted, form.state ?? '');
}

function renew({ grants }: State, form: Record<string, string>): Answer {
  const granted = grants.ofRefresh(form.refresh_token ?? '');
  if (!granted) return refused('invalid_grant', 'refresh_token is missing or invalid');
  if (granted.deviceId !== form.device_id) return refused('invalid_grant', 'device_id is invalid');
  grants.takeRefresh(form.refresh_token ?? '');
  return issued(grants, granted, form.state ?? '');
}

/** Both tokens of an approval. */
function issued(grants: State['grants'], grant: Grant, echoed: string): Answer {
  const { token: access, refreshToken } = grants.issue(grant);
  return {
    status: 200,
    body: {
      access_token: access,
      refresh_token: refreshToken,
      id_token: `${random()}.${random()}.${random()}`,
      token_type: 'Bearer',
      expires_in: grants.seconds,
      user_id: grant.account.id,
      state: echoed,
      scope: grant.scopes.join(' '),
    },
  };
}

export function userInfo(state: State, call: Call): Answer {
  const form = new URLSearchParams(call.body.toString());
  const grant = state.grants.find(form.get('access_token'));
  if (!grant || form.get('client_id') !== state.clientId) {
    return refused('invalid_token', 'access_token is invalid');
  }
  return { status: 200, body: { user: present(grant.account) } };
}

const present = ({ id, firstName, lastName }: User): object => ({
  user_id: String(id),
  first_name: firstName,
  last_name: lastName,
  avatar: '',
});
