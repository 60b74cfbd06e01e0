/** Which part of the stand-in answers a call. */
import { missing, ok, onlyFields, Refusal, type Answer, type Call } from './answers.ts';
import { mediaInsights, OF_ACCOUNT, ownerInsights } from './insights.ts';
import {
  accountOf,
  comment,
  createContainer,
  list,
  listComments,
  pick,
  publish,
  publishingLimit,
  readContainer,
  receiveVideo,
  remove,
  searchAudio,
  showEntry,
} from './instagram.ts';
import { answerFacebook } from './pages.ts';
import { liveOf, type Entry, type State, type Token } from './state.ts';
import {
  authorize,
  dialog,
  facebookToken,
  instagramToken,
  issue,
  lengthen,
  need,
  renew,
  tokenOf,
} from './tokens.ts';

/** Answers a call; `body`: its bytes, or those of the file in its form. */
export function answerCall(state: State, call: Call, body: Buffer): Answer {
  try {
    return route(state, call, body);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

const VERSION = /^\/v\d+\.\d+(?=\/)/;

function route(state: State, call: Call, body: Buffer): Answer {
  const { method, path } = call;
  const rest = path.replace(VERSION, '');
  switch (`${method} ${rest}`) {
    case 'GET /dialog/oauth':
    case 'POST /dialog/oauth':
      return dialog(state, call);
    case 'GET /oauth/authorize':
    case 'POST /oauth/authorize':
      return authorize(state, call);
    case 'GET /oauth/access_token':
      return facebookToken(state, call);
    case 'POST /oauth/access_token':
      return VERSION.test(path) ? facebookToken(state, call) : instagramToken(state, call);
    case 'GET /access_token':
      return lengthen(state, call);
    case 'GET /refresh_access_token':
      return renew(state, call);
    default:
  }
  const token = tokenOf(state, call);
  if (/^\/ig-api-upload\/v\d+\.\d+\/\d+$/.test(path)) return receiveVideo(state, call, body);
  const inside = { ...call, path: rest };
  return (
    ofMe(state, inside, token) ??
    (token.account || token.page?.account ? ofInstagram(state, inside, token) : null) ??
    answerFacebook(state, inside, { token, body }) ??
    fail(rest)
  );
}

const fail = (path: string): never => {
  throw missing(path.split('/')[1] ?? '');
};

function ofMe(state: State, call: Call, token: Token): Answer | null {
  switch (`${call.method} ${call.path}`) {
    case 'GET /me': {
      onlyFields(call, ['fields']);
      const { appScopedId, id, username } = accountOf(token);
      return ok(pick(call, { id: appScopedId, user_id: id, username, name: '' }));
    }
    case 'GET /me/permissions':
      return ok({ data: token.scopes.map((permission) => ({ permission, status: 'granted' })) });
    case 'GET /me/accounts':
      return pagesOf(state, call, token);
    case 'GET /ig_audio':
      return searchAudio(call, token);
    default:
      return null;
  }
}

/** In lists of two, so that a reader has to turn the page. */
function pagesOf(state: State, call: Call, token: Token): Answer {
  need(token, 'pages_show_list');
  onlyFields(call, ['fields', 'limit', 'after']);
  const { person } = token;
  const pages = person?.pages ?? [];
  const from = Number(call.fields.get('after') ?? 0);
  const data = pages
    .slice(from, from + 2)
    .map((page) =>
      pick(call, {
        id: page.id,
        name: page.name,
        access_token: issue(state, { person, page, account: null, scopes: token.scopes }, true).value,
        picture: { data: { url: 'https://example.com/page.png', is_silhouette: false } },
        ...(page.account ? { instagram_business_account: { ...page.account, appScopedId: undefined } } : {}),
      }),
    );
  const isLast = from + 2 >= pages.length;
  const cursors = { before: String(from), after: String(from + 2) };
  return ok({
    data,
    paging: { cursors, ...(isLast ? {} : { next: `${state.url}${call.path}?after=${from + 2}` }) },
  });
}

type Handle = (state: State, call: Call, token: Token) => Answer;

const OF_OWN: Readonly<Record<string, Handle>> = {
  'POST media': createContainer,
  'GET media': list('post'),
  'POST media_publish': publish,
  'GET stories': list('story'),
  'GET content_publishing_limit': publishingLimit,
  'GET insights': (state, call, token) => {
    need(token, 'instagram_manage_insights', 'instagram_business_manage_insights');
    return ownerInsights(state, call, OF_ACCOUNT, accountOf(token).id);
  },
};

function ofInstagram(state: State, call: Call, token: Token): Answer | null {
  const [, id = '', edge = ''] = /^\/(\d+)(?:\/(\w+))?$/.exec(call.path) ?? [];
  if (id === accountOf(token).id) return OF_OWN[`${call.method} ${edge}`]?.(state, call, token) ?? null;
  const container = state.containers.get(id);
  if (container && call.method === 'GET' && !edge) return readContainer(state, call, container);
  const entry = liveOf(state, id);
  return entry?.network === 'instagram' ? ofEntry(state, call, token, { entry, edge }) : null;
}

function ofEntry(
  state: State,
  call: Call,
  token: Token,
  { entry, edge }: { entry: Entry; edge: string },
): Answer | null {
  switch (`${call.method} ${edge}`) {
    case 'GET ':
      onlyFields(call, ['fields']);
      return ok(pick(call, showEntry(entry)));
    case 'DELETE ':
      return remove(state, token, entry);
    case 'POST comments':
      return comment(state, call, token, entry);
    case 'GET comments':
      return listComments(state, call, token, entry);
    case 'GET insights':
      return mediaInsights(call, String(showEntry(entry).media_product_type), entry.id);
    default:
      return null;
  }
}
