import { Center, Loader } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** While something is fetched that the page cannot do without. */
export function Loading() {
  return (
    <Center mih="40dvh" role="status" aria-label={strings.common.loading}>
      <Loader />
    </Center>
  );
}
