import { Badge } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { strings } from '../strings/index.ts';

/** The state of a post; the API calls it `status`. */
export type PostStatus = Schemas['Post']['status'];

const COLOR: Readonly<Record<PostStatus, string>> = {
  draft: 'gray',
  scheduled: 'petrol',
  publishing: 'blue',
  processing: 'blue',
  published: 'green',
  partly_published: 'orange',
  failed: 'red',
  unconfirmed: 'orange',
  missed: 'orange',
  cancelled: 'gray',
};

/** The state of a post as a coloured label. */
export function StateBadge({ status }: { status: PostStatus }) {
  return (
    <Badge color={COLOR[status]} variant="light" tt="none" fw={600} style={{ flexShrink: 0 }}>
      {strings.posts.states[status]}
    </Badge>
  );
}
