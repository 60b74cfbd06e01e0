/**
 * Calls to Slack's Web API, and the parts of its answers that this provider reads
 * (docs.slack.dev/apis/web-api).
 */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpAnswer } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure, mapCode, type ErrorBody } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://slack.com/api';

/** One argument of a method; null and undefined are omitted. */
type Argument = string | number | boolean | null | undefined;

/**
 * Arguments of a method: methods that read accept only forms, those that write also JSON
 * (docs.slack.dev/apis/web-api, "POST bodies").
 */
export type Arguments =
  | { readonly form: Readonly<Record<string, Argument>> }
  | { readonly json: Readonly<Record<string, unknown>> };

/** An answer with `ok: true`. */
export type Answer<T> = HttpAnswer<T & { readonly ok: true }>;

/**
 * Calls one method with a token.
 *
 * Slack's errors are `{"ok": false, "error": code}` with HTTP 200; only 429 and 5xx are statuses.
 *
 * @throws the typed error of the code or the status (errors.ts); `OutcomeUnknown` for a 2xx without `ok`
 */
export async function call<T>(
  token: string,
  ctx: ProviderContext,
  method: string,
  args: Arguments & { timeoutMs?: number } = { form: {} },
): Promise<Answer<T>> {
  const answer = await callJson<ErrorBody & { ok?: unknown }>(ctx.egress, `${baseUrl(ctx)}/${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...('form' in args
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : { 'content-type': 'application/json; charset=utf-8' }),
    },
    ...('form' in args ? { body: toForm(args.form) } : { json: args.json }),
    ...(args.timeoutMs ? { timeoutMs: args.timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  if (answer.body?.ok === true) return answer as unknown as Answer<T>;
  if (answer.body?.ok === false && typeof answer.body.error === 'string') {
    throw mapCode(answer.body, answer.headers, ctx.now());
  }
  throw new OutcomeUnknown(answeredWithout('Slack', 'saying whether it succeeded'));
}

/** URL of the Web API, without a trailing slash. */
export function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  return (ctx.env.SLACK_API_URL || API_URL).replace(/\/+$/, '');
}

function toForm(values: Readonly<Record<string, Argument>>): string {
  const known = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(known).toString();
}

export const tokenOf = (channel: Pick<Channel, 'credentials'>): string => channel.credentials.token ?? '';

/** `ref` of a published message: a `ts` is unique only within its conversation. */
export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
  /** Files shared with it, which are deleted along with it. */
  readonly fileIds: readonly string[];
}

/**
 * The URL has the format of `chat.getPermalink` (docs.slack.dev/reference/methods/chat.getPermalink), which
 * saves a call between the post and its record.
 */
export function toPublished(
  channel: Pick<Channel, 'details'>,
  message: MessageRef & { threadTs: string | null },
): Published {
  const { channel: conversation, ts, fileIds, threadTs } = message;
  const workspace = typeof channel.details.workspaceUrl === 'string' ? channel.details.workspaceUrl : null;
  const thread = threadTs ? `?${new URLSearchParams({ thread_ts: threadTs, cid: conversation })}` : '';
  const url = workspace
    ? `${workspace.replace(/\/+$/, '')}/archives/${conversation}/p${ts.replace('.', '')}${thread}`
    : null;
  return { id: ts, url, ref: { channel: conversation, ts, fileIds: [...fileIds] } };
}

/** A `ts` is unique only within its conversation. */
export function keyOf(published: Published): string {
  const { channel, ts } = (published.ref ?? {}) as Partial<MessageRef>;
  if (channel && ts) return `${channel}/${ts}`;
  const [, where, seconds, rest] = /\/archives\/(\w+)\/p(\d+)(\d{6})/.exec(published.url ?? '') ?? [];
  return where ? `${where}/${seconds}.${rest}` : idOf(published);
}
