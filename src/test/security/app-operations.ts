/**
 * A valid request to each operation of the web app, and who may send it. An operation without a line fails
 * the tests that read this.
 */
import { createECDH, createHash } from 'node:crypto';
import { hashPassword } from '../../accounts/passwords.ts';
import { issueUserToken } from '../../accounts/user-tokens.ts';
import { exchangeOf } from '../../oauth/fixtures/flow.ts';
import { appOperations } from '../../run/operations.ts';
import type { Operation } from '../../http/operation.ts';
import { newCode } from '../../short-links/code.ts';
import { FUTURE, UNKNOWN_ID, buildPost, setState, sql } from '../factories.ts';
import type { TestPerson } from '../person.ts';
import { PASSWORD } from '../sign-in.ts';
import { plugged } from './plugged-lines.ts';
import { EMPTY_DOCUMENT, anotherCode, putInDoubt, type Thing, type World } from './world.ts';

/**
 * The least privilege that a session must have. `open`: no session is needed. `person`: signed in, with any
 * memberships. `operator`: of the instance.
 */
export type Least = 'open' | 'person' | 'member' | 'admin' | 'owner' | 'operator';

/** One line. `of` = what the path names; `body` is valid; `status` = the answer to it (default 200). */
export interface Line {
  readonly least: Least;
  readonly thing?: Thing;
  readonly body?: (world: World) => unknown;
  readonly status?: number;
}

const REDIRECT = 'https://app.example/other';
const newPerson = (email: string): object => ({ name: 'Mia', email, password: PASSWORD });
const fresh = (world: World): string =>
  `new-${createHash('sha256').update(world.organizationId).digest('hex').slice(0, 12)}@example.org`;
const linkFor = async (
  { crier, member }: World,
  kind: 'activation' | 'reset',
): Promise<{ token: string }> => {
  if (kind === 'activation') {
    await sql(crier, 'update user_account set activated_at = null where id = $1', [member.id]);
  }
  const passwordHash = await hashPassword(PASSWORD);
  return { token: (await issueUserToken(crier.context, { userId: member.id, kind, passwordHash })).token };
};
const invitation = async ({ owner }: World): Promise<{ token: string }> => {
  const { body } = await owner.call<{ link: string }>('POST', '/organization/invitations', {
    body: { role: 'member' },
  });
  return { token: body.link.split('#token=')[1] ?? '' };
};
const withoutApp = async ({ crier, organizationId }: World): Promise<object> => {
  await sql(crier, 'delete from oauth_app where organization_id = $1', [organizationId]);
  return { name: 'Bot', redirectUrl: REDIRECT };
};
const release = async ({ crier, things }: World): Promise<object> => {
  await setState(crier, things.post, 'published');
  await sql(crier, "update post set release_id = 'missing' where id = $1", [things.post]);
  return { releaseId: '42' };
};
const doubt = async (world: World): Promise<object> => {
  await putInDoubt(world);
  return { decision: 'drop' };
};
/** One that is not disabled yet. */
const shortLink = async ({ crier, organizationId, things }: World): Promise<object> => {
  const code = newCode();
  const shortURL = `https://crier.example/s/${code}`;
  await sql(
    crier,
    `insert into short_link (id, organization_id, post_id, url, url_hash, target, short_url, service, code)
      values (gen_random_uuid(), $1, $2, $3, $4, $3, $3, 'crier', $4)`,
    [organizationId, things.post, shortURL, code],
  );
  return { shortURL, disabled: true };
};
const stateOf = async (person: TestPerson): Promise<string> =>
  new URL((await person.call<{ url: string }>('GET', '/social/pages')).body.url).searchParams.get('state') ??
  '';
const choiceOf = async ({ owner }: World): Promise<object> => {
  const { body } = await owner.call<{ choose: { connectId: string } }>('POST', '/integrations/social/pages', {
    body: { state: await stateOf(owner), code: 'good' },
  });
  return { connectId: body.choose.connectId, accountId: '1' };
};

/** By operationId. */
export const LINES: Readonly<Record<string, Line>> = {
  getAppOpenApi: { least: 'open' },
  getSetup: { least: 'open' },
  showConsent: { least: 'open' },
  setUp: {
    least: 'open',
    body: (world) => ({ ...newPerson(fresh(world)), organization: 'Taken over', timeZone: 'UTC' }),
    status: 201,
  },
  register: { least: 'open', body: (world) => newPerson(fresh(world)), status: 201 },
  signIn: { least: 'open', body: ({ owner }) => ({ email: owner.email, password: PASSWORD }) },
  forgotPassword: { least: 'open', body: ({ owner }) => ({ email: owner.email }) },
  resendActivation: { least: 'open', body: ({ owner }) => ({ email: owner.email }) },
  resetPassword: {
    least: 'open',
    body: async (world) => ({ ...(await linkFor(world, 'reset')), password: 'another long password' }),
  },
  activate: {
    least: 'open',
    body: async (world) => ({ ...(await linkFor(world, 'activation')), password: PASSWORD }),
  },
  previewInvitation: { least: 'open', body: invitation },
  acceptInvitation: { least: 'person', body: invitation },
  exchangeCode: { least: 'open', body: async (world) => exchangeOf(world.app, await anotherCode(world)) },
  revokeToken: {
    least: 'open',
    body: ({ app, token }) => ({ token, client_id: app.clientId, client_secret: app.clientSecret }),
  },
  signOut: { least: 'person' },
  getMe: { least: 'person' },
  getSelf: { least: 'member' },
  updateSelf: { least: 'person', body: () => ({ name: 'Ada' }) },
  changePassword: { least: 'person', body: () => ({ current: PASSWORD, next: 'another long password' }) },
  listSessions: { least: 'person' },
  endSession: { least: 'person', thing: 'session' },
  listUsers: { least: 'operator' },
  getTemporal: { least: 'person' },
  getStatus: { least: 'person' },
  getInstance: { least: 'operator' },
  resumePublishing: { least: 'operator', body: () => ({ action: 'now' }), status: 409 },
  freezePublishing: { least: 'operator', body: () => ({ reason: 'Moving' }) },
  listOrganizations: { least: 'person' },
  createOrganization: { least: 'person', body: () => ({ name: 'Another' }), status: 201 },
  switchOrganization: { least: 'person', body: ({ organizationId }) => ({ organizationId }) },
  getOrganization: { least: 'member' },
  updateOrganization: { least: 'admin', body: () => ({ name: 'Renamed' }) },
  deleteOrganization: { least: 'owner', body: () => ({ name: 'Cafe Nord' }) },
  leaveOrganization: { least: 'member' },
  listMembers: { least: 'member' },
  setRole: { least: 'admin', thing: 'member', body: () => ({ role: 'admin' }) },
  removeMember: { least: 'admin', thing: 'member' },
  listInvitations: { least: 'admin' },
  inviteMember: { least: 'admin', body: () => ({ role: 'member' }), status: 201 },
  revokeInvitation: { least: 'admin', thing: 'invitation' },
  listApiKeys: { least: 'admin' },
  createApiKey: { least: 'admin', body: () => ({ name: 'ci' }), status: 201 },
  revokeApiKey: { least: 'admin', thing: 'key' },
  rotateApiKey: { least: 'admin' },
  listAudit: { least: 'admin' },
  getBilling: { least: 'member' },
  startCheckout: { least: 'owner', body: () => ({ plan: 'team' }), status: 409 },
  openPortal: { least: 'owner' },
  decideConsent: {
    least: 'person',
    body: ({ app }) => ({ client_id: app.clientId, action: 'approve' }),
    status: 201,
  },
  getOAuthApp: { least: 'admin' },
  createOAuthApp: { least: 'admin', body: withoutApp, status: 201 },
  updateOAuthApp: { least: 'admin', body: () => ({ name: 'Renamed' }) },
  deleteOAuthApp: { least: 'admin' },
  rotateOAuthAppSecret: { least: 'admin' },
  listApps: { least: 'admin' },
  createApp: { least: 'admin', body: () => ({ name: 'Bot', redirectUrl: REDIRECT }), status: 201 },
  getApp: { least: 'admin', thing: 'app' },
  updateApp: { least: 'admin', thing: 'app', body: () => ({ redirectUrl: REDIRECT }) },
  deleteApp: { least: 'admin', thing: 'app' },
  rotateAppSecret: { least: 'admin', thing: 'app' },
  listApprovedApps: { least: 'person' },
  revokeApproval: { least: 'person', thing: 'approval' },
  listProviders: { least: 'member' },
  setOwnApp: { least: 'admin', body: () => ({ clientId: '1.2', clientSecret: 'from-the-vendor' }) },
  removeOwnApp: { least: 'admin' },
  tryOwnApp: { least: 'admin', body: () => ({ clientId: '1.2', clientSecret: 'from-the-vendor' }) },
  getConnectUrl: { least: 'admin' },
  previewConnect: { least: 'open', body: () => ({ state: 'x' }) },
  finishConnect: {
    least: 'admin',
    body: async ({ owner }) => ({ state: await stateOf(owner), code: 'good' }),
    status: 201,
  },
  chooseAccount: { least: 'admin', body: choiceOf, status: 201 },
  connectWithCredentials: { least: 'admin', body: () => ({ fields: { name: 'Second' } }), status: 201 },
  createPost: { least: 'member', body: ({ things }) => buildPost(things.channel), status: 201 },
  listPosts: { least: 'member' },
  getPost: { least: 'member', thing: 'post' },
  editPost: { least: 'member', thing: 'post', body: () => ({ content: 'mine now' }) },
  selectOccurrences: { least: 'member', thing: 'post', body: () => ({ scope: 'this' }), status: 201 },
  previewRepeat: { least: 'member', body: () => ({ repeat: 'FREQ=DAILY', date: FUTURE }), status: 201 },
  readTable: { least: 'member', body: () => ({ content: '' }), status: 201 },
  planTable: {
    least: 'member',
    body: () => ({ names: ['text'], columns: ['content'], rows: [{ line: 2, cells: ['x'] }] }),
    status: 201,
  },
  reschedulePosts: { least: 'member', body: ({ things }) => ({ posts: [{ id: things.post }] }), status: 201 },
  deletePostGroup: { least: 'member', thing: 'group' },
  deletePost: { least: 'member', thing: 'post' },
  setPostStatus: { least: 'member', thing: 'post', body: () => ({ status: 'draft' }) },
  setPostSettings: { least: 'member', thing: 'post', body: () => ({ settings: { __type: 'sandbox' } }) },
  retryPost: { least: 'member', thing: 'post' },
  resolvePost: { least: 'member', thing: 'post', body: doubt, status: 201 },
  listMissingContent: { least: 'member', thing: 'post' },
  restorePost: { least: 'member', thing: 'post', status: 409 },
  lookAtOccurrences: { least: 'member', thing: 'post' },
  rejoinSeries: { least: 'member', thing: 'post', status: 409 },
  getPostStory: { least: 'member', thing: 'post' },
  listPostSummaries: { least: 'member' },
  listNumbers: { least: 'member' },
  listPostNumbers: { least: 'member' },
  exportNumbers: { least: 'member' },
  getPostAnalytics: { least: 'member', thing: 'post' },
  setReleaseId: { least: 'member', thing: 'post', body: release },
  switchShortLink: { least: 'admin', body: shortLink },
  uploadFile: { least: 'member' },
  uploadFromUrl: { least: 'member', body: () => ({ url: 'https://127.0.0.1:1/photo.png' }), status: 400 },
  beginDirectUpload: { least: 'member', body: () => ({ size: 5 }), status: 409 },
  completeDirectUpload: { least: 'member', thing: 'directUpload', body: () => ({}), status: 404 },
  fitMedia: { least: 'member', thing: 'media', body: () => ({ for: 'sandbox' }) },
  convertVideo: { least: 'member', thing: 'media', status: 400 },
  trimVideo: { least: 'member', thing: 'media', body: () => ({ endMs: 1000 }), status: 400 },
  getVideoJob: { least: 'member', thing: 'videoJob' },
  listChannels: { least: 'member' },
  updateChannel: { least: 'admin', thing: 'channel', body: () => ({ disabled: true }) },
  listChannelGroups: { least: 'member' },
  createChannelGroup: { least: 'admin', body: () => ({ name: 'Another group' }), status: 201 },
  renameChannelGroup: { least: 'admin', thing: 'channelGroup', body: () => ({ name: 'Renamed' }) },
  deleteChannelGroup: { least: 'admin', thing: 'channelGroup' },
  listWebhooks: { least: 'admin' },
  createWebhook: { least: 'admin', body: () => ({ url: 'https://example.com/other' }), status: 201 },
  getWebhook: { least: 'admin', thing: 'webhook' },
  updateWebhook: { least: 'admin', thing: 'webhook', body: () => ({ name: 'Renamed' }) },
  deleteWebhook: { least: 'admin', thing: 'webhook' },
  rotateWebhookSecret: { least: 'admin', thing: 'webhook', status: 201 },
  testWebhook: { least: 'admin', thing: 'webhook', status: 201 },
  listDeliveries: { least: 'admin', thing: 'webhook' },
  // It names a delivery as well, which there is none of by this id.
  resendDelivery: { least: 'admin', thing: 'webhook', status: 404 },
  resendDeliveries: { least: 'admin', thing: 'webhook', body: () => ({ since: FUTURE }), status: 201 },
  createListener: { least: 'admin', body: () => ({}), status: 201 },
  takeEvents: { least: 'admin', thing: 'listener', body: () => ({}), status: 201 },
  deleteListener: { least: 'admin', thing: 'listener' },
  listMedia: { least: 'member' },
  getMedia: { least: 'member', thing: 'media' },
  getMediaReach: { least: 'member' },
  listMediaTags: { least: 'member' },
  changeMediaTags: {
    least: 'member',
    body: ({ things }) => ({ ids: [things.media], add: ['mine'] }),
    status: 201,
  },
  updateMedia: { least: 'member', thing: 'media', body: () => ({ alt: 'mine now' }) },
  deleteMedia: { least: 'member', thing: 'media' },
  listIntegrations: { least: 'member' },
  listNetworks: { least: 'member' },
  getIntegrationSettings: { least: 'member', thing: 'channel' },
  triggerIntegrationTool: {
    least: 'member',
    thing: 'channel',
    body: () => ({ methodName: 'channels', data: {} }),
    status: 404,
  },
  findSlot: { least: 'member', thing: 'channel' },
  getAnalytics: { least: 'member', thing: 'channel' },
  deleteIntegration: { least: 'admin', thing: 'channel' },
  listGroups: { least: 'member' },
  getCalendar: { least: 'member' },
  listNotifications: { least: 'member' },
  listOwnNotifications: { least: 'member' },
  markNotifications: { least: 'member', body: () => ({}), status: 201 },
  getNotificationChoices: { least: 'person' },
  saveNotificationChoices: {
    least: 'person',
    body: () => ({ topics: [{ topic: 'posts', app: true, mail: 'daily' }] }),
  },
  addBrowser: {
    least: 'person',
    body: () => ({
      endpoint: 'https://push.example/send/1',
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    }),
    status: 201,
  },
  removeBrowser: { least: 'person' },
  stopMails: { least: 'open', status: 400 },
  streamEvents: { least: 'member' },
  readLinkCard: { least: 'member', body: () => ({ url: 'https://10.0.0.1/' }), status: 400 },
  splitPost: {
    least: 'member',
    body: ({ things }) => ({ text: 'Soup', posts: [{ integration: { id: things.channel } }] }),
    status: 201,
  },
  checkPost: { least: 'member', body: ({ things }) => buildPost(things.channel), status: 201 },
  listCompositions: { least: 'member' },
  createComposition: { least: 'member', body: () => ({ document: EMPTY_DOCUMENT }), status: 201 },
  getComposition: { least: 'member', thing: 'composition' },
  getSentPosts: { least: 'member', thing: 'composition' },
  saveComposition: {
    least: 'member',
    thing: 'composition',
    body: () => ({ document: EMPTY_DOCUMENT, revision: 1 }),
  },
  deleteComposition: { least: 'member', thing: 'composition' },
  listSnippets: { least: 'member' },
  createSnippet: {
    least: 'member',
    body: () => ({ kind: 'signature', name: 'Hours', parts: ['Open daily'] }),
    status: 201,
  },
  deleteSnippet: { least: 'member', thing: 'snippet' },
  listHashtagSets: { least: 'member' },
  createHashtagSet: { least: 'member', body: () => ({ name: 'Bakery', tags: ['bread'] }), status: 201 },
  changeHashtagSet: { least: 'member', thing: 'hashtagSet', body: () => ({ tags: ['mine'] }) },
  deleteHashtagSet: { least: 'member', thing: 'hashtagSet' },
  isConnected: { least: 'member' },
  ...Object.fromEntries(plugged),
};

/** Every operation of the web app with its line, by method and path. */
export const named: readonly (readonly [string, Operation, Line])[] = appOperations().flatMap((operation) => {
  const line = LINES[operation.id];
  return line ? [[`${operation.method.toUpperCase()} ${operation.path}`, operation, line] as const] : [];
});

/**
 * The networks in paths belong to nobody: `sandbox` takes credentials, `pages` is an OAuth network that the
 * test made.
 */
export const pathOf = ({ id, path }: Operation, named_: string): string =>
  path
    .replace('{provider}', id === 'connectWithCredentials' ? 'sandbox' : 'pages')
    .replaceAll(/\{\w+\}/g, named_);

/** Unknown and malformed ids. */
export const NO_IDS = ['1', 'cxa1b2c3d4e5f6g7h8i9j0k1l', `${UNKNOWN_ID}'`, '%00'];
export { FUTURE, UNKNOWN_ID };
