/** Uploads: a lease, then the form of Amazon's storage, with every field of the lease and the file last. */
import { randomBytes } from 'node:crypto';
import { ok, readForm, readParts, refusal, type Answer, type Call, type Route } from './call.ts';
import { newId, type State } from './state.ts';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'video/quicktime']);

async function lease(state: State, call: Call): Promise<Answer> {
  const { filepath, mimetype = '' } = await readForm(call, ['api_type', 'filepath', 'mimetype']);
  if (!filepath || !TYPES.has(mimetype)) throw refusal(400);
  const id = `${newId(state)}${randomBytes(4).toString('hex')}`;
  const fields = Object.entries({
    acl: 'private',
    key: id,
    'x-amz-credential': 'ASIA/us-east-1/s3/aws4_request',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-date': state
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, ''),
    success_action_status: '201',
    'content-type': mimetype,
    'x-amz-storage-class': 'STANDARD',
    'x-amz-meta-ext': filepath.split('.').at(-1) ?? '',
    policy: randomBytes(30).toString('base64'),
    'x-amz-signature': randomBytes(32).toString('hex'),
  }).map(([name, value]) => ({ name, value }));
  state.assets.set(id, { id, key: id, mime: mimetype, fields, bytes: null, usedBy: null });
  const webSocket = `wss://k8s-lb.wss.redditmedia.com/${id}?m=${randomBytes(12).toString('base64url')}`;
  return ok({
    args: { action: `${state.url}/storage`, fields },
    asset: { asset_id: id, processing_state: 'incomplete', payload: { filepath }, websocket_url: webSocket },
  });
}

const xml = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  headers: { 'content-type': 'application/xml', ...headers },
});
const failed = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** The storage takes no token: the lease is signed. */
export async function store(state: State, call: Call): Promise<Answer> {
  if (call.headers.authorization) return failed(400, 'InvalidArgument');
  const parts = await readParts(call);
  const key = parts.find(([name]) => name === 'key')?.[1];
  const asset = state.assets.get(String(key));
  const file = parts.at(-1)?.[1];
  if (!asset) return failed(403, 'AccessDenied');
  const sent = parts.slice(0, -1).map(([name, value]) => `${name}=${String(value)}`);
  const wanted = asset.fields.map(({ name, value }) => `${name}=${value}`);
  if (sent.toSorted().join('\n') !== wanted.toSorted().join('\n')) return failed(403, 'AccessDenied');
  if (parts.at(-1)?.[0] !== 'file' || !(file instanceof Blob)) return failed(400, 'InvalidArgument');
  if (file.size > state.limits.fileBytes) return failed(400, 'EntityTooLarge');
  asset.bytes = file.size;
  const location = `${state.url}/storage/${asset.key}`;
  return xml(201, `<PostResponse><Location>${location}</Location><Key>${asset.key}</Key></PostResponse>`, {
    location,
  });
}

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/media\/asset\.json$/, scope: 'submit', handle: lease },
];
