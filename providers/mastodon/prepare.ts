/** Everything that may be repeated: uploads the media and notes where the account's list of posts ends. */
import type { Json, Provider } from '../_kit/contract.ts';
import { accessOf, accountIdOf, call, type Status } from './api.ts';
import { uploadMedia } from './media.ts';
import { quotedBy } from './schema/quote.ts';
import { statusPoll, type Poll } from './schema/poll.ts';

/** The final request, and the newest status before it: anything created later has a greater id. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly status: string;
  readonly mediaIds: string[];
  readonly inReplyToId: string | null;
  readonly newestId: string | null;
  readonly poll: Poll | null;
  /** The post that it quotes. */
  readonly quote: string | null;
}

/** Media of a request that is never sent are removed by the instance within days. */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const access = accessOf(request.channel);
  const { body } = await call<Status[]>(
    access,
    ctx,
    `/api/v1/accounts/${accountIdOf(request.channel)}/statuses?limit=1`,
  );
  const mediaIds: string[] = [];
  for (const [n, file] of request.item.media.entries()) {
    mediaIds.push(await uploadMedia(access, { file, n }, ctx));
  }
  const prepared: Prepared = {
    status: request.item.text,
    mediaIds,
    inReplyToId: request.parent?.id ?? null,
    newestId: body[0]?.id ?? null,
    poll: statusPoll(request.settings, request.item.position),
    quote: quotedBy(request.settings, request.item.position),
  };
  return prepared;
};
