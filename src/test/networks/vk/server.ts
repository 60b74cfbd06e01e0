/**
 * A strict stand-in for VK: VK ID's page of consent and tokens, the API's methods for walls, and uploads
 * (id.vk.com/about/business/go/docs; dev.vk.com). It refuses what the pages do not have, in VK's words where
 * these are known. The vendor's own types check both sides (src/test/oracles/vk/).
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import { Response } from 'undici';
import type { Recorder } from '../../oracles/exchange.ts';
import { Grants, random } from '../_shared/grants.ts';
import { listen, readCall, send } from '../_shared/stand-in.ts';
import { grantOf, readParams, VkRefusal, type Answer, type Call } from './call.ts';
import { authorize, token, userInfo } from './login.ts';
import { methods } from './methods.ts';
import {
  VK_LIMITS,
  type Armed,
  type Group,
  type Item,
  type Limits,
  type Media,
  type State,
  type User,
} from './state.ts';

export interface VkOptions {
  readonly limits?: Partial<Limits>;
  readonly redirectUris?: readonly string[];
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on VK. */
export interface Vk {
  readonly url: string;
  /** The app's id; it has no secret. */
  readonly clientId: string;
  createUser(firstName: string, lastName?: string): User;
  createGroup(name: string, ...editors: User[]): Group;
  /** What stands on walls, oldest first. */
  items(): readonly Item[];
  media(): readonly Media[];
  /** The person withdraws the app's access. */
  revoke(user: User): void;
  /** Another person posts to a wall, or the person by hand. */
  addItem(item: Partial<Item> & Pick<Item, 'owner' | 'text'>): Item;
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

export async function startVk(options: VkOptions = {}): Promise<Vk> {
  const state = createState(options);
  const { url, stop } = await listen(async (request, response) =>
    send(response, await serve(state, request, options.recorder)),
  );
  state.url = url;
  return {
    url,
    clientId: state.clientId,
    createUser(firstName, lastName = 'Lovelace') {
      const user = { id: state.nextId++, firstName, lastName };
      state.users.push(user);
      return user;
    },
    createGroup(name, ...editors) {
      const id = state.nextId++;
      const group = { id, name, screenName: `club${id}`, editors: new Set(editors.map((one) => one.id)) };
      state.groups.push(group);
      return group;
    },
    items: () => state.items.map((item) => ({ ...item })),
    media: () => state.media.map((media) => ({ ...media })),
    revoke: (user) => state.grants.revoke(user),
    addItem(fields) {
      const rest = { post: null, attachments: [], guid: null, deleted: false, from: fields.owner };
      const item: Item = { ...rest, ...fields, id: state.nextId++, at: state.now().getTime() };
      state.items.push(item);
      return item;
    },
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const createState = ({ limits, redirectUris = [], now = () => new Date() }: VkOptions): State => ({
  url: '',
  clientId: '52002005',
  redirectUris,
  limits: { ...VK_LIMITS, ...limits },
  now,
  users: [],
  groups: [],
  grants: new Grants({
    seconds: limits?.tokenSeconds ?? VK_LIMITS.tokenSeconds,
    now,
    makeToken: () => `vk2.a.${random()}`,
    makeRefresh: () => `vk2.r.${random()}`,
  }),
  items: [],
  media: [],
  uploads: new Map(),
  armed: { withheld: [], forgetsKeys: false },
  nextId: 1000,
});

async function serve(state: State, request: http.IncomingMessage, recorder?: Recorder): Promise<Answer> {
  const call = await readCall(request);
  const answer = await route(state, call);
  recorder?.add({
    method: call.method,
    target: request.url ?? '/',
    request: { headers: call.headers as Record<string, string>, body: call.body },
    status: answer.status,
    answer: { headers: {}, body: Buffer.from(JSON.stringify(answer.body)) },
  });
  return answer;
}

async function route(state: State, call: Call): Promise<Answer> {
  const { method, path } = call;
  if (path === '/authorize') return authorize(state, call);
  if (method !== 'POST') return { status: 404, body: '' };
  if (path === '/oauth2/auth') return token(state, call);
  if (path === '/oauth2/user_info') return userInfo(state, call);
  if (path === '/upload/photo') return uploadPhoto(state, call);
  if (path === '/upload/video') return uploadVideo(state, call);
  if (!path.startsWith('/method/')) return { status: 404, body: '' };
  return { status: 200, body: callMethod(state, call) };
}

function callMethod(state: State, call: Call): object {
  const found = methods[call.path.slice('/method/'.length)];
  try {
    if (!found) throw new VkRefusal(3, 'Unknown method passed');
    return { response: found.handle(state, readParams(call, found), grantOf(state, call, found)) };
  } catch (error) {
    if (!(error instanceof VkRefusal)) throw error;
    return { error: { error_code: error.code, error_msg: error.message, request_params: [] } };
  }
}

async function fileOf({ headers, body }: Call, field: string): Promise<File | null> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) return null;
  const form = [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
  const [[name, file] = []] = form;
  return form.length === 1 && name === field && file instanceof File && file.size > 0 ? file : null;
}

/** A file that VK cannot read gives an empty list. */
async function uploadPhoto(state: State, call: Call): Promise<Answer> {
  const file = await fileOf(call, 'photo');
  const isPicture = file && /^image\/(jpeg|png|gif)$/.test(file.type);
  const photo = isPicture ? JSON.stringify([{ photo: randomBytes(6).toString('hex'), sizes: [] }]) : '[]';
  const hash = randomBytes(16).toString('hex');
  if (isPicture) state.uploads.set(hash, photo);
  return { status: 200, body: { server: 626_627, photo, hash } };
}

async function uploadVideo(state: State, call: Call): Promise<Answer> {
  const file = await fileOf(call, 'video_file');
  const video = state.media.find(({ name, id }) => name === 'video' && String(id) === call.query.get('id'));
  if (!file || !video) return { status: 200, body: { error: 'invalid_file' } };
  video.uploaded = true;
  return { status: 200, body: { size: file.size, video_id: video.id } };
}
