/** Submissions, comments and their end (reddit.com/dev/api: submit, comment, del). */
import { coded, made, ok, readForm, refusal, type Answer, type Call, type Route } from './call.ts';
import {
  findSubreddit,
  fullName,
  newId,
  type Entry,
  type State,
  type Subreddit,
  type Token,
} from './state.ts';

const FIELDS =
  'api_type sr title kind text url video_poster_url flair_id flair_text nsfw spoiler sendreplies resubmit validate_on_submit crosspost_fullname'.split(
    ' ',
  );
const GALLERY_FIELDS =
  'api_type sr title text items flair_id flair_text nsfw spoiler sendreplies show_error_list validate_on_submit'.split(
    ' ',
  );
const MAX_TITLE = 300;
const MAX_TEXT = 40_000;
const MAX_COMMENT = 10_000;

/** An answer to what a subreddit's own rules forbid, as recorded: HTTP 400. */
const forbidden = (field: string, reason: string, explanation: string) =>
  refusal(400, {
    body: { fields: [field], explanation, error_type: 'SUBMIT_VALIDATION_ERROR', reason, error: undefined },
  });

/** New accounts are asked to wait. */
function countPost({ armed }: State): void {
  if (!armed.rateLimit) return;
  if (armed.acceptedBefore > 0) return void armed.acceptedBefore--;
  const { words: text, seconds } = armed.rateLimit;
  throw coded('RATELIMIT', text, 'ratelimit', seconds ? { ratelimit: seconds } : {});
}

type Fields = Readonly<Record<string, unknown>>;
const text = (fields: Fields, name: string): string => String(fields[name] ?? '');
const isTrue = (fields: Fields, name: string): boolean => text(fields, name).toLowerCase() === 'true';

function checkPlace(state: State, fields: Fields): Subreddit {
  const subreddit = findSubreddit(state, text(fields, 'sr'));
  if (!text(fields, 'sr')) throw coded('SUBREDDIT_REQUIRED', 'you must specify a subreddit', 'sr');
  if (!subreddit) throw coded('SUBREDDIT_NOEXIST', "That subreddit doesn't exist", 'sr');
  if (subreddit.isPrivate) throw refusal(403, { body: { reason: 'private' } });
  if (subreddit.hasBanned) throw coded('SUBREDDIT_NOTALLOWED', "You aren't allowed to post there.", 'sr');
  return subreddit;
}

function checkWords(fields: Fields, subreddit: Subreddit): void {
  const title = text(fields, 'title').trim();
  if (!title) throw coded('NO_TEXT', 'we need something here', 'title');
  if (Array.from(title).length > MAX_TITLE) {
    throw coded('TOO_LONG', `this is too long (max: ${MAX_TITLE})`, 'title');
  }
  if (Array.from(text(fields, 'text')).length > MAX_TEXT) {
    throw coded('TOO_LONG', `this is too long (max: ${MAX_TEXT})`, 'text');
  }
  const flair = text(fields, 'flair_id');
  if (flair && !subreddit.flairs.some(({ id }) => id === flair)) {
    throw coded('BAD_FLAIR_TEMPLATE_ID', 'invalid flair template id', 'flair');
  }
  if (!isTrue(fields, 'validate_on_submit')) return;
  const word = subreddit.forbiddenInTitles.find((one) => title.includes(one));
  if (word) {
    const explanation = `You may not have "${word}" in your title. `;
    throw forbidden('title', 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING', explanation);
  }
  if (subreddit.flairRequired && !flair) {
    throw forbidden('flair', 'SUBMIT_VALIDATION_FLAIR_REQUIRED', 'Your post must contain post flair.');
  }
}

/** The uploads that a submission takes; each can be taken once. */
function takeAssets(state: State, ids: readonly string[], type: 'image' | 'video'): string[] {
  const assets = ids.map((id) => state.assets.get(id));
  if (
    !assets.length ||
    !assets.every((a) => a && a.bytes !== null && !a.usedBy && a.mime.startsWith(`${type}/`))
  ) {
    throw coded('BAD_URL', 'you should check that url', 'url');
  }
  return ids.slice();
}

const assetIn = (state: State, url: string): string =>
  url.startsWith(`${state.url}/storage/`) ? url.slice(`${state.url}/storage/`.length) : '';

async function submit(state: State, call: Call, { account }: Token): Promise<Answer> {
  const fields = await readForm(call, FIELDS);
  const subreddit = checkPlace(state, fields);
  checkWords(fields, subreddit);
  const [kind, url] = [text(fields, 'kind'), text(fields, 'url')];
  if (!['self', 'link', 'crosspost', 'image', 'video', 'videogif'].includes(kind)) {
    throw coded('INVALID_OPTION', 'that option is not valid', 'kind');
  }
  if (kind === 'self' && subreddit.type === 'link') {
    throw coded('NO_SELFS', "This community doesn't allow text posts", 'sr');
  }
  if (kind !== 'self' && subreddit.type === 'self') {
    throw coded('NO_LINKS', 'This community only allows text posts', 'sr');
  }
  if (kind === 'self' && url) throw refusal(400);
  const crosspost = kind === 'crosspost' ? crosspostOf(state, fields) : null;
  if (kind !== 'self' && !crosspost && !url) throw coded('NO_URL', 'a url is required', 'url');
  if (kind === 'link' && !/^https?:\/\/[^\s]+\.[^\s]+$/.test(url)) {
    throw coded('BAD_URL', 'you should check that url', 'url');
  }
  if (kind === 'link' && !isTrue(fields, 'resubmit') && isKnown(state, subreddit, url)) {
    throw coded('ALREADY_SUB', 'that link has already been submitted', 'url');
  }
  const isFile = !['self', 'link', 'crosspost'].includes(kind);
  const isVideo = kind === 'video' || kind === 'videogif';
  const assets = isFile ? takeAssets(state, [assetIn(state, url)], isVideo ? 'video' : 'image') : [];
  const posters = isVideo
    ? takeAssets(state, [assetIn(state, text(fields, 'video_poster_url'))], 'image')
    : [];
  countPost(state);
  const [asset] = assets;
  const extension = asset ? `.${state.assets.get(asset)?.mime.split('/')[1]?.replace('jpeg', 'jpg')}` : '';
  const entry = accept(state, {
    kind: 't3',
    author: account.name,
    subreddit: subreddit.name,
    title: text(fields, 'title').trim(),
    text: text(fields, 'text').trim(),
    ...marksOf(fields),
    crosspost,
    url: crosspost
      ? linkOf(state, crosspost)
      : asset
        ? isVideo
          ? `https://v.redd.it/${asset}`
          : `https://i.redd.it/${asset}${extension}`
        : url,
    isSelf: kind === 'self',
    assets,
    poster: state.assets.get(posters[0] ?? '')?.bytes,
    flair: text(fields, 'flair_id') || null,
    parent: null,
    readsLeft: isFile ? state.armed.processingReads : 0,
  });
  if (!isFile) return made({ url: absolute(entry), drafts_count: 0, id: entry.id, name: fullName(entry) });
  return made({
    user_submitted_page: `https://www.reddit.com/user/${account.name}/submitted/`,
    websocket_url: `wss://k8s-lb.wss.redditmedia.com:443/${asset}`,
  });
}

const marksOf = (fields: Fields) => ({
  nsfw: isTrue(fields, 'nsfw'),
  spoiler: isTrue(fields, 'spoiler'),
  sendreplies: isTrue(fields, 'sendreplies'),
});

/**
 * A crosspost has neither text nor URL (recorded by PRAW, test_crosspost). The error is Reddit's own, which
 * it also has for a post of the same subreddit (clients quote both).
 */
function crosspostOf(state: State, fields: Fields): string {
  const name = text(fields, 'crosspost_fullname');
  if (text(fields, 'text') || text(fields, 'url')) throw refusal(400);
  const other = state.ledger.find((entry) => fullName(entry) === name && entry.kind === 't3');
  if (!other || other.deleted || other.subreddit === findSubreddit(state, text(fields, 'sr'))?.name) {
    throw coded('INVALID_CROSSPOST_THING', "that isn't a valid crosspost url", 'crosspost_thing');
  }
  return name;
}

const linkOf = (state: State, name: string): string =>
  state.ledger.find((entry) => fullName(entry) === name)?.permalink ?? '';

const isKnown = (state: State, subreddit: Subreddit, url: string): boolean =>
  state.ledger.some((entry) => !entry.deleted && entry.subreddit === subreddit.name && entry.url === url);

async function submitGallery(state: State, call: Call, { account }: Token): Promise<Answer> {
  if (!String(call.headers['content-type']).startsWith('application/json')) throw refusal(400);
  const fields = JSON.parse(call.body.toString()) as Fields;
  if (Object.keys(fields).some((name) => !GALLERY_FIELDS.includes(name))) throw refusal(400);
  const subreddit = checkPlace(state, fields);
  checkWords(fields, subreddit);
  if (!subreddit.galleries) {
    throw coded('GALLERIES_DISABLED', "Gallery posts aren't allowed in this subreddit", 'sr');
  }
  const items = (fields.items ?? []) as { media_id?: string; caption?: unknown; outbound_url?: unknown }[];
  if (items.length < 2 || items.length > 20 || items.some(({ caption }) => typeof caption !== 'string')) {
    throw coded('BAD_GALLERY', 'a gallery has 2 to 20 items', 'items');
  }
  const assets = takeAssets(
    state,
    items.map((item) => item.media_id ?? ''),
    'image',
  );
  countPost(state);
  const entry = accept(state, {
    kind: 't3',
    author: account.name,
    subreddit: subreddit.name,
    title: text(fields, 'title').trim(),
    text: text(fields, 'text').trim(),
    ...marksOf(fields),
    crosspost: null,
    url: 'https://www.reddit.com/gallery/',
    isSelf: false,
    assets,
    flair: text(fields, 'flair_id') || null,
    parent: null,
    readsLeft: 0,
  });
  return made({ url: absolute(entry), id: fullName(entry) });
}

async function comment(state: State, call: Call, { account }: Token): Promise<Answer> {
  const fields = await readForm(call, ['api_type', 'thing_id', 'text']);
  const comment = text(fields, 'text').trim();
  if (!comment) throw coded('NO_TEXT', 'we need something here', 'text');
  if (Array.from(comment).length > MAX_COMMENT) {
    throw coded('TOO_LONG', `this is too long (max: ${MAX_COMMENT})`, 'text');
  }
  const parent = state.ledger.find((entry) => fullName(entry) === text(fields, 'thing_id'));
  if (!parent) throw refusal(403);
  if (parent.deleted) {
    throw parent.kind === 't3'
      ? coded('DELETED_LINK', 'the link you are commenting on has been deleted', 'parent')
      : coded('DELETED_COMMENT', 'that comment has been deleted', 'parent');
  }
  countPost(state);
  const entry = accept(state, {
    kind: 't1',
    author: account.name,
    subreddit: parent.subreddit,
    title: '',
    text: comment,
    nsfw: false,
    spoiler: false,
    sendreplies: true,
    crosspost: null,
    url: '',
    isSelf: false,
    assets: [],
    flair: null,
    parent: fullName(parent),
    readsLeft: 0,
  });
  return made({ things: state.armed.hideComment ? [] : [{ kind: 't1', data: present(entry) }] });
}

function accept(state: State, what: Omit<Entry, 'id' | 'permalink' | 'at' | 'deleted'>): Entry {
  const id = newId(state);
  const entry: Entry = {
    ...what,
    id,
    permalink: linkTo(what, id),
    at: state.now().getTime(),
    deleted: false,
  };
  for (const asset of entry.assets) {
    const taken = state.assets.get(asset);
    if (taken) taken.usedBy = id;
  }
  state.ledger.push(entry);
  return entry;
}

const linkTo = ({ title, subreddit }: Pick<Entry, 'title' | 'subreddit'>, id: string): string =>
  `/r/${subreddit}/comments/${id}/${title.toLowerCase().replaceAll(/\W+/g, '_').slice(0, 50) || 'comment'}/`;

/** The file is processed: only now there is a submission, younger than what was submitted meanwhile. */
export function appear(state: State, entry: Entry): void {
  entry.id = newId(state);
  entry.permalink = linkTo(entry, entry.id);
}

const absolute = ({ permalink }: Entry): string => `https://www.reddit.com${permalink}`;

/** Reddit answers the same for what is not there, or is another person's. */
async function remove(state: State, call: Call, { account }: Token): Promise<Answer> {
  const { id } = await readForm(call, ['api_type', 'id']);
  const entry = state.ledger.find((one) => fullName(one) === id && one.author === account.name);
  if (entry) entry.deleted = true;
  return ok({});
}

/** A thing as listings show it. */
export function present(entry: Entry): { name: string } & Record<string, unknown> {
  const common = {
    id: entry.id,
    name: fullName(entry),
    author: entry.author,
    subreddit: entry.subreddit,
    permalink: entry.permalink,
    created_utc: Math.floor(entry.at / 1000),
    score: 1,
    ups: 1,
  };
  if (entry.kind === 't1') return { ...common, body: entry.text, parent_id: entry.parent };
  return {
    ...common,
    title: entry.title,
    selftext: entry.text,
    is_self: entry.isSelf,
    url: entry.isSelf ? absolute(entry) : entry.url,
    num_comments: 0,
    upvote_ratio: 1,
    link_flair_template_id: entry.flair,
    over_18: entry.nsfw,
    spoiler: entry.spoiler,
    ...(entry.crosspost ? { crosspost_parent: entry.crosspost } : {}),
    ...(entry.assets.length > 1
      ? { media_metadata: Object.fromEntries(entry.assets.map((id) => [id, { status: 'valid' }])) }
      : {}),
  };
}

export const submitRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/submit\/?$/, scope: 'submit', handle: submit },
  { method: 'POST', path: /^\/api\/submit_gallery_post\.json$/, scope: 'submit', handle: submitGallery },
  { method: 'POST', path: /^\/api\/comment\/?$/, scope: 'submit', handle: comment },
  { method: 'POST', path: /^\/api\/del\/?$/, scope: 'edit', handle: remove },
];
