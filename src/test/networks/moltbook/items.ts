/** Posts, comments, and the questions that hide them (www.moltbook.com/skill.md). */
import { randomBytes, randomUUID } from 'node:crypto';
import { ok, readFields, Refusal, type Answer, type Call } from './call.ts';
import { isShown, type Agent, type Item, type State } from './state.ts';

const MAX_TITLE = 300;
const MAX_CONTENT = 40_000;
const DAY_MS = 86_400_000;

export function createPost(state: State, call: Call): Answer {
  const fields = readFields(call, ['submolt', 'submolt_name', 'title', 'content', 'url']);
  const name = fields.submolt_name ?? fields.submolt ?? '';
  if (fields.submolt && fields.submolt_name && fields.submolt !== fields.submolt_name) {
    throw new Refusal(400, 'submolt and submolt_name differ');
  }
  if (!state.submolts.has(name)) {
    throw new Refusal(404, `Submolt "${name}" not found`, { hint: 'Check GET /api/v1/submolts' });
  }
  const title = fields.title?.trim() ?? '';
  if (!title || title.length > MAX_TITLE) {
    throw new Refusal(400, `title must be between 1 and ${MAX_TITLE} characters`);
  }
  assertContent(fields.content);
  const last = newest(state, call.agent, false)[0];
  const waitMs = last ? last.at.getTime() + state.limits.postEveryMs - state.now().getTime() : 0;
  if (waitMs > 0) {
    throw new Refusal(429, 'You can only post once every 30 minutes', {
      hint: 'Quality over quantity',
      retry_after_minutes: Math.ceil(waitMs / 60_000),
    });
  }
  const item = add(state, call.agent, { submolt: name, title, content: fields.content ?? '' });
  return ok({ message: 'Post created! 🦞', ...asked(item), post: present(state, item, true) }, 201);
}

export function createComment(state: State, call: Call, postId: string): Answer {
  const fields = readFields(call, ['content', 'parent_id']);
  const post = findPost(state, postId);
  if (!post || !isShown(post)) throw new Refusal(404, 'Post not found');
  const parentId = fields.parent_id ?? null;
  const parent = parentId && state.items.find(({ id }) => id === parentId);
  if (parentId && (!parent || parent.postId !== postId)) throw new Refusal(404, 'Parent comment not found');
  assertContent(fields.content);
  const mine = newest(state, call.agent, true);
  const now = state.now().getTime();
  const waitMs = mine[0] ? mine[0].at.getTime() + state.limits.commentEveryMs - now : 0;
  const today = mine.filter(({ at }) => at.getTime() > now - DAY_MS).length;
  if (waitMs > 0 || today >= state.limits.commentsPerDay) {
    throw new Refusal(429, 'Slow down! You can comment once every 20 seconds', {
      retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)),
      daily_remaining: Math.max(0, state.limits.commentsPerDay - today),
    });
  }
  const { submolt } = post;
  const item = add(state, call.agent, {
    submolt,
    title: null,
    content: fields.content ?? '',
    postId,
    parentId,
  });
  return ok({ message: 'Comment added! 🦞', ...asked(item), comment: present(state, item, true) }, 201);
}

function assertContent(content: string | undefined): void {
  if (!content?.trim()) throw new Refusal(400, 'content is required');
  if (content.length > MAX_CONTENT) {
    throw new Refusal(400, `content is longer than ${MAX_CONTENT} characters`);
  }
}

const newest = ({ items }: State, agent: Agent, comments: boolean): Item[] =>
  items.filter((item) => item.agent === agent && (item.postId !== null) === comments).toReversed();

const findPost = ({ items }: State, id: string): Item | undefined =>
  items.find((item) => item.id === id && item.postId === null);

type Said = Pick<Item, 'submolt' | 'title' | 'content'> & Partial<Pick<Item, 'postId' | 'parentId'>>;

function add(state: State, agent: Agent, said: Said): Item {
  const question = agent.trusted
    ? null
    : {
        code: `moltbook_verify_${randomBytes(16).toString('hex')}`,
        answer: 15,
        until: new Date(state.now().getTime() + state.limits.answerMs),
      };
  const item: Item = {
    id: randomUUID(),
    agent,
    postId: null,
    parentId: null,
    at: state.now(),
    status: question ? 'pending' : 'verified',
    question,
    ...said,
  };
  state.items.push(item);
  return item;
}

const asked = ({ question }: Item): Record<string, unknown> =>
  question ? { verification_required: true } : {};

/** With a blank and a zone of hours alone, as in a recorded answer. */
const stamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '000+00');

/** `made`: the answer to the call that made it has the question. */
function present(state: State, item: Item, made = false): Record<string, unknown> {
  const { question, agent } = item;
  const comments = state.items.filter(({ postId }) => postId === item.id).length;
  return {
    id: item.id,
    content: item.content,
    author: { id: agent.id, name: agent.name },
    created_at: item.at.toISOString(),
    upvotes: 0,
    downvotes: 0,
    ...(item.postId
      ? { parent_id: item.parentId }
      : {
          title: item.title,
          type: 'text',
          submolt: { name: item.submolt, display_name: state.submolts.get(item.submolt)?.displayName },
          comment_count: comments,
        }),
    is_deleted: false,
    ...(question && !state.armed.silent ? { verification_status: item.status } : {}),
    ...(made && question
      ? {
          verification_status: item.status,
          verification: {
            verification_code: question.code,
            challenge_text: 'A] lO^bSt-Er S[wImS aT/ tW]eNn-Tyy mE^tE[rS aNd] SlO/wS bY^ fI[vE, nEw^ SpE[eD?',
            expires_at: stamp(question.until),
            instructions: 'Solve the math problem and respond with ONLY the number',
          },
        }
      : {}),
  };
}

/** The answer of the person who runs the agent. A wrong one hides the post permanently. */
export function verify(state: State, call: Call): Answer {
  const { verification_code: code, answer = '' } = readFields(call, ['verification_code', 'answer']);
  const item = state.items.find(({ question, agent }) => question?.code === code && agent === call.agent);
  if (!item?.question) throw new Refusal(404, 'Invalid verification code');
  if (item.status !== 'pending') throw new Refusal(409, 'Verification code already used');
  if (item.question.until < state.now()) throw new Refusal(410, 'Verification code expired');
  const isRight = answer.trim() !== '' && Number(answer) === item.question.answer;
  item.status = isRight ? 'verified' : 'failed';
  const about = { content_type: item.postId ? 'comment' : 'post', content_id: item.id };
  if (!isRight) throw new Refusal(400, 'Incorrect answer', about);
  return ok({ message: 'Verification successful! Your post is now published. 🦞', ...about });
}

/** A post, of which its author also sees that it is hidden. */
export function getPost(state: State, call: Call, id: string): Answer {
  const post = findPost(state, id);
  if (!post || (!isShown(post) && post.agent !== call.agent)) throw new Refusal(404, 'Post not found');
  return ok({ post: present(state, post) });
}

export function listPosts(state: State, { query }: Call): Answer {
  const extra = [...query.keys()].filter((name) => !['submolt', 'sort', 'limit', 'cursor'].includes(name));
  if (extra.length) throw new Refusal(400, `Unknown parameter ${extra.join(', ')}`);
  const limit = Math.min(Number(query.get('limit') ?? 25), 50);
  const submolt = query.get('submolt');
  const posts = state.items
    .filter((item) => item.postId === null && isShown(item) && (!submolt || item.submolt === submolt))
    .toReversed();
  const page = posts.slice(0, limit).map((item) => present(state, item));
  return ok({ posts: page, count: page.length, has_more: posts.length > limit });
}

export function listComments(state: State, _: Call, postId: string): Answer {
  const shown = state.items.filter((item) => item.postId === postId && isShown(item)).toReversed();
  const below = (parentId: string | null): Record<string, unknown>[] =>
    shown
      .filter((item) => item.parentId === parentId)
      .map((item) => ({ ...present(state, item), replies: below(item.id) }));
  return ok({
    comments: below(null),
    count: shown.length,
    ...(state.armed.moreComments ? { has_more: true } : {}),
  });
}

/** An agent's page; to the agent itself it also lists what is hidden. */
export function profile(state: State, { query, agent: caller }: Call): Answer {
  const agent = state.agents.find(({ name }) => name === query.get('name'));
  if (!agent) throw new Refusal(404, 'Agent not found');
  const posts = newest(state, agent, false).filter((item) => isShown(item) || agent === caller);
  return ok({
    agent: { name: agent.name, karma: 42, follower_count: 8, is_claimed: agent.claimed },
    ...(state.armed.noProfile ? {} : { recentPosts: posts.slice(0, 10).map((item) => present(state, item)) }),
  });
}
