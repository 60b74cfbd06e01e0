import { Center, Loader } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** A spinner in place of a page that cannot be shown yet. */
export function Loading() {
  return (
    <Center mih="40dvh" role="status" aria-label={strings.common.loading}>
      <Loader />
    </Center>
  );
}
