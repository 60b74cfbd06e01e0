/** Videos and stories of Pages (developers.facebook.com: Video API, Publishing; Page Stories API). */
import { ok, onlyFields, parameter, refusal, type Answer, type Call, page as pageOf } from './answers.ts';
import { add, isImage, type OfPage } from './publication.ts';
import { nextId, type Entry, type Page, type State, type Video } from './state.ts';
import { need } from './tokens.ts';

/** Bytes that Facebook asks for at a time. */
const PART = 1024;
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  start: ['upload_phase', 'file_size'],
  transfer: ['upload_phase', 'upload_session_id', 'start_offset', 'video_file_chunk'],
  finish: ['upload_phase', 'upload_session_id', 'description', 'title', 'thumb'],
};

/** A video in parts: start, transfer, finish; `finish` publishes it. */
export function videos(state: State, call: Call, { token, page, body }: OfPage): Answer {
  need(token, 'pages_manage_posts');
  const { fields } = call;
  const phase = fields.get('upload_phase') ?? '';
  const known = KNOWN[phase];
  if (!known) throw parameter('Param upload_phase must be one of {START, TRANSFER, FINISH, CANCEL}');
  onlyFields(call, known);
  if (phase === 'start') return start(state, page, Number(fields.get('file_size')));
  const video = [...state.videos.values()].find(({ session }) => session === fields.get('upload_session_id'));
  if (!video || video.page !== page) {
    throw refusal(400, 'The upload session is invalid', { code: 6000, subcode: 1_363_037 });
  }
  return phase === 'transfer' ? transfer(fields, video, body) : finish(state, fields, { video, body });
}

function start(state: State, page: Page, size: number): Answer {
  if (!(size > 0)) throw parameter('Param file_size is required');
  const video = newVideo(state, page, { kind: 'video', size });
  return ok({ upload_session_id: video.session, video_id: video.id, ...offsets(video) });
}

const newVideo = (state: State, page: Page, { kind, size }: Pick<Video, 'kind' | 'size'>): Video => {
  const video: Video = {
    id: nextId(state),
    session: nextId(state),
    page,
    kind,
    size,
    received: 0,
    readsLeft: state.limits.processingReads,
    problem: null,
    published: false,
    captions: new Map(),
  };
  state.videos.set(video.id, video);
  return video;
};

const offsets = ({ received, size }: Video) => ({
  start_offset: String(received),
  end_offset: String(Math.min(received + PART, size)),
});

function transfer(fields: URLSearchParams, video: Video, body: Buffer): Answer {
  if (Number(fields.get('start_offset')) !== video.received || fields.get('video_file_chunk') !== 'file') {
    throw refusal(400, 'There was a problem uploading your video. Please try again.', {
      code: 6001,
      subcode: 1_363_037,
    });
  }
  video.received += body.length;
  return ok(offsets(video));
}

function finish(
  state: State,
  fields: URLSearchParams,
  { video, body }: { video: Video; body: Buffer },
): Answer {
  if (Array.from(fields.get('title') ?? '').length > 255) throw parameter('(#100) Name parameter too long');
  if (fields.has('thumb') && !isImage(body)) throw parameter('(#100) Param thumb must be an image');
  if (video.received < video.size) throw parameter('The upload is not complete');
  if (video.published) {
    throw refusal(400, 'The upload session is invalid', { code: 6000, subcode: 1_363_037 });
  }
  video.published = true;
  video.problem = state.failing;
  if (!video.problem) {
    add(state, video.page, {
      id: video.id,
      kind: 'post',
      text: fields.get('description') ?? '',
      type: 'VIDEO',
      files: [video.id],
      alts: [],
      parent: null,
      fields: Object.fromEntries(fields),
    });
  }
  return ok({ success: true });
}

/** Graph API, Video, Captions: read, or added as an SRT file whose name has its locale. */
export function captions(call: Call, { token, body }: OfPage, video: Video): Answer {
  if (call.method === 'GET') {
    need(token, 'pages_read_engagement');
    return ok({ data: [...video.captions.keys()].map((locale) => ({ locale, is_default: false })) });
  }
  need(token, 'pages_manage_posts');
  onlyFields(call, ['captions_file', 'default_locale']);
  const locale = /\.([a-z]{2,3}_[A-Z]{2})\.srt$/.exec(call.fileName ?? '')?.[1];
  if (!locale) throw parameter('(#100) Invalid parameter');
  video.captions.set(locale, body.toString());
  return ok({ success: true });
}

/** A story of a photo that belongs to no post. */
export function photoStory(state: State, call: Call, { token, page }: OfPage): Answer {
  need(token, 'pages_manage_posts');
  onlyFields(call, ['photo_id']);
  const photo = state.photos.get(call.fields.get('photo_id') ?? '');
  if (!photo || photo.page !== page) throw parameter('(#100) Invalid photo_id');
  if (photo.used) throw parameter('The media has been used in a post already');
  photo.used = true;
  return ok({ success: true, post_id: addStory(state, page, { file: photo.id, type: 'IMAGE' }) });
}

/** A story of a video: start, its bytes, finish. */
export function videoStories(state: State, call: Call, { token, page }: OfPage): Answer {
  need(token, 'pages_manage_posts');
  onlyFields(call, ['upload_phase', 'video_id']);
  if (call.fields.get('upload_phase') === 'start') {
    const { id } = newVideo(state, page, { kind: 'story', size: Infinity });
    return ok({ video_id: id, upload_url: `${state.url}/video-upload/v26.0/${id}` });
  }
  const video = state.videos.get(call.fields.get('video_id') ?? '');
  if (
    call.fields.get('upload_phase') !== 'finish' ||
    !video ||
    video.page !== page ||
    video.kind !== 'story'
  ) {
    throw parameter('(#100) Invalid video_id');
  }
  if (!video.received) throw parameter('The video has not been uploaded');
  if (video.published) throw parameter('The media has been used in a post already');
  video.published = true;
  // Its bytes were taken in before; now it is made into what people see.
  video.readsLeft = state.limits.processingReads;
  return ok({ success: true, post_id: addStory(state, page, { file: video.id, type: 'VIDEO' }) });
}

const addStory = (state: State, page: Page, { file, type }: { file: string; type: string }): string => {
  const id = nextId(state);
  return add(state, page, {
    id,
    kind: 'story',
    text: '',
    type,
    files: [file],
    alts: [],
    parent: null,
    fields: {},
  }).id;
};

/** The bytes of a story's video, which go to a server of their own. */
export function receiveStory(call: Call, video: Video | undefined, body: Buffer): Answer {
  const { offset, file_size: size } = call.headers;
  if (!video || offset !== '0' || Number(size) !== body.length) {
    throw refusal(400, 'Unexpected offset or file_size', { code: 6001 });
  }
  video.received = Number.POSITIVE_INFINITY;
  return ok({ success: true });
}

/** Of the Page, newest first; one with a video once that is processed. */
export function stories(state: State, call: Call, { token, page }: OfPage): Answer {
  need(token, 'pages_read_engagement');
  onlyFields(call, ['limit', 'since', 'until', 'status', 'after']);
  const isShown = ({ files }: Entry): boolean => !((state.videos.get(files[0] ?? '')?.readsLeft ?? 0) > 0);
  const all = state.ledger.filter(
    (entry) => entry.owner === page.id && entry.kind === 'story' && !entry.deleted && isShown(entry),
  );
  return pageOf(call, all.toReversed(), (entry) => ({
    post_id: entry.id,
    status: 'PUBLISHED',
    creation_time: String(Math.floor(entry.at / 1000)),
    media_type: entry.type === 'VIDEO' ? 'video' : 'photo',
    media_id: entry.files[0],
    url: `https://facebook.com/stories/${entry.id}`,
  }));
}
