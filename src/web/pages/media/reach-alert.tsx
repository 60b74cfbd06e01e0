import { Alert } from '@mantine/core';
import { api, type Answer } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';

const text = strings.media.reach;

type Unreached = Pick<Answer<'getMediaReach'>, 'address' | 'httpStatus'> & {
  readonly status: 'private' | 'refused' | 'different' | 'unreachable';
};

/** What came of asking for a file, in a sentence. */
export const reachWords = ({ status, address, httpStatus }: Unreached): string =>
  text[status](address ?? text.thisMachine, httpStatus);

/** Whether files cannot be fetched, and a network has to. */
export const isUnreached = <R extends { readonly status: string }>(reach: R): reach is R & Unreached =>
  ['private', 'refused', 'different', 'unreachable'].includes(reach.status);

/** Warns that networks cannot fetch the files that they must fetch. Nothing while they can, or need not. */
export function ReachAlert() {
  const { data } = api.useQuery('get', '/media/reach', {}, { staleTime: 60_000 });
  if (!data || !isUnreached(data)) return null;
  return (
    <Alert color="orange" title={text.title(data.networks)} className="any-text">
      {reachWords(data)} {text.fix}
    </Alert>
  );
}
