/** What `media_source` of a pin may be (developers.pinterest.com/docs/api/v5/pins-create). */
import { invalid, refusal } from './call.ts';
import type { Account, MadePin, State } from './state.ts';

type Fields = Record<string, unknown>;

/** The fields of each kind: `true` = required. */
const KINDS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  image_base64: { content_type: true, data: true, is_standard: false },
  image_url: { url: true, is_standard: false },
  multiple_image_base64: { items: true, index: false },
  multiple_image_urls: { items: true, index: false },
  video_id: {
    media_id: true,
    cover_image_url: false,
    cover_image_content_type: false,
    cover_image_data: false,
    cover_image_key_frame_time: false,
    is_standard: false,
  },
};
const ITEM: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  multiple_image_base64: { content_type: true, data: true, title: false, description: false, link: false },
  multiple_image_urls: { url: true, title: false, description: false, link: false },
};

function check(fields: Fields, known: Readonly<Record<string, boolean>>, where: string): void {
  for (const [name, required] of Object.entries(known)) {
    if (required && fields[name] === undefined) throw invalid(`${where}: '${name}' is a required property`);
  }
  const unknown = Object.keys(fields).filter((name) => !(name in known));
  if (unknown.length) throw invalid(`${where}: Additional properties are not allowed: ${unknown.join(', ')}`);
}

/** Pictures by their first bytes: the type that is named must be the one that is sent. */
const SIGNATURES: Readonly<Record<string, string>> = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e47' };

function checkBytes(type: unknown, data: unknown): void {
  const signature = SIGNATURES[String(type)];
  if (!signature) throw invalid(`content_type: '${String(type)}' is not one of ['image/jpeg', 'image/png']`);
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) throw invalid('data: not base64');
  if (!Buffer.from(data, 'base64').toString('hex').startsWith(signature)) {
    throw refusal(400, 1, 'Sorry we could not fetch the image.');
  }
}

function checkPicture(fields: Fields): void {
  if ('data' in fields) return checkBytes(fields.content_type, fields.data);
  if (!/^https?:\/\/\S+$/.test(String(fields.url))) throw invalid(`url: '${String(fields.url)}'`);
}

/** Checks it, and keeps everything but the bytes. */
export function sourceOf(
  state: State,
  account: Account,
  input: unknown,
): { source: MadePin['source']; pictures: number } {
  if (!input || typeof input !== 'object') throw invalid("'media_source' is a required property");
  const { source_type: kind, ...fields } = input as Fields;
  const known = KINDS[String(kind)];
  if (!known) throw invalid(`source_type: '${String(kind)}' is not a source type`);
  check(fields, known, 'media_source');
  const { data: _, cover_image_data: __, items, ...kept } = fields;
  const source = { ...kept, source_type: String(kind) };
  if (kind === 'video_id') {
    checkVideo(state, account, fields);
    return { source, pictures: 1 };
  }
  if (!Array.isArray(items)) {
    checkPicture(fields);
    return { source, pictures: 1 };
  }
  if (items.length < 2) throw invalid('media_source: items is too short, minItems=2');
  if (items.length > 5) throw invalid('media_source: items is too long, maxItems=5');
  for (const item of items as Fields[]) {
    check(item, ITEM[String(kind)] ?? {}, 'items');
    checkPicture(item);
    for (const name of ['title', 'description', 'link']) {
      if (item[name] !== undefined && typeof item[name] !== 'string') {
        throw invalid(`items: ${name} is not of type string`);
      }
    }
  }
  const cards = (items as Fields[]).map(({ title, description, link }) => ({ title, description, link }));
  return { source: { ...source, items: cards }, pictures: items.length };
}

function checkVideo(state: State, account: Account, fields: Fields): void {
  const upload = state.uploads.get(String(fields.media_id));
  if (!upload || upload.owner !== account) throw refusal(404, 2050, 'Media upload not found.');
  if (upload.status !== 'succeeded') throw invalid('The media is not ready');
  const hasCover = ['cover_image_url', 'cover_image_data', 'cover_image_key_frame_time'].some(
    (name) => fields[name] !== undefined,
  );
  // An integer from 0 on (pinterest/api-description v5, PinMediaSourceVideoID).
  const frame = fields.cover_image_key_frame_time;
  if (frame !== undefined && (!Number.isInteger(frame) || Number(frame) < 0)) {
    throw invalid(`cover_image_key_frame_time: ${String(frame)} is not of type integer`);
  }
  if (!hasCover) throw invalid('A cover image is required for video Pins');
  if ('cover_image_data' in fields) checkBytes(fields.cover_image_content_type, fields.cover_image_data);
}
