import type { ComponentProps } from 'react';
import { Day } from './agenda.tsx';
import { Drafts } from './drafts.tsx';
import { NeedsYou } from './needs-you.tsx';
import { RecentlyPublished } from './recently-published.tsx';

interface HomePostsProps {
  readonly needs: ComponentProps<typeof NeedsYou>;
  /** Where there is a post. */
  readonly lists:
    | {
        readonly agenda: readonly ComponentProps<typeof Day>[];
        readonly published: ComponentProps<typeof RecentlyPublished>;
        readonly drafts: ComponentProps<typeof Drafts> | undefined;
      }
    | undefined;
}

/** The lists of the home page. They are fetched with the first post: a new person has none. */
export default function HomePosts({ needs, lists }: HomePostsProps) {
  return (
    <>
      <NeedsYou {...needs} />
      {lists?.agenda.map((day) => (
        <Day key={day.day} {...day} />
      ))}
      {lists && <RecentlyPublished {...lists.published} />}
      {lists?.drafts && <Drafts {...lists.drafts} />}
    </>
  );
}
