/** Videos: a registration, then the form of Amazon's storage, with every field and the file last. */
import { randomBytes } from 'node:crypto';
import { invalid, ok, readJson, readParts, refusal, type Answer, type Call, type Route } from './call.ts';
import { newId, type State, type Token } from './state.ts';

function register(state: State, call: Call, { account }: Token): Answer {
  const body = readJson(call);
  if (body.media_type !== 'video' || Object.keys(body).length !== 1) {
    throw invalid("'media_type' is not one of ['video']");
  }
  const id = newId(state);
  const parameters = {
    'x-amz-date': '20261123T100000Z',
    'x-amz-signature': randomBytes(32).toString('hex'),
    'x-amz-security-token': randomBytes(24).toString('base64'),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: `uploads/${id.slice(-2)}/video:${id}:${account.id}`,
    policy: randomBytes(30).toString('base64'),
    'x-amz-credential': 'ASIA/20261123/us-east-1/s3/aws4_request',
    'Content-Type': 'multipart/form-data',
  };
  state.uploads.set(id, { id, owner: account, parameters, status: 'registered', readsLeft: 0 });
  return ok(
    { media_id: id, media_type: 'video', upload_url: `${state.url}/storage/`, upload_parameters: parameters },
    201,
  );
}

const failed = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  headers: { 'content-type': 'application/xml' },
});

/** The storage takes no token: the form is signed. */
export async function store(state: State, call: Call): Promise<Answer> {
  if (call.headers.authorization) return failed(400, 'InvalidArgument');
  const parts = await readParts(call);
  const key = parts.find(([name]) => name === 'key')?.[1];
  const upload = [...state.uploads.values()].find(({ parameters }) => parameters.key === key);
  if (!upload) return failed(403, 'AccessDenied');
  const sent = parts.slice(0, -1).map(([name, value]) => `${name}=${String(value)}`);
  const wanted = Object.entries(upload.parameters).map(([name, value]) => `${name}=${value}`);
  if (sent.toSorted().join('\n') !== wanted.toSorted().join('\n')) return failed(403, 'AccessDenied');
  const [name, file] = parts.at(-1) ?? [];
  if (name !== 'file' || !(file instanceof Blob)) return failed(400, 'InvalidArgument');
  if (file.size > state.limits.fileBytes) return failed(400, 'EntityTooLarge');
  upload.status = 'processing';
  upload.readsLeft = state.armed.processingReads;
  return { status: 204, body: '' };
}

function show(state: State, { params }: Call, { account }: Token): Answer {
  const upload = state.uploads.get(params[0] ?? '');
  if (!upload || upload.owner !== account) throw refusal(404, 2050, 'Media upload not found.');
  if (upload.status === 'processing' && upload.readsLeft-- <= 0) {
    upload.status = state.armed.failProcessing ? 'failed' : 'succeeded';
  }
  return ok({ media_id: upload.id, media_type: 'video', status: upload.status });
}

const SCOPES = { write: ['pins:read', 'pins:write'], read: ['pins:read'] };

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v5\/media$/, scopes: SCOPES.write, category: 'org_write', handle: register },
  { method: 'GET', path: /^\/v5\/media\/(\d+)$/, scopes: SCOPES.read, category: 'org_read', handle: show },
];
