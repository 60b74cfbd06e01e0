import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { http } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { useBlocker } from '../../navigation.tsx';
import { strings } from '../../strings/index.ts';
import { useFileDrop } from '../media/use-file-drop.ts';
import { ImportRun, LeaveImport } from './import-run.tsx';
import { useImport } from './run-import.ts';
import { fileProblemOf } from './problems.ts';
import { columnsOf } from './remembered-columns.ts';
import { SheetForm } from './sheet-form.tsx';
import { openedOf, type Opened } from './sheet.ts';
import { TableNeeds } from './table-needs.tsx';

const text = strings.table;
const MAX_BYTES = 2_000_000;

/** Posts from a table of another program: seen and corrected before anything is stored. */
export default function ImportPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const run = useImport();
  const isRunning = run.state === 'running';
  const [showsRun, setShowsRun] = useState(false);
  // As it was read, and as it was imported last: anything else was changed by hand since.
  const [asRead, setAsRead] = useState<Opened | null>(null);
  const [started, setStarted] = useState<Opened | null>(null);
  const isImported = opened === started && run.state === 'done' && run.failed.length === 0;
  const mayLose = isRunning || (opened !== asRead && !isImported);
  const blocker = useBlocker(() => mayLose);
  useEffect(() => {
    if (!mayLose) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [mayLose]);
  const reset = useRef<() => void>(null);
  // Each file that is read replaces all that was done with the one before.
  const [round, setRound] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const read = async (file: File | null | undefined): Promise<void> => {
    if (!file || isRunning) return;
    setError(null);
    // The same file can be chosen again once it is corrected.
    reset.current?.();
    if (file.size > MAX_BYTES) return setError(text.tooLarge);
    setPending(true);
    try {
      const content = await toBase64(file);
      const sheet = await answerOf(http.POST('/tables/read', { body: { content } }));
      if (sheet.rows.length === 0) setError(text.noRows);
      else {
        const found = openedOf(sheet, columnsOf(sheet));
        setOpened(found);
        setAsRead(found);
        setRound((before) => before + 1);
        setShowsRun(false);
      }
    } catch (problem) {
      setError(fileProblemOf(problem));
    }
    setPending(false);
  };
  useFileDrop((files) => void read(files[0]));
  return (
    <PageLayout title={text.title} width="full">
      <Stack>
        {!opened && <Text>{text.help}</Text>}
        {!opened && <TableNeeds />}
        <Group>
          <FileButton
            resetRef={reset}
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => void read(file)}
            inputProps={{ 'aria-label': text.file }}
          >
            {(button) => (
              <Button
                {...button}
                loading={pending}
                disabled={isRunning}
                variant={opened ? 'default' : 'filled'}
                leftSection={<Icon name="upload" size={18} />}
              >
                {opened ? text.other : text.file}
              </Button>
            )}
          </FileButton>
          {!showsRun && run.made.length > 0 && (
            <Button variant="default" onClick={() => setShowsRun(true)}>
              {text.toResult}
            </Button>
          )}
        </Group>
        {error !== null && (
          <Alert color="red" role="alert" className="any-text">
            {error}
          </Alert>
        )}
        {showsRun && run.state !== 'none' ? (
          <ImportRun run={run} onTable={() => setShowsRun(false)} />
        ) : (
          opened && (
            <SheetForm
              key={round}
              opened={opened}
              onChange={setOpened}
              onStart={(plans) => {
                setShowsRun(true);
                setStarted(opened);
                void run.start(plans, opened.sheet);
              }}
            />
          )
        )}
        {blocker.isAsking && (
          <LeaveImport isRunning={isRunning} onStay={blocker.stay} onLeave={blocker.leave} />
        )}
      </Stack>
    </PageLayout>
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
