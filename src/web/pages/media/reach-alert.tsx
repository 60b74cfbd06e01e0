import { Alert } from '@mantine/core';
import { api } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';

const text = strings.media.reach;

/** Says that networks cannot fetch the files that they must fetch. Nothing while they can, or need not. */
export function ReachAlert() {
  const { data } = api.useQuery('get', '/media/reach', {}, { staleTime: 60_000 });
  if (!data || data.status === 'unneeded' || data.status === 'untried' || data.status === 'fetched') {
    return null;
  }
  const address = data.address ?? text.thisMachine;
  return (
    <Alert color="orange" title={text.title(data.networks)} className="any-text">
      {text[data.status](address, data.httpStatus)} {text.fix}
    </Alert>
  );
}
