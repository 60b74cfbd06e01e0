/**
 * What is read of the instance on this machine, with statements alone: it loads neither model nor networks.
 */
import { presentIntegration } from '../../../channels/present-integration.ts';
import { readChannels } from '../../../channels/read-channels.ts';
import { readNotifications } from '../../../organizations/read-notifications.ts';
import { readTimeZone } from '../../../organizations/read-time-zone.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Reader } from '../../../platform/database.ts';
import { readFreeze } from '../../../platform/freeze.ts';
import { readTemporalStart } from '../../../platform/temporal-start.ts';
import { assertOwnPost } from '../../../posts/policy.ts';
import { presentPost, presentPostDetail } from '../../../posts/read/present-post.ts';
import { readPost } from '../../../posts/read/read-post.ts';
import { listPosts } from '../../../posts/read/read-posts.ts';
import { chooseOrganization } from '../organization.ts';
import { withReader } from '../with-reader.ts';
import type { Lists, PostDetail } from './instance.ts';

/**
 * Runs `work` for the organisation with this name or id; default: the only one.
 *
 * @throws as locateInstance and chooseOrganization
 */
export function withLocalLists<T>(
  organization: string | undefined,
  work: (lists: Lists) => Promise<T>,
): Promise<T> {
  return withReader(async (reader, config) => {
    const { id } = await chooseOrganization(reader, organization);
    return work(createLocalLists({ database: reader, config }, id));
  });
}

/** The reads that need the database alone. `config` shows whose Temporal may still be starting. */
export interface ReadFrom {
  readonly database: Reader;
  readonly config: Pick<Config, 'CRIER_DATA_DIR'>;
}

export function createLocalLists(from: ReadFrom, organizationId: string): Lists {
  const { database: reader } = from;
  return {
    readState: async () => {
      const [timeZone, freeze] = await Promise.all([
        readTimeZone(reader, organizationId),
        readFreeze(reader, { organizationId }),
      ]);
      return { timeZone, frozen: freeze?.reason ?? null };
    },
    listChannels: async () => (await readChannels(reader, { organizationId })).map(presentIntegration),
    listPosts: async ({ from, to, state }) =>
      (
        await listPosts(reader, {
          organizationId,
          from,
          to,
          states: state && [state],
          // A cancelled post leaves the calendar, but not this list when it is asked for.
          deleted: state === 'cancelled',
        })
      ).map(presentPost),
    listNotifications: (page) => readNotifications(reader, organizationId, page),
    showPost: (id) => readOwnPost(from, organizationId, id),
  };
}

async function readOwnPost(
  { database, config }: ReadFrom,
  organizationId: string,
  id: string,
): Promise<PostDetail> {
  const post = await readPost(database, id);
  // A cancelled post is marked as deleted, but a person may want to see it.
  if (post?.state !== 'cancelled' || post.organization !== organizationId) {
    assertOwnPost(organizationId, post, id);
  }
  return presentPostDetail(post, readTemporalStart(config.CRIER_DATA_DIR));
}
