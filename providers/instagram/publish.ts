/** The call that publishes a container, the one that comments, and the one that deletes a post. */
import type { Channel, Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError } from '../_kit/errors.ts';
import { publishSteps } from '../_kit/publish-steps.ts';
import { callsOf, commentAsPublished, profileUrl, toPublished, type Media } from './api.ts';
import type { Login } from './api.ts';
import type { GraphCalls } from '../_shared/meta/graph.ts';
import { removeAll } from '../_shared/meta/posts.ts';
import { readContainer, type Prepared, type PreparedPost } from './prepare.ts';
import { acceptedWithoutId } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const CALL_MS = 40_000;

export const publishOf =
  (login: Login): Provider['publish'] =>
  async ({ channel }, stored, ctx) => {
    const prepared = stored as Prepared;
    const call = callsOf(login, channel, ctx);
    if (prepared.kind === 'comment') {
      return { status: 'published', published: await comment(call, channel, prepared) };
    }
    const [id, ...others] = await publishContainers(login, channel, prepared, ctx);
    if (!id) throw new OutcomeUnknown(sentence('instagram_all_stories_published'));
    const permalink = await readPermalink(call, id);
    return { status: 'published', published: toPublished(channel, { id, permalink }, others) };
  };

/**
 * Each story is a container of its own, which becomes one post only and reports whether it has; only the
 * answer to its call has the id of that post.
 */
async function publishContainers(
  login: Login,
  channel: Channel,
  { containers }: PreparedPost,
  ctx: ProviderContext,
): Promise<string[]> {
  const call = callsOf(login, channel, ctx);
  const made = await publishSteps<string | null>({
    steps: containers.length,
    noun: 'stories',
    findMade: () => Promise.all(containers.map((container) => whetherMade(call, container))),
    send: (n) => publishContainer({ login, channel, call }, containers[n] ?? ''),
    callMs: CALL_MS,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return made.filter((id) => id !== null);
}

const whetherMade = async (call: GraphCalls, container: string): Promise<null | undefined> =>
  (await readContainer(call, container)).status_code === 'PUBLISHED' ? null : undefined;

async function publishContainer(
  { login, channel, call }: { login: Login; channel: Channel; call: GraphCalls },
  container: string,
): Promise<string> {
  const { id } = await call<{ id?: string }>(`/${channel.internalId}/media_publish`, {
    form: { creation_id: container },
    timeoutMs: CALL_MS,
  });
  if (!id) throw new OutcomeUnknown(acceptedWithoutId(login.name, 'the post'));
  return id;
}

async function comment(
  call: GraphCalls,
  channel: Channel,
  { post, text }: { post: string; text: string },
): Promise<Published> {
  const { id } = await call<{ id?: string }>(`/${post}/comments`, {
    form: { message: text },
    timeoutMs: CALL_MS,
  });
  if (!id) throw new OutcomeUnknown(acceptedWithoutId('Instagram', 'the comment'));
  return commentAsPublished(id, post, (await readPermalink(call, post)) ?? profileUrl(channel));
}

/** The post is published in any case: without an answer, people get the URL of the profile. */
async function readPermalink(call: GraphCalls, id: string): Promise<string | undefined> {
  try {
    return (await call<Media>(`/${id}`, { query: { fields: 'id,permalink' } })).permalink;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw new OutcomeUnknown(sentence('published_without_url'), { cause: error });
  }
}

/** Deletes what a part has become. */
export const removeOf =
  (login: Login): NonNullable<Provider['remove']> =>
  (channel, published, ctx) =>
    removeAll(callsOf(login, channel, ctx), published);
