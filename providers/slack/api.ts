/** Calls to Slack's Web API, and what of its answers this provider reads (docs.slack.dev/apis/web-api). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpAnswer } from '../_kit/http.ts';
import { mapFailure, mapRefusal, type Refusal } from './errors.ts';

/** Where the Web API is, unless SLACK_API_URL names another place. */
export const API_URL = 'https://slack.com/api';

/** One argument of a method. Absent values are left out. */
type Argument = string | number | boolean | null | undefined;

/**
 * Arguments of a method: reads take a form only, methods that write take JSON as well
 * (docs.slack.dev/apis/web-api, "POST bodies").
 */
export type Arguments =
  | { readonly form: Readonly<Record<string, Argument>> }
  | { readonly json: Readonly<Record<string, unknown>> };

/** An answer whose `ok` was true. */
export type Answer<T> = HttpAnswer<T & { readonly ok: true }>;

/**
 * Calls one method with a token.
 *
 * Slack refuses with HTTP 200 and `{"ok": false, "error": word}`; only 429 and 5xx come as a status.
 *
 * @throws the error that `errors.ts` makes of the word or the status; `OutcomeUnknown` for a 2xx without `ok`
 */
export async function call<T>(
  token: string,
  ctx: ProviderContext,
  method: string,
  args: Arguments & { timeoutMs?: number } = { form: {} },
): Promise<Answer<T>> {
  const answer = await callJson<Refusal & { ok?: unknown }>(ctx.egress, `${baseUrl(ctx)}/${method}`, {
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
    throw mapRefusal(answer.body, answer.headers, ctx.now());
  }
  throw new OutcomeUnknown(`Slack answered ${method} without saying whether it is done`);
}

/** Where the Web API is, without a slash at the end. */
export function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  return (ctx.env.SLACK_API_URL || API_URL).replace(/\/+$/, '');
}

function toForm(values: Readonly<Record<string, Argument>>): string {
  const known = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(known).toString();
}

/** The token of a connected channel. */
export const tokenOf = (channel: Pick<Channel, 'credentials'>): string => channel.credentials.token ?? '';

/** What a published message is remembered by: a `ts` is unique only together with its conversation. */
export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
  /** Files that were shared with it, to be deleted along with it. */
  readonly fileIds: readonly string[];
}

/**
 * How a message is referred to later. Its address has the form that `chat.getPermalink` gives
 * (docs.slack.dev/reference/methods/chat.getPermalink), so that no further call stands between the post and
 * its record.
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
