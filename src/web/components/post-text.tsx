import { Anchor } from '@mantine/core';
import { toPlainText } from '../../../providers/_kit/stored-text.ts';
import { strings } from '../strings/index.ts';
import classes from './post-text.module.css';

/** URLs, tags and mentions: what networks show in another colour. */
const SPECIAL =
  /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]|(?<![\p{L}\p{N}/])[#@][\p{L}\p{N}_][\p{L}\p{N}_.@-]*[\p{L}\p{N}_]|(?<![\p{L}\p{N}/])[#@][\p{L}\p{N}])/gu;

/** The text of a post as it is published, with its line breaks. */
export function PostText({ content }: { content: string }) {
  const text = toPlainText(content);
  if (!text) return <p className={classes.none}>{strings.posts.noText}</p>;
  return (
    <p className={classes.text} dir="auto">
      {text.split(SPECIAL).map((piece, n) => (
        // The pieces of a text have no names; they stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={n} piece={piece} special={n % 2 === 1} />
      ))}
    </p>
  );
}

function Piece({ piece, special }: { piece: string; special: boolean }) {
  if (!special) return piece;
  if (!piece.startsWith('http')) return <span className={classes.special}>{piece}</span>;
  return (
    <Anchor href={piece} target="_blank" rel="noreferrer" inherit underline="always">
      {piece}
    </Anchor>
  );
}
