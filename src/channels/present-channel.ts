import type { Provider } from '../../providers/_kit/contract.ts';
import { knownFields } from './connect/known-fields.ts';
import { postingTimesOf, timesIn } from './posting-times.ts';
import type { ChannelHealthRow } from './read-health.ts';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A channel as its page shows it. Posting times are minutes after midnight in the organisation's zone. */
export function presentChannel(
  row: ChannelHealthRow,
  options: {
    providers: ReadonlyMap<string, Pick<Provider, 'name' | 'refresh' | 'connection' | 'oauth'>>;
    zone: string;
    nowMs: number;
  },
) {
  const { id, name, provider, picture, profile, disabled, refreshNeeded, shortLinks, waiting, held } = row;
  return {
    id,
    name,
    identifier: provider,
    network: options.providers.get(provider)?.name ?? provider,
    connectFields: knownFields(options.providers.get(provider), row),
    picture,
    profile,
    disabled,
    refreshNeeded,
    group: row.groupId ? { id: row.groupId, name: row.groupName ?? '' } : null,
    connectedAt: new Date(row.createdAtMs).toISOString(),
    // What Crier renews by itself is no date for people.
    expiresAt: options.providers.get(provider)?.refresh ? null : instant(row.expiresAtMs),
    postingTimes: timesIn(postingTimesOf(row, options.zone), options.zone, options.nowMs),
    shortLinks,
    lastPublished:
      row.lastPostId === null
        ? null
        : {
            postId: row.lastPostId,
            at: instant(row.lastAtMs),
            latenessMs: row.lastLatenessMs,
            url: row.lastUrl,
          },
    waiting,
    held,
    limit:
      row.limitedUntilMs === null ? null : { until: instant(row.limitedUntilMs), reason: row.limitReason },
    away:
      row.awaySinceMs === null
        ? null
        : { host: row.host, since: instant(row.awaySinceMs), nextTry: instant(row.probeAtMs) },
  };
}
