/** Everything that may be repeated: joins the conversation, uploads the files, builds the text. */
import type { Json, Provider, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, tokenOf } from './api.ts';
import { hasCode } from './errors.ts';
import { uploadFile } from './media.ts';
import { mrkdwnOf } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The final request. `since`: Slack's clock before the call in Unix seconds; our message is not older. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly channel: string;
  readonly text: string;
  /** The `ts` of the thread's first message; with that of a reply, Slack would post a separate message. */
  readonly threadTs: string | null;
  readonly files: { id: string; title: string }[];
  readonly since: number;
  /** Previews that are not as Slack has them by default; none in what an earlier version prepared. */
  readonly unfurl: { [name: string]: boolean };
}

/** Slack's servers have more than one clock, too, and the `Date` header counts whole seconds. */
const CLOCK_MARGIN_S = 60;
const UNKNOWN_CLOCK_MARGIN_S = 600;

interface Conversation {
  readonly channel: {
    readonly is_member?: boolean;
    readonly is_archived?: boolean;
    readonly is_private?: boolean;
    readonly is_im?: boolean;
  };
}

/** Nobody sees files of a request that is never sent. */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const token = tokenOf(request.channel);
  const channel = String(request.settings.channel);
  const since = await joinIfNeeded(token, channel, ctx);
  const files: Prepared['files'] = [];
  for (const [n, file] of request.item.media.entries()) {
    files.push({ id: await uploadFile(token, { file, n }, ctx), title: file.fileName });
  }
  const prepared: Prepared = {
    channel,
    text: mrkdwnOf(request.item.text),
    threadTs: request.root?.id ?? null,
    files,
    since,
    unfurl: unfurlOf(request.settings),
  };
  return prepared;
};

/** For messages of apps, Slack shows linked media but no pages (docs.slack.dev, chat.postMessage). */
function unfurlOf({ unfurl_links: links, unfurl_media: media }: Record<string, unknown>): Prepared['unfurl'] {
  return {
    ...(links === true ? { unfurl_links: true } : {}),
    ...(media === false ? { unfurl_media: false } : {}),
  };
}

/** Joins a public conversation; to a private one the app must be invited. Returns Slack's clock. */
async function joinIfNeeded(token: string, channel: string, ctx: ProviderContext): Promise<number> {
  const { body, headers } = await call<Conversation>(token, ctx, 'conversations.info', { form: { channel } });
  if (body.channel.is_archived) {
    throw new Rejected(
      sentence('network_answered', { network: 'Slack', answer: 'is_archived: the channel is archived' }),
      { networkCode: 'is_archived' },
    );
  }
  if (body.channel.is_member === false && !body.channel.is_private && !body.channel.is_im) {
    await join(token, channel, ctx);
  }
  const clock = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(clock)
    ? Math.floor(ctx.now().getTime() / 1000) - UNKNOWN_CLOCK_MARGIN_S
    : Math.floor(clock / 1000) - CLOCK_MARGIN_S;
}

async function join(token: string, channel: string, ctx: ProviderContext): Promise<void> {
  await call(token, ctx, 'conversations.join', { form: { channel } }).catch((error: unknown) => {
    if (hasCode(error, 'method_not_supported_for_channel_type')) return;
    // Without `channels:join`, posts still succeed where the app was invited.
    if (hasCode(error, 'missing_scope')) {
      throw new Rejected(sentence('slack_not_in_channel'), { networkCode: 'not_in_channel', cause: error });
    }
    throw error;
  });
}
