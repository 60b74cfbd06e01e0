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
  const latest = useLatest({ text: part.text, state });
  const inScope = channelsInScope(state);
  const chosen = chosenChannels(composer).filter(({ id }) => inScope.includes(id));
  const tooLong = chosen.filter(
    (channel) =>
      takesThreads(channel) && (leftFor(check, channel.id, { index, text: part.text })?.left ?? 0) < 0,
  );
  if (!tooLong.length) return null;
  const everywhere = chosen.every(takesThreads);
  const names = new Intl.ListFormat(locale()).format(tooLong.map(({ name }) => isolated(name)));

  const splitInto = (own: string, whole: string, [first = '', ...rest]: readonly string[]): Join => {
    const further = rest.map((one) => ({ ...emptyPart(crypto.randomUUID()), text: one }));
    dispatch({ type: 'part-split', part: own, text: first, further });
    return { part: own, whole, pieces: [{ id: own, text: first }, ...further] };
  };
  /** What is answered for the text that is there by then; nothing where the part is gone, or fits now. */
  const answersFor = async (groups: readonly (readonly Channel[])[]) => {
    for (let asked = latest.current; asked;) {
      const { text } = asked;
      const answers = await Promise.all(groups.map((channels) => ask(text, channels)));
      if (latest.current?.text === text) {
        const { state } = latest.current;
        return answers.some(({ length }) => length > 1) ? { whole: text, answers, state } : null;
      }
      asked = latest.current;
    }
    return null;
  };
  const splitHere = async (): Promise<void> => {
    const found = await answersFor([chosen]);
    const [texts] = found?.answers ?? [];
    if (!found || !texts) return;
    const join = splitInto(part.id, found.whole, texts);
    offerUndo(text.done(texts.length), () => dispatch({ type: 'part-joined', ...join }));
  };
  const splitOnly = async (): Promise<void> => {
    const found = await answersFor(tooLong.map((channel) => [channel]));
    if (!found) return;
    const parts = currentParts(found.state);
    const at = parts.findIndex(({ id }) => id === part.id);
    const joins = tooLong.map(({ id: channel }, n): Join => {
      const ids = parts.map(() => crypto.randomUUID());
      dispatch({ type: 'customised', channel, ids });
      const join = splitInto(ids[at] ?? '', found.whole, found.answers[n] ?? []);
      const own = parts.flatMap((one, place) =>
        place === at ? join.pieces.map(({ text }, n) => ({ text, media: n ? [] : one.media })) : [one],
      );
      return { ...join, own: { channel, parts: own } };
    });
    offerUndo(text.doneOnly(names), () => {
      for (const join of joins) dispatch({ type: 'part-joined', ...join });
    });
  };
  /** @throws ApiError */
  const ask = async (text: string, channels: readonly Channel[]): Promise<readonly string[]> => {
    const posts = channels.map(({ id, identifier }) => ({
      integration: { id },
      settings: { ...state.document.settings[id], __type: identifier },
    }));
    const { shortLink = false } = state.document;
    const body = { text, posts: posts as never, numbered, shortLink };
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

/** The value of the last render, for what ends later; nothing once there is none any more. */
function useLatest<Value>(value: Value): { readonly current: Value | null } {
  const latest = useRef<Value>(null);
  useEffect(() => {
    latest.current = value;
    return () => void (latest.current = null);
  });
  return latest;
}
