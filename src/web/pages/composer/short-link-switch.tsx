import { Switch } from '@mantine/core';
import { api } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';
import { useComposer } from './composer-context.ts';

const text = strings.composer;

/** Whether links become short: where each post decides, and has one. */
export function ShortLinkSwitch() {
  const { state, dispatch } = useComposer();
  const { data: organization } = api.useQuery('get', '/organization', {}, { staleTime: 60_000 });
  const { parts, variations, shortLink = false } = state.document;
  const texts = [parts, ...Object.values(variations)].flat();
  const hasLink = texts.some((part) => /https?:\/\/\S/i.test(part.text));
  if (organization?.shortLinks !== 'ask' || !(hasLink || shortLink)) return null;
  return (
    <Switch
      label={text.shortLink}
      description={text.shortLinkHelp}
      checked={shortLink}
      onChange={({ currentTarget }) =>
        dispatch({ type: 'short-link-changed', shortLink: currentTarget.checked })
      }
    />
  );
}
