/** What is listed of the instance on this machine, with statements alone: it loads neither model nor networks. */
import { presentIntegration } from '../../channels/present-integration.ts';
import { readChannels } from '../../channels/read-channels.ts';
import { readNotifications } from '../../organizations/read-notifications.ts';
import { readTimeZone } from '../../organizations/read-time-zone.ts';
import type { Reader } from '../../platform/database.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { presentPost } from '../../posts/present-post.ts';
import { listPosts } from '../../posts/read-posts.ts';
import { chooseOrganization } from '../organization.ts';
import { withReader } from '../with-reader.ts';
import type { Lists } from './instance.ts';

/**
 * Runs `work` for the organisation with this name or id; default: the only one.
 *
 * @throws as locateInstance and chooseOrganization
 */
export function withLocalLists<T>(
  organization: string | undefined,
  work: (lists: Lists) => Promise<T>,
): Promise<T> {
  return withReader(async (reader) =>
    work(createLocalLists(reader, (await chooseOrganization(reader, organization)).id)),
  );
}

export function createLocalLists(reader: Reader, organizationId: string): Lists {
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
  };
}
