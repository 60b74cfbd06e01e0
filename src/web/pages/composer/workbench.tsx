import { Button, SegmentedControl, TagsInput } from '@mantine/core';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useOutletContext } from 'react-router';
import { api } from '../../api/client.ts';
import { useElsewhere, useSessionEnded, type Me } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifyError } from '../../components/notify.ts';
import { useUploads } from '../../components/use-uploads.ts';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { ChannelChips } from './channel-chips.tsx';
import { formatClock } from './clock.ts';
import { ComposerProvider, chosenChannels, type ComposerParts } from './composer-context.ts';
import { ComposerMenu } from './composer-menu.tsx';
import {
  asNewDraft,
  isDirty,
  isEmpty,
  reduce,
  scopeOf,
  uploadsOf,
  type ComposerState,
  type When,
} from './composer-state.ts';
import classes from './composer.module.css';
import { ConflictDialog, ElsewhereDialog, PublishNowDialog, SignInDialog } from './dialogs.tsx';
import { fromComposition, type Opened } from './open-state.ts';
import { LimitWaits } from './limit-waits.tsx';
import { Preview } from './preview.tsx';
import { readiness } from './problems.ts';
import { ReachWarning } from './reach-warning.tsx';
import { ReadinessLine } from './readiness-line.tsx';
import { Result } from './result.tsx';
import { SaveLine } from './save-line.tsx';
import { ScopeTabs } from './scope-tabs.tsx';
import { SendProblem } from './send-problem.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ShortLinkSwitch } from './short-link-switch.tsx';
import { Thread } from './thread.tsx';
import { toFile } from './uploaded-file.ts';
import { fitsLastCall, useAutosave } from './use-autosave.ts';
import { useCheck } from './use-check.ts';
import { deleteDraft, removeDraft, useSending } from './use-sending.ts';
import { useHeld } from './use-held.ts';
import { useSlotOf } from './use-slot.ts';
import { useUndo } from './use-undo.ts';
import { useUnsaved } from './use-unsaved.ts';
import { WhenField, isPast, useIsPast } from './when-field.tsx';

const text = strings.composer;

/** What the page or the drawer around the composer does. */
export interface ComposerHandlers {
  /** The draft is stored for the first time: it has an address of its own from now on. */
  onBegun?(id: string): void;
  /** Another draft, from the beginning. */
  onAgain(): void;
  /** The post was changed, or the draft was deleted. */
  onDone(): void;
  /** Whether leaving would lose what was written. */
  onUnsaved?(unsaved: boolean): void;
  /**
   * Where whether it is saved, and its menu, stand: beside the title of the page. Default: above the text.
   */
  readonly bar?: HTMLElement | null;
}

/** The composer with everything that it shows, once what it begins with is there. */
export function Workbench({
  opened,
  onBegun,
  onAgain,
  onDone,
  onUnsaved,
  bar,
}: { opened: Opened } & ComposerHandlers) {
  const { post } = opened;
  // As it was when the page was opened: the draft belongs there.
  const [me] = useState(useOutletContext<Me>());
  const zone = useZone();
  const [state, dispatch] = useReducer(reduce, opened.state);
  const channels = api.useQuery('get', '/integrations', {}, { staleTime: 60_000 });
  const known = useMemo(() => channels.data ?? [], [channels.data]);
  const networkOf = useCallback(
    (channel: string) => known.find(({ id }) => id === channel)?.identifier,
    [known],
  );
  const { when } = state.document;
  const { data: slot } = useSlotOf({ state, channels: known });
  const date = when.kind === 'slot' ? slot : when.date;
  const { check, settled } = useCheck(state, {
    networkOf,
    date: when.kind === 'now' ? null : (date ?? null),
    postId: post?.id,
    ready: known.length > 0,
  });
  const [finished, setFinished] = useState(false);
  const autosave = useAutosave({ state, dispatch, home: me }, !post && !finished);
  const sending = useSending({ state, post, autosave, networkOf });
  const uploads = useUploads(({ file, place, before }) =>
    dispatch({ type: 'media-added', part: place, file: toFile(file), before }),
  );
  const [asked, setAsked] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const ended = useSessionEnded();
  const elsewhere = useElsewhere(me);
  const { holding, hold } = useHeld();
  const offerUndo = useUndo();
  const address = useRef(opened.state.saved ? opened.state.id : null);
  useEffect(() => {
    if (!state.saved || post || finished || address.current === state.id) return;
    // Once for each draft: the page gives it its address.
    address.current = state.id;
    onBegun?.(state.id);
  }, [state.saved, state.id, post, finished, onBegun]);
  const { settle, save } = autosave;
  useEffect(() => {
    // Signed in again, here or in another window.
    if (ended || elsewhere) return;
    settle('signed-out');
    settle('elsewhere');
    if (!post) void save();
  }, [ended, elsewhere, settle, save, post]);

  const coming = uploadsOf(state.document, uploads.uploads);
  const onTheWay = holding || coming.some(({ error }) => !error);
  const dirty = isDirty(state) && !finished;
  useUnsaved({
    home: me,
    busy: onTheWay || sending.pending,
    unsaved: dirty && (post !== null || autosave.problem !== null),
    // A page that is closed makes one call more, and not a long one: what is written during a save is lost. A
    // page that is loaded again would begin another draft.
    closing: dirty && (autosave.saving || !fitsLastCall(state.document) || isUnknown(state)),
    save: () => (post ? Promise.resolve(!dirty) : save()),
    tell: onUnsaved,
  });

  const parts: ComposerParts = {
    state,
    dispatch,
    channels: known,
    check,
    showProblems: asked || !isEmpty(state.document),
    uploads,
    hold,
    offerUndo,
    post,
    zone,
  };
  const chosen = chosenChannels(parts);
  const { unready } = readiness(parts);
  const past = useIsPast(when.date);
  const dateProblem = when.kind === 'at' && (when.date === null || (past && post?.status !== 'draft'));

  const run = async (): Promise<void> => {
    setFinished(true);
    const worked = await sending.send();
    setConfirming(false);
    if (!worked) setFinished(false);
    else if (post) {
      onUnsaved?.(false);
      onDone();
    }
  };
  const submit = (): void => {
    if (sending.pending) return;
    setAsked(true);
    if (!chosen.length || dateProblem || (settled && unready.length) || holding || coming.length) {
      const [first] = coming;
      // Where the file is that everything waits for.
      if (first) dispatch({ type: 'scope-chosen', channel: scopeOf(state, first.places[0] ?? '') });
      focusFirstProblem(dateProblem);
      return;
    }
    if (when.kind === 'now' && !post) setConfirming(true);
    else void run();
  };
  const remove = async (): Promise<void> => {
    setFinished(true);
    try {
      await deleteDraft(state.id, state.document);
    } catch (problem) {
      setFinished(false);
      throw problem;
    }
    onDone();
  };

  const { sent, error: left } = sending;
  if (sent) return <Result {...{ sent, left, zone, onAgain }} channels={known} />;
  const head = (
    <>
      {!post && <SaveLine key={state.saved?.at ?? ''} state={state} autosave={autosave} />}
      <ComposerMenu onDelete={remove} />
    </>
  );
  return (
    <ComposerProvider value={parts}>
      {/* No form: Enter in a field must not publish. */}
      <section
        aria-label={text.label}
        className={classes.composer}
        data-view={view}
        onKeyDown={(event) => isSubmit(event) && submit()}
      >
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
          <div className={classes.write}>
            <ErrorAlert error={channels.error} />
            <ChannelChips loading={channels.isPending} />
            {asked && !chosen.length && <p className={classes.missing}>{text.channels.missing}</p>}
            <ScopeTabs />
            <Thread />
            <SettingsSection />
            <TagsInput
              label={text.tags}
              maxTags={100}
              comboboxProps={{ withinPortal: false }}
              value={[...state.document.tags]}
              onChange={(tags) => dispatch({ type: 'tags-changed', tags })}
            />
            <ShortLinkSwitch />
            <WhenField asked={asked} />
          </div>
          <div className={classes.side}>
            <Preview />
          </div>
        </div>
        <div className={classes.bottom}>
          <div className={classes.news}>
            <SendProblem
              error={sending.error}
              channels={known}
              onKeepAsNew={() => {
                sending.settle();
                removeDraft(state.id).catch(notifyError);
                dispatch({ type: 'opened', state: asNewDraft(state) });
              }}
              onSaveOver={(revision) => {
                sending.takeOver(revision);
                submit();
              }}
            />
            <LimitWaits />
            <ReachWarning />
            <ReadinessLine dated={!dateProblem} />
            {asked && (holding || coming.length > 0) && (
              <p className={classes.missing}>{onTheWay ? text.send.uploading : text.send.notUploaded}</p>
            )}
          </div>
          <Button size="md" className={classes.submit} loading={sending.pending} onClick={submit}>
            {post ? strings.common.save : sendLabel(when, date, zone)}
          </Button>
        </div>
      </section>
      {confirming && (
        <PublishNowDialog
          channels={chosen.map(({ name }) => name)}
          pending={sending.pending}
          onConfirm={() => void run()}
          onClose={() => setConfirming(false)}
        />
      )}
      {ended && <SignInDialog me={me} />}
      {elsewhere && !ended && <ElsewhereDialog home={me} other={elsewhere.name} />}
      {autosave.problem?.kind === 'conflict' && !ended && !finished && (
        <ConflictDialog
          newer={autosave.problem.newer}
          me={me.user.id}
          zone={zone}
          onKeepMine={() => void autosave.keepMine()}
          onOpenNewer={() => {
            if (autosave.problem?.kind === 'conflict' && autosave.problem.newer) {
              dispatch({ type: 'opened', state: fromComposition(autosave.problem.newer) });
            }
            autosave.settle('conflict');
          }}
        />
      )}
    </ComposerProvider>
  );
}

/** What the button does, and when: "Schedule for Tue 4 May, 09:00". */
function sendLabel({ kind }: When, date: string | null | undefined, zone: string): string {
  if (kind === 'now' || !date || isPast(date)) return text.send[kind];
  return text.send.atTime(formatClock(date, zone));
}

/** Whether its address does not lead to the draft yet. */
const isUnknown = ({ saved, document }: ComposerState): boolean => !saved && !isEmpty(document);

/** Ctrl and Enter in the composer itself, pressed once: windows above it have buttons of their own. */
const isSubmit = ({ key, metaKey, ctrlKey, repeat, currentTarget, target }: KeyboardEvent): boolean =>
  key === 'Enter' && (metaKey || ctrlKey) && !repeat && currentTarget.contains(target as Node);

function focusFirstProblem(date: boolean): void {
  const selector = date ? '[data-date-field]' : '[data-part] [aria-invalid="true"]';
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
