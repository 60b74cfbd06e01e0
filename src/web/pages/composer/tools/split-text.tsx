import { Button, Checkbox, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../../api/answer-of.ts';
import { http } from '../../../api/client.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { Icon } from '../../../components/icon.tsx';
import { locale } from '../../../format/date-time.tsx';
import { isolated } from '../../../format/text.ts';
import { furtherParts } from '../../../look/layouts.ts';
import { strings } from '../../../strings/index.ts';
import { chosenChannels, useComposer, type Channel } from '../composer-context.ts';
import { channelsInScope, currentParts, emptyPart, type Part } from '../composer-state.ts';
import { leftFor } from '../counting.ts';
import type { Join } from './join-parts.ts';

const text = strings.writing.split;
const takesThreads = ({ identifier }: Channel): boolean => !(identifier in furtherParts);

/**
 * Offers to split a text that is too long for a network that takes threads. Where another chosen network
 * takes none, only the channels that it is too long for get the thread, as a text of their own.
 */
export function SplitText({ part, index }: { part: Part; index: number }) {
  const composer = useComposer();
  const { state, dispatch, check, offerUndo } = composer;
  const [numbered, setNumbered] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const latest = useLatest(part.text);
  const inScope = channelsInScope(state);
  const chosen = chosenChannels(composer).filter(({ id }) => inScope.includes(id));
  const tooLong = chosen.filter(
    (channel) =>
      takesThreads(channel) && (leftFor(check, channel.id, { index, text: part.text })?.left ?? 0) < 0,
  );
  if (!tooLong.length) return null;
  const everywhere = chosen.every(takesThreads);
  const names = new Intl.ListFormat(locale()).format(tooLong.map(({ name }) => isolated(name)));

  const splitInto = (own: string, [first = '', ...rest]: readonly string[]): Join => {
    const further = rest.map((one) => ({ ...emptyPart(crypto.randomUUID()), text: one }));
    dispatch({ type: 'part-split', part: own, text: first, further });
    return { part: own, whole: part.text, pieces: [{ id: own, text: first }, ...further] };
  };
  const splitHere = async (): Promise<void> => {
    const texts = await ask(chosen);
    if (latest.current !== part.text) return;
    const join = splitInto(part.id, texts);
    offerUndo(text.done(texts.length), () => dispatch({ type: 'part-joined', ...join }));
  };
  const splitOnly = async (): Promise<void> => {
    const all = await Promise.all(
      tooLong.map(async (channel) => [channel.id, await ask([channel])] as const),
    );
    if (latest.current !== part.text) return;
    const parts = currentParts(state);
    const joins = all.map(([channel, texts]): Join => {
      const ids = parts.map(() => crypto.randomUUID());
      dispatch({ type: 'customised', channel, ids });
      const join = splitInto(ids[index] ?? '', texts);
      const own = parts.flatMap((one, n) =>
        n === index ? join.pieces.map(({ text }, at) => ({ text, media: at ? [] : one.media })) : [one],
      );
      return { ...join, own: { channel, parts: own } };
    });
    offerUndo(text.doneOnly(names), () => {
      for (const join of joins) dispatch({ type: 'part-joined', ...join });
    });
  };
  /** @throws ApiError */
  const ask = async (channels: readonly Channel[]): Promise<readonly string[]> => {
    const posts = channels.map(({ id, identifier }) => ({
      integration: { id },
      settings: { ...state.document.settings[id], __type: identifier },
    }));
    const { shortLink = false } = state.document;
    const body = { text: part.text, posts: posts as never, numbered, shortLink };
    return (await answerOf(http.POST('/posts/split', { body }))).parts;
  };
  const split = (): void => {
    setPending(true);
    setError(null);
    (everywhere ? splitHere() : splitOnly()).catch(setError).finally(() => setPending(false));
  };
  return (
    <>
      <ErrorAlert error={error} />
      <Group gap="md" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="scissors" size={16} />}
          loading={pending}
          onClick={split}
        >
          {everywhere ? text.button : text.only(names)}
        </Button>
        <Checkbox
          size="sm"
          label={text.numbered}
          checked={numbered}
          onChange={({ currentTarget }) => setNumbered(currentTarget.checked)}
        />
      </Group>
    </>
  );
}

/** The value of the last render, for what ends later. */
function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => void (latest.current = value));
  return latest;
}
