import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { NetworkMark } from '../../../components/network-mark.tsx';
import { isolated } from '../../../format/text.ts';
import { mentionNetworks } from '../../../look/layouts.ts';
import { strings } from '../../../strings/index.ts';
import { askTool } from '../ask-tool.ts';
import { chosenChannels, useComposer, type Channel } from '../composer-context.ts';
import { channelsInScope, currentParts, type Part } from '../composer-state.ts';
import { fieldOf } from './caret.ts';
import classes from './mentions.module.css';

const text = strings.writing.mentions;
const PAUSE_MS = 300;
const MAX_ROWS = 8;
/** What is being written in front of the caret. */
const BEGUN = /(?<=^|[\s(])@([\p{L}\p{N}_.@-]{2,60})$/u;

interface Row {
  readonly label: string;
  readonly mention: string;
  readonly handle?: string;
  readonly channel: Channel;
}

interface Mentions {
  /** For the field of the text. */
  readonly input: {
    onSelect(event: SyntheticEvent<HTMLTextAreaElement>): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
    readonly 'data-mantine-stop-propagation'?: true;
    readonly 'aria-autocomplete'?: 'list';
    readonly 'aria-controls'?: string;
    readonly 'aria-activedescendant'?: string;
  };
  readonly list: ReactNode;
}

/**
 * The people that "@ad" may mean, on the networks of the chosen channels that look people up. A network that
 * does not answer is left out: the server has it in its log.
 */
export function useMentions({ part, index }: { part: Part; index: number }): Mentions {
  const composer = useComposer();
  const { state, dispatch, offerUndo } = composer;
  const [word, setWord] = useState('');
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState('');
  const [asked] = useDebouncedValue(word, PAUSE_MS);
  const inScope = channelsInScope(state);
  const chosen = chosenChannels(composer).filter(({ id }) => inScope.includes(id));
  const channels = chosen.filter(({ identifier }) => mentionNetworks.includes(identifier));
  const answers = useQueries({
    queries: channels.map(({ id }) => ({
      queryKey: ['tool', id, 'mentions', asked],
      enabled: asked !== '',
      staleTime: 60_000,
      retry: false,
      queryFn: () => askTool(id, 'mentions', { query: asked }),
    })),
  });
  const isOpen = word !== '' && word === asked && word !== closed;
  const rows = isOpen ? channels.flatMap((channel, n) => rowsOf(channel, answers[n]?.data)) : [];
  const current = Math.min(active, rows.length - 1);
  const listId = `mentions-${part.id}`;

  const choose = ({ mention, channel }: Row): void => {
    const field = fieldOf(part.id);
    if (!field) return;
    const end = field.selectionStart;
    const start = end - word.length - 1;
    setWord('');
    // The code of a network would be nonsense on another one.
    if (/^<|^@\[/.test(mention) && chosen.length > 1) {
      const ids = currentParts(state).map(() => crypto.randomUUID());
      const own = ids[index] ?? '';
      const written = `${part.text.slice(0, start)}${mention} ${part.text.slice(end)}`;
      dispatch({ type: 'customised', channel: channel.id, ids });
      dispatch({ type: 'text-changed', part: own, text: written });
      const undo = (): void => dispatch({ type: 'shared-again', channel: channel.id });
      offerUndo(text.own(isolated(channel.name)), undo);
      requestAnimationFrame(() => fieldOf(own)?.focus());
      return;
    }
    field.focus();
    field.setSelectionRange(start, end);
    document.execCommand('insertText', false, `${mention} `);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[current];
    if (!row || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') setActive((current + 1) % rows.length);
    else if (event.key === 'ArrowUp') setActive((current + rows.length - 1) % rows.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(row);
    else if (event.key === 'Escape') setClosed(word);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    input: {
      onSelect: ({ currentTarget: { value, selectionStart, selectionEnd } }) => {
        const found = selectionStart === selectionEnd && BEGUN.exec(value.slice(0, selectionStart));
        setWord((found && found[1]) || '');
        setActive(0);
      },
      onBlur: () => setWord(''),
      onKeyDown,
      ...(rows.length > 0 && {
        'data-mantine-stop-propagation': true,
        'aria-autocomplete': 'list',
        'aria-controls': listId,
        'aria-activedescendant': `${listId}-${current}`,
      }),
    },
    list: (
      <>
        <VisuallyHidden role="status">{rows.length > 0 && text.found(rows.length)}</VisuallyHidden>
        {rows.length > 0 && (
          <div role="listbox" id={listId} aria-label={text.label} className={classes.list}>
            {rows.map((row, n) => (
              <div
                key={`${row.channel.id} ${row.mention}`}
                role="option"
                id={`${listId}-${n}`}
                aria-selected={n === current}
                className={classes.row}
                // The text keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(row);
                }}
              >
                <NetworkMark provider={row.channel.identifier} size={16} label={row.channel.name} />
                <bdi className={classes.name}>{row.label}</bdi>
                {row.handle && <bdi className={classes.handle}>{row.handle}</bdi>}
              </div>
            ))}
          </div>
        )}
      </>
    ),
  };
}

function rowsOf(channel: Channel, answer: unknown): Row[] {
  const list = Array.isArray(answer) ? (answer as Partial<Row>[]) : [];
  return list
    .flatMap(({ label, mention, handle }) =>
      typeof label === 'string' && typeof mention === 'string'
        ? [{ label, mention, channel, ...(typeof handle === 'string' && { handle }) }]
        : [],
    )
    .slice(0, MAX_ROWS);
}
