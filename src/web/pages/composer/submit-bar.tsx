import { Button } from '@mantine/core';
import { notifyError } from '../../components/notify.ts';
import { strings } from '../../strings/index.ts';
import { formatClock } from './clock.ts';
import { asNewDraft, type When } from './composer-state.ts';
import classes from './composer.module.css';
import { LimitWaits } from './limit-waits.tsx';
import { TextWarnings } from './text-warnings.tsx';
import { Consents } from './post-form.tsx';
import { ReachWarning } from './reach-warning.tsx';
import { ReadinessLine } from './readiness-line.tsx';
import { SendProblem } from './send-problem.tsx';
import { useBarHeight } from './tools/use-bar-height.ts';
import type { Gone } from './open-state.ts';
import { removeDraft } from './use-sending.ts';
import type { Submit } from './use-submit.ts';
import type { Writing } from './use-writing.ts';
import { isPast } from './when-field.tsx';

const text = strings.composer;

interface SubmitBarProps {
  readonly writing: Writing;
  readonly submission: Submit;
  /** What is written is a new post from now on. */
  onGone(gone: Gone): void;
}

/** The button that sends it, and what speaks against that. */
export function SubmitBar({ writing, submission, onGone }: SubmitBarProps) {
  const { state, dispatch, channels, post, date, zone, sending, holding, coming, onTheWay } = writing;
  const { asked, dateProblem, submit } = submission;
  const bar = useBarHeight();
  return (
    <div ref={bar} className={classes.bottom}>
      <div className={classes.news}>
        <SendProblem
          error={sending.error}
          channels={channels}
          onKeepAsNew={() => {
            sending.settle();
            removeDraft(state.id).catch(notifyError);
            dispatch({ type: 'opened', state: asNewDraft(state) });
          }}
          onGone={(gone) => {
            sending.settle();
            onGone(gone);
          }}
          onSaveOver={(revision) => {
            sending.takeOver(revision);
            submit();
          }}
          onTaken={(choice) => {
            sending.settle();
            const when: When =
              choice === 'next'
                ? { kind: 'slot', date: null }
                : { kind: 'at', date: state.document.when.date };
            dispatch({ type: 'when-changed', when });
          }}
        />
        <LimitWaits />
        <TextWarnings />
        <ReachWarning />
        <Consents />
        <ReadinessLine dated={!dateProblem} />
        {asked && (holding || coming.length > 0) && (
          <p className={classes.missing}>{onTheWay ? text.send.uploading : text.send.notUploaded}</p>
        )}
      </div>
      <Button size="md" className={classes.submit} loading={sending.pending} onClick={submit}>
        {post ? strings.common.save : sendLabel(state.document.when, date, zone)}
      </Button>
    </div>
  );
}

/** What the button does, and when: "Schedule for Tue 4 May, 09:00". */
function sendLabel({ kind }: When, date: string | null | undefined, zone: string): string {
  if (kind === 'now' || !date || isPast(date)) return text.send[kind];
  return text.send.atTime(formatClock(date, zone));
}
