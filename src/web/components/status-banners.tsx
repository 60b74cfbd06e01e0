import { Link } from 'react-router';
import { api, type Answer } from '../api/client.ts';
import type { Me } from '../api/session.ts';
import { formatDate } from '../format/date-time.tsx';
import { isolated } from '../format/text.ts';
import { strings } from '../strings/index.ts';
import { Banner } from './banner.tsx';
import { InDoubtLink } from './in-doubt-link.tsx';

const text = strings.status;
const ASK_EVERY_MS = 10_000;

/** Above every page: what keeps posts from being published, each with the one thing that fixes it. */
export function StatusBanners({ me }: { me: Me }) {
  const { data } = api.useQuery('get', '/status', {}, { refetchInterval: ASK_EVERY_MS });
  if (!data) return null;
  const { frozen, worker, temporal, disconnected } = data;
  return (
    <>
      {frozen && <Frozen frozen={frozen} me={me} />}
      {/* While Temporal's server is being built no worker can run; the line about that shows it. */}
      {!worker && temporal === 'started' && (
        <Banner
          tone="danger"
          label={text.worker}
          action={me.user.operator && <Link to="/instance">{text.lookAtInstance}</Link>}
        >
          {text.noWorker}
        </Banner>
      )}
      {disconnected.length > 0 && <Disconnected channels={disconnected} />}
    </>
  );
}

type Status = Answer<'getStatus'>;

function Frozen({ frozen, me }: { frozen: NonNullable<Status['frozen']>; me: Me }) {
  const since = formatDate(frozen.at, me.organization?.timeZone ?? 'UTC');
  if (frozen.inDoubt) {
    return (
      <Banner tone="danger" label={text.frozen} action={me.user.operator && <InDoubtLink />}>
        {text.inDoubt}
      </Banner>
    );
  }
  return (
    <Banner
      tone="danger"
      label={text.frozen}
      action={me.user.operator && <Link to="/instance">{text.resume}</Link>}
    >
      {frozen.scope === 'instance' ? text.instanceFrozen(since) : text.organizationFrozen(since)}{' '}
      {text.reason(isolated(frozen.reason))}
    </Banner>
  );
}

function Disconnected({ channels }: { channels: Status['disconnected'] }) {
  const [first, ...others] = channels;
  if (!first) return null;
  return (
    <Banner tone="warning" label={text.disconnected} action={<Link to="/channels">{text.reconnect}</Link>}>
      {others.length === 0
        ? text.oneDisconnected(isolated(first.name))
        : text.manyDisconnected(channels.length)}
    </Banner>
  );
}
