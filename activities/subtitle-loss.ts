import type { Channel, Provider, ProviderContext } from '../providers/_kit/contract.ts';
import { wordsWithoutSecrets } from '../src/channels/without-secrets.ts';
import type { ActivityDeps } from './deps.ts';
import { noteLoss } from './ledger/note-loss.ts';
import type { PartKey } from './ledger/part-key.ts';
import { reasonOf } from '../src/platform/reason-of.ts';

/** The callback of a provider for a video that is published without its subtitles. */
export const subtitleLoss =
  (
    { database }: Pick<ActivityDeps, 'database'>,
    key: PartKey,
    { provider, channel }: { readonly provider: Provider; readonly channel: Channel },
  ): NonNullable<ProviderContext['noteLoss']> =>
  (_, text) => {
    const detail = reasonOf(wordsWithoutSecrets(provider, channel, text));
    return noteLoss(database, key, { loss: 'without_subtitles', detail });
  };
