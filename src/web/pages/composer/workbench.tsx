import { SegmentedControl } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { strings } from '../../strings/index.ts';
import { ComposerProvider, type ComposerHandlers } from './composer-context.ts';
import { ComposerMenu } from './composer-menu.tsx';
import { isEmpty } from './composer-state.ts';
import classes from './composer.module.css';
import { OpenDialog } from './open-dialog.tsx';
import type { Gone, Opened } from './open-state.ts';
import { Preview } from './preview.tsx';
import { Result } from './result.tsx';
import { SaveLine } from './save-line.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { latePart } from '../../components/late-part.tsx';
import { useFilesAnywhere } from './tools/use-files-anywhere.ts';
import { useKept } from './use-kept.ts';
import { useSubmit } from './use-submit.ts';
import { useWriting } from './use-writing.ts';
import { WriteColumn } from './write-column.tsx';

const text = strings.composer;
const Shared = latePart(() => import('./shared.tsx'));

interface WorkbenchProps extends ComposerHandlers {
  readonly opened: Opened;
  /** The post that was being changed is gone: what is written is a new post from now on. */
  onGone(gone: Gone): void;
}

/** The composer with everything that it shows, once what it begins with is there. */
export function Workbench({ opened, onGone, ...handlers }: WorkbenchProps) {
  const writing = useWriting(opened);
  useKept(writing, handlers);
  const submission = useSubmit(writing, handlers);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { state, post, zone, channels, sending, autosave, loading, loadError } = writing;
  const { asked, submit, remove } = submission;
  const { bar, onAgain, shared } = handlers;
  const section = useFilesAnywhere(writing);

  const { sent, error: left } = sending;
  if (sent) {
    return <Result {...{ sent, left, zone, onAgain, channels }} repeat={state.document.repeat ?? null} />;
  }
  const head = (
    <>
      <SaveLine key={state.saved?.at ?? ''} {...{ state, autosave, post }} />
      <ComposerMenu onDelete={remove} />
    </>
  );
  return (
    <ComposerProvider value={{ ...writing, showProblems: asked || !isEmpty(state.document) }}>
      {/* No form: Enter in a field must not publish. */}
      <section
        ref={section}
        aria-label={text.label}
        className={classes.composer}
        data-view={view}
        onKeyDown={(event) => isSubmit(event) && submit()}
      >
        {shared && <Shared key={shared} id={shared} />}
        {bar ? createPortal(head, bar) : <div className={classes.bar}>{head}</div>}
        <SegmentedControl
          className={classes.switch}
          aria-label={text.view.label}
          value={view}
          onChange={(value) => setView(value as typeof view)}
          data={(['write', 'preview'] as const).map((value) => ({ value, label: text.view[value] }))}
        />
        {/* What is written while it is sent would be in no post. */}
        <div className={classes.columns} inert={sending.pending}>
          <WriteColumn {...{ loading, loadError, submission }} gone={opened.gone} />
          <div className={classes.side}>
            <Preview />
          </div>
        </div>
        <SubmitBar {...{ writing, submission, onGone }} />
      </section>
      <OpenDialog {...{ writing, submission }} />
    </ComposerProvider>
  );
}

/** Ctrl and Enter in the composer itself, pressed once: windows above it have buttons of their own. */
const isSubmit = ({ key, metaKey, ctrlKey, repeat, currentTarget, target }: KeyboardEvent): boolean =>
  key === 'Enter' && (metaKey || ctrlKey) && !repeat && currentTarget.contains(target as Node);
