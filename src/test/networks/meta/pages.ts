/** Posts, photos and comments of Pages (developers.facebook.com/docs/pages-api). */
import {
  missing,
  ok,
  onlyFields,
  parameter,
  refusal,
  type Answer,
  type Call,
  page as pageOf,
} from './answers.ts';
import { entryInsights, OF_PAGE, OF_POST, ownerInsights } from './insights.ts';
import { pick } from './instagram.ts';
import { liveOf, nextId, timestamp, type Entry, type Page, type State, type Token } from './state.ts';
import { add, isImage, type OfPage, type Request } from './publication.ts';
import { need } from './tokens.ts';
import { captions, photoStory, receiveStory, stories, videos, videoStories } from './videos.ts';

type Handle = (state: State, call: Call, request: OfPage) => Answer;

const OF_OWN: Readonly<Record<string, Handle>> = {
  'POST feed': createPost,
  'GET published_posts': listPosts,
  'POST photos': uploadPhoto,
  'POST videos': videos,
  'POST photo_stories': photoStory,
  'POST video_stories': videoStories,
  'GET stories': stories,
  'GET insights': (state, call, { token, page }) => {
    need(token, 'read_insights');
    return ownerInsights(state, call, OF_PAGE, page.id);
  },
};

/** null for what is not Facebook's. */
export function answerFacebook(state: State, call: Call, request: Request): Answer | null {
  const { page } = request.token;
  if (!page) return null;
  const upload = /^\/video-upload\/v\d+\.\d+\/(\d+)$/.exec(call.path)?.[1];
  if (upload) return receiveStory(call, state.videos.get(upload), request.body);
  const [, id = '', edge = ''] = /^\/([\d_]+)(?:\/(\w+))?$/.exec(call.path) ?? [];
  if (id === page.id) return OF_OWN[`${call.method} ${edge}`]?.(state, call, { ...request, page }) ?? null;
  const video = state.videos.get(id);
  if (video && edge === 'insights') {
    throw parameter('(#100) Tried accessing nonexisting field (insights) on node type (Video)');
  }
  if (video && edge === 'captions') return captions(call, { ...request, page }, video);
  if (video && call.method === 'GET' && !edge) return readVideo(state, call, { ...request, page });
  const entry = liveOf(state, id) ?? postOfVideo(state, id);
  return entry?.network === 'facebook' ? ofEntry(state, call, { ...request, page, entry }) : null;
}

/** The post that shows a video: `{page}_{post_id}`, where `post_id` is a field of the video. */
const postOfVideo = (state: State, id: string): Entry | undefined =>
  state.ledger.find(
    ({ type, owner, code, deleted }) => type === 'VIDEO' && !deleted && id === `${owner}_${code}`,
  );

function ofEntry(
  state: State,
  call: Call,
  { entry, token, page }: Request & { readonly page: Page; readonly entry: Entry },
): Answer | null {
  switch (`${call.method} ${call.path.split('/')[2] ?? ''}`) {
    case 'GET ':
      onlyFields(call, ['fields']);
      return ok(pick(call, show(entry)));
    case 'DELETE ':
      need(token, 'pages_manage_posts');
      remove(state, entry);
      return ok({ success: true });
    case 'POST comments':
      return comment(state, call, { token, page, parent: entry });
    case 'GET comments':
      return listComments(state, call, { token, entry });
    case 'GET insights':
      need(token, 'read_insights');
      return entryInsights(call, OF_POST, entry.id);
    default:
      return null;
  }
}

function remove(state: State, entry: Entry): void {
  entry.deleted = true;
  for (const one of state.ledger) if (one.parent === entry.id && !one.deleted) remove(state, one);
}

const FEED = ['message', 'link', 'text_format_preset_id', 'attached_media', 'published', 'place', 'tags'];

function createPost(state: State, call: Call, { token, page }: OfPage): Answer {
  need(token, 'pages_manage_posts');
  onlyFields(call, FEED);
  const { fields } = call;
  const text = fields.get('message') ?? '';
  const photos = takePhotos(state, page, fields.get('attached_media'));
  if (!text && !photos.length && !fields.has('link')) {
    throw refusal(400, '(#100) You must provide a link, a place, a photo, or a message.', { code: 100 });
  }
  checkText(state, page, text);
  if (fields.has('text_format_preset_id') && (photos.length || Array.from(text).length > 130)) {
    throw parameter('Param text_format_preset_id is only for a short text without attachments');
  }
  const link = fields.get('link');
  if (!/^(\d{5,20})?$/.test(fields.get('place') ?? '')) throw parameter('(#100) Param place must be a Page');
  if (link !== null && !URL.canParse(link)) throw parameter('(#100) link URL is not properly formatted');
  const entry = add(state, page, {
    kind: 'post',
    text,
    type: photos.length ? 'IMAGE' : '',
    files: photos.map(({ id }) => id),
    alts: photos.flatMap(({ alt }) => alt ?? []),
    parent: null,
    fields: Object.fromEntries(fields),
  });
  return ok({ id: entry.id });
}

/** The same words within a minute are a mistake, Facebook thinks. */
function checkText(state: State, page: Page, text: string): void {
  if (Array.from(text).length > 63_206) throw parameter('(#100) Param message is too long');
  const last = state.ledger.findLast(
    ({ owner, kind, deleted }) => owner === page.id && kind === 'post' && !deleted,
  );
  const isSame = text !== '' && last?.text === text && !last.files.length;
  if (isSame && state.refusesDuplicates) throw refusal(400, '(#506) Duplicate status message', { code: 506 });
}

function takePhotos(state: State, page: Page, media: string | null) {
  const list = JSON.parse(media ?? '[]') as { media_fbid?: string }[];
  return list.map(({ media_fbid: id = '' }) => {
    const photo = state.photos.get(id);
    if (!photo || photo.page !== page) throw parameter(`(#100) Invalid photo id ${id}`);
    if (photo.used) throw refusal(400, 'Photos were already posted.', { code: 100, subcode: 1_366_051 });
    photo.used = true;
    return photo;
  });
}

const show = (entry: Entry): Record<string, unknown> => ({
  // A video has an id besides that of the post that shows it.
  id: entry.type === 'VIDEO' && entry.kind === 'post' ? `${entry.owner}_${entry.code}` : entry.id,
  ...(entry.text ? { message: entry.text } : {}),
  created_time: timestamp(entry.at),
  permalink_url: `https://www.facebook.com/${entry.owner}/posts/${entry.code}`,
  from: { id: entry.owner, name: 'A Page' },
});

const attachmentsOf = ({ files, type }: Entry) =>
  files.length
    ? {
        attachments: {
          data: [
            {
              target: { id: type === 'VIDEO' || files.length === 1 ? files[0] : '0' },
              ...(files.length > 1
                ? { subattachments: { data: files.map((id) => ({ target: { id } })) } }
                : {}),
            },
          ],
        },
      }
    : {};

/** Newest first. */
function listPosts(state: State, call: Call, { token, page }: OfPage): Answer {
  need(token, 'pages_read_engagement');
  onlyFields(call, ['fields', 'limit', 'include_hidden', 'show_expired', 'with', 'after']);
  const all = state.ledger.filter(
    ({ owner, kind, deleted }) => owner === page.id && kind === 'post' && !deleted,
  );
  return pageOf(call, all.toReversed(), (entry) => pick(call, { ...show(entry), ...attachmentsOf(entry) }));
}

/** Bytes in a form; a photo that is not published belongs to no post yet. */
function uploadPhoto(state: State, call: Call, { token, page, body }: OfPage): Answer {
  need(token, 'pages_manage_posts');
  onlyFields(call, ['source', 'published', 'alt_text_custom', 'temporary', 'no_story']);
  if (call.fields.get('source') !== 'file') throw parameter('(#324) Requires upload file');
  if (call.fields.get('published') !== 'false') throw parameter('The stand-in knows photos of posts only');
  if (state.failing || !isImage(body)) {
    throw refusal(400, state.failing ?? 'Invalid image data', { code: 1, subcode: 1_366_046 });
  }
  const photo = {
    id: nextId(state),
    page,
    alt: call.fields.get('alt_text_custom'),
    bytes: body.length,
    used: false,
  };
  state.photos.set(photo.id, photo);
  return ok({ id: photo.id });
}

function readVideo(state: State, call: Call, { page }: OfPage): Answer {
  onlyFields(call, ['fields']);
  const video = state.videos.get(call.path.slice(1));
  if (!video || video.page !== page) throw missing(call.path.slice(1));
  const whole = video.received >= video.size;
  const isBusy = video.readsLeft > 0;
  if (whole && isBusy) video.readsLeft--;
  const done = whole && video.published && !isBusy;
  const kind = video.kind === 'story' ? whole && !isBusy : video.published;
  const status = {
    video_status: video.problem ? 'error' : done ? 'ready' : video.published ? 'processing' : 'uploading',
    uploading_phase: { status: kind ? 'complete' : 'in_progress' },
    processing_phase: {
      status: video.problem ? 'error' : done ? 'complete' : 'not_started',
      ...(video.problem ? { errors: [{ code: 1_363_008, message: video.problem }] } : {}),
    },
    publishing_phase: { status: done ? 'complete' : 'not_started' },
  };
  const post = liveOf(state, video.id)?.code;
  return ok(pick(call, { id: video.id, status, permalink_url: `/reel/${video.id}/`, post_id: post }));
}

function comment(
  state: State,
  call: Call,
  { token, page, parent }: { token: Token; page: Page; parent: Entry },
): Answer {
  need(token, 'pages_manage_engagement');
  onlyFields(call, ['message', 'attachment_id']);
  const text = call.fields.get('message') ?? '';
  const photo = call.fields.get('attachment_id');
  if (!text && !photo) throw parameter('(#100) Must have a message or an attachment');
  const taken = photo ? takePhotos(state, page, JSON.stringify([{ media_fbid: photo }])) : [];
  const entry = add(state, page, {
    kind: 'comment',
    text,
    type: '',
    files: taken.map(({ id }) => id),
    alts: taken.flatMap(({ alt }) => alt ?? []),
    parent: parent.id,
    fields: {},
  });
  return ok({ id: entry.id });
}

function listComments(state: State, call: Call, { token, entry }: { token: Token; entry: Entry }): Answer {
  need(token, 'pages_read_user_content', 'pages_read_engagement');
  onlyFields(call, ['fields', 'limit', 'filter', 'order', 'after']);
  if (!/^(stream|toplevel)?$/.test(call.fields.get('filter') ?? '')) throw parameter('Param filter is wrong');
  const all = state.ledger.filter(({ parent, deleted }) => parent === entry.id && !deleted);
  return pageOf(call, all.toReversed(), (one) =>
    pick(call, {
      ...show(one),
      ...(one.files.length ? { attachment: { type: 'photo', target: { id: one.files[0] } } } : {}),
    }),
  );
}
