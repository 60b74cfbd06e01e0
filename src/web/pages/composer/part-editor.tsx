import { Button, FileButton, Menu, Textarea, VisuallyHidden } from '@mantine/core';
import { Fragment, useState, type ClipboardEvent, type DragEvent } from 'react';
import { api } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { latePart } from '../../components/late-part.tsx';
import { strings } from '../../strings/index.ts';
import type { Part } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import { ConvertVideos } from './convert-videos.tsx';
import { Counters } from './counters.tsx';
import classes from './part-editor.module.css';
import { hasFormattedText } from './tools/use-files-anywhere.ts';
import { EmojiButton } from './tools/emoji-button.tsx';
import { HashtagMenu } from './tools/hashtag-menu.tsx';
import { useMentions } from './tools/mentions.tsx';
import { SplitText } from './tools/split-text.tsx';
import { FitPictures } from './fit-pictures.tsx';
import { PartMediaList } from './media/part-media.tsx';
import { problemsOfPart } from './problems.ts';

const text = strings.composer.part;
const words = strings.writing.comment;
const LibraryPicker = latePart(() => import('./library-picker.tsx'));
const ACCEPTED = 'image/*,video/mp4,video/quicktime,video/x-m4v,video/3gpp,application/pdf';

interface PartEditorProps {
  readonly part: Part;
  readonly index: number;
  readonly all: number;
  /** The part that becomes the first comment, if this is the post above it. */
  readonly comment: string | undefined;
  /** Where it is no part of a thread: "First comment". */
  readonly name?: string | undefined;
}

/** One text with its media. Files can be dropped on it and pasted into it. */
export function PartEditor({ part, index, all, comment, name }: PartEditorProps) {
  const suffix = name ? index > 0 && words.to(name) : all > 1 && text.toPart(index + 1);
  const label = name && index > 0 ? name : !name && all > 1 ? text.numbered(index + 1, all) : text.label;
  const composer = useComposer();
  const { dispatch, uploads, showProblems } = composer;
  const mentions = useMentions({ part, index });
  const [over, setOver] = useState(false);
  const [picking, setPicking] = useState(false);
  const problems = Map.groupBy(showProblems ? problemsOfPart(composer, index) : [], ({ message }) => message);
  const several = composer.state.document.channels.length > 1;
  const errorId = `problems-${part.id}`;
  const add = (files: Iterable<File>): void => uploads.add(files, part.id);
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (!files.length || hasFormattedText(event.clipboardData)) return;
    event.preventDefault();
    add(files);
  };
  const drop = (event: DragEvent): void => {
    setOver(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  };
  return (
    <div
      data-part={part.id}
      className={classes.editor}
      data-comment={(name && index > 0) || undefined}
      data-over={over || undefined}
      onDrop={drop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <Textarea
        variant="unstyled"
        autosize
        minRows={name ? (index ? 1 : 5) : all > 1 ? 3 : 5}
        maxRows={24}
        aria-label={label}
        placeholder={index ? (name ? words.placeholder : text.nextPlaceholder) : text.placeholder}
        aria-invalid={problems.size > 0 || undefined}
        aria-describedby={problems.size ? errorId : undefined}
        classNames={{ input: classes.input }}
        value={part.text}
        {...mentions.input}
        onPaste={paste}
        onChange={({ currentTarget }) =>
          dispatch({ type: 'text-changed', part: part.id, text: currentTarget.value })
        }
      />
      {mentions.list}
      <PartMediaList part={part} />
      <div className={classes.tools}>
        <FileButton multiple accept={ACCEPTED} onChange={add}>
          {(props) => (
            <Button
              {...props}
              variant="subtle"
              color="gray"
              size="compact-md"
              leftSection={<Icon name="photo-plus" size={18} />}
            >
              {text.addMedia}
              {suffix && <VisuallyHidden>{suffix}</VisuallyHidden>}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<Icon name="photo" size={18} />}
          onClick={() => setPicking(true)}
        >
          {text.library}
          {suffix && <VisuallyHidden>{suffix}</VisuallyHidden>}
        </Button>
        <EmojiButton part={part.id} />
        <HashtagMenu part={part} comment={comment} />
        <Signatures part={part} />
      </div>
      {picking && <LibraryPicker part={part} onClose={() => setPicking(false)} />}
      <div className={classes.status} data-status>
        <Counters index={index} text={part.text} />
        {problems.size > 0 && (
          <ul id={errorId} className={classes.problems}>
            {[...problems].map(([message, channels]) => (
              <li key={message} className="any-text">
                <Icon name="alert-circle" size={16} />
                <span>
                  {several && (
                    <>
                      <span className={classes.channel}>
                        {channels.map(({ channel: { id, name } }, n) => (
                          <Fragment key={id}>
                            {n > 0 && ', '}
                            <bdi>{name}</bdi>
                          </Fragment>
                        ))}
                      </span>
                      {': '}
                    </>
                  )}
                  {message}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <SplitText part={part} index={index} />
      <FitPictures part={part} index={index} show={problems.size > 0} />
      <ConvertVideos part={part} index={index} show={problems.size > 0} />
    </div>
  );
}

/** The organisation's signatures, to be put at the end. */
function Signatures({ part }: { part: Part }) {
  const { dispatch } = useComposer();
  const { data = [] } = api.useQuery('get', '/snippets', {}, { staleTime: 60_000 });
  const signatures = data.filter(({ kind }) => kind === 'signature');
  if (!signatures.length) return null;
  const insert = (signature: string): void =>
    dispatch({
      type: 'text-changed',
      part: part.id,
      text: part.text.trim() ? `${part.text.trimEnd()}\n\n${signature}` : signature,
    });
  return (
    <Menu withinPortal={false} position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<Icon name="signature" size={18} />}
        >
          {text.signature}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {signatures.map(({ id, name, parts }) => (
          <Menu.Item key={id} onClick={() => insert(parts[0] ?? '')}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
