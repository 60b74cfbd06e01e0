import { api } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';
import { numbers } from '../../strings/numbers.ts';
import classes from './post.module.css';

/** A network is asked once in a while, regardless of other changes on the page. */
const FRESH_MS = 600_000;

/** The numbers of a published post, as its network shows them; nothing where it shows none. */
export function PostNumbers({ id }: { id: string }) {
  const { data } = api.useQuery(
    'get',
    '/analytics/post/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH_MS, refetchOnWindowFocus: false, retry: false },
  );
  // Clicks on short links stand beside each link.
  const shown = Array.isArray(data) ? data.filter(({ label }) => label !== 'Short link clicks') : [];
  if (shown.length === 0) return null;
  return (
    <section aria-label={strings.posts.numbers}>
      <dl className={classes.numbers}>
        {shown.map(({ label, data: days }) => (
          <div key={label}>
            <dt>{numbers.label(label)}</dt>
            <dd>{days.at(-1)?.total}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
