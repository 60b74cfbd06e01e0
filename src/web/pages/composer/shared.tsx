import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { asWritten, isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { useComposer } from './composer-context.ts';

const text = strings.composer.share;

/** What another app shared, as the service worker keeps it (installed/service-worker.js). */
interface Share {
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly type: string }[];
}

type Problem = keyof typeof text.problems;

const isProblem = (id: string): id is Problem => id in text.problems;

/** Installed, Crier has a window of its own, which only a share from the device opens with one. */
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

async function readShare(path: string): Promise<Share | null> {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Share) : null;
}

/** The files of a share, which the service worker then forgets. */
async function takeFiles(path: string, { files }: Share): Promise<File[]> {
  const taken = await Promise.all(
    files.map(async ({ name, type }, at) => {
      const answer = await fetch(`${path}/${at}`);
      return answer.ok ? [new File([await answer.blob()], name, { type })] : [];
    }),
  );
  await forget(path);
  return taken.flat();
}

const forget = async (path: string): Promise<void> => void (await fetch(path, { method: 'DELETE' }));

/**
 * Puts what was shared into the post. In a tab of the browser any page can have sent it: there, the person is
 * asked before it is stored.
 */
export default function Shared({ id }: { readonly id: string }) {
  const { state, dispatch, uploads } = useComposer();
  const [share, setShare] = useState<Share | null>(null);
  const [problem, setProblem] = useState<Problem | null>(isProblem(id) ? id : null);
  const path = `/shared/${id}`;
  const part = state.document.parts[0]?.id ?? '';
  const take = async (found: Share): Promise<void> => {
    setShare(null);
    if (found.text) dispatch({ type: 'text-changed', part, text: found.text });
    const files = await takeFiles(path, found);
    if (files.length) uploads.add(files, part);
    if (files.length < found.files.length) setProblem('gone');
  };
  const latest = useRef(take);
  latest.current = take;
  const open = useCallback((found: Share | null): void => {
    if (!found) setProblem('gone');
    else if (isInstalled()) void latest.current(found);
    else setShare(found);
  }, []);
  useEffect(() => {
    if (!isProblem(id)) void readShare(`/shared/${id}`).then(open);
  }, [id, open]);

  if (problem) {
    return (
      <Alert
        color="red"
        role="alert"
        withCloseButton
        closeButtonLabel={strings.common.close}
        onClose={() => setProblem(null)}
      >
        {text.problems[problem]}
      </Alert>
    );
  }
  if (!share) return null;
  const leaveOut = (): void => {
    setShare(null);
    void forget(path);
  };
  return (
    <Dialog title={text.question} onClose={leaveOut}>
      <Stack>
        <Text size="sm">{text.help}</Text>
        {share.text && (
          <Text size="sm" lineClamp={6} className="any-text" dir="auto">
            {asWritten(share.text)}
          </Text>
        )}
        <List size="sm">
          {share.files.map(({ name }, at) => (
            // Two may have the same name, and the list does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <List.Item key={at} className="any-text">
              {isolated(name)}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button variant="default" onClick={leaveOut}>
            {text.leaveOut}
          </Button>
          <Button data-autofocus onClick={() => void take(share)}>
            {text.add}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
