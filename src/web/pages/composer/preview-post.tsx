import { Text } from '@mantine/core';
import { memo } from 'react';
import { contentOf, toPlainText } from '../../../../providers/_kit/stored-text.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { NetworkMark } from '../../components/network-mark.tsx';
import { Icon } from '../../components/icon.tsx';
import { isDocument } from '../../components/post-media.tsx';
import { layouts, type Layout } from '../../look/layouts.ts';
import { strings } from '../../strings/index.ts';
import type { ComposerState, Part, Settings } from './composer-state.ts';
import type { Channel } from './composer-context.ts';
import { DocumentLine } from './document-line.tsx';
import { LinkCard } from './link-card.tsx';
import { localPath } from './local-path.ts';
import classes from './preview.module.css';
import { tokensOf } from './text-tokens.ts';
import { isComment } from './tools/first-comment.ts';

const text = strings.composer.preview;
const { comment } = strings.writing;

export const layoutOf = (network: string): Layout => layouts[network] ?? 'short';

interface PreviewPostProps {
  readonly channel: Channel;
  readonly parts: readonly Part[];
  readonly files: ComposerState['files'];
  readonly settings: Settings;
}

/** A post with its thread, in the manner of the channel's network. */
export function PreviewPost({ channel, parts, files, settings }: PreviewPostProps) {
  const layout = layoutOf(channel.identifier);
  const title = typeof settings.title === 'string' ? settings.title : '';
  return (
    <article className={classes.post} data-layout={layout}>
      <ol className={classes.parts}>
        {parts.map((part, index) => (
          <PreviewPart
            key={part.id}
            {...{ channel, part, files, layout, settings }}
            title={index === 0 ? title : ''}
            index={index}
            last={index === parts.length - 1}
          />
        ))}
      </ol>
    </article>
  );
}

interface PreviewPartProps extends Pick<PreviewPostProps, 'channel' | 'files' | 'settings'> {
  readonly part: Part;
  readonly layout: Layout;
  readonly title: string;
  readonly index: number;
  readonly last: boolean;
}

/** Only the preview of the part that is being written is rendered again at each key. */
const PreviewPart = memo(function PreviewPart({
  channel,
  part,
  files,
  layout,
  settings,
  title,
  index,
  last,
}: PreviewPartProps) {
  return (
    <li className={classes.part}>
      <span className={classes.side}>
        <ChannelAvatar channel={channel} size={40} />
        {layout === 'short' && !last && <span className={classes.line} />}
      </span>
      <div className={classes.body}>
        {index > 0 && isComment(channel) && (
          <p className={classes.handle}>{index > 1 ? comment.nth(index) : comment.first}</p>
        )}
        <Author channel={channel} />
        {title && <p className={classes.title}>{title}</p>}
        <PartText text={toPlainText(contentOf(part.text))} />
        <MediaGrid part={part} files={files} />
        {!part.media.length && (
          <LinkCard network={channel.identifier} first={index === 0} {...{ part, settings }} />
        )}
        {layout === 'short' && <Actions />}
      </div>
    </li>
  );
});

function Author({ channel }: { channel: Channel }) {
  return (
    <div className={classes.author}>
      <bdi className={classes.name}>{channel.name}</bdi>
      {channel.profile && <bdi className={classes.handle}>@{channel.profile.replace(/^@/, '')}</bdi>}
      <span className={classes.handle}>{text.now}</span>
      <span className={classes.network}>
        <NetworkMark provider={channel.identifier} size={16} />
      </span>
    </div>
  );
}

/** Links, mentions and hashtags are set off; nothing in the text becomes markup. */
function PartText({ text: written }: { text: string }) {
  if (!written.trim()) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {text.empty}
      </Text>
    );
  }
  return (
    <p className={classes.text} dir="auto">
      {tokensOf(written).map(({ kind, text: piece }, index) =>
        kind === 'text' ? (
          piece
        ) : (
          <span key={index} className={classes.token}>
            {piece}
          </span>
        ),
      )}
    </p>
  );
}

const MAX_SHOWN = 4;

function MediaGrid({ part, files }: { part: Part; files: ComposerState['files'] }) {
  const shown = part.media.slice(0, MAX_SHOWN);
  const more = part.media.length - shown.length;
  if (!shown.length) return null;
  return (
    <div className={classes.grid} data-count={shown.length}>
      {shown.map(({ id, alt }, index) => {
        const file = files[id];
        const isVideo = file?.type.startsWith('video/') || /\.mp4$/i.test(file?.path ?? '');
        return (
          <span key={id} className={classes.cell}>
            {file && isVideo ? (
              <video src={localPath(file.path)} aria-label={alt || text.video} controls preload="metadata" />
            ) : file && isDocument(file.path) ? (
              <DocumentLine file={file} />
            ) : file ? (
              <img src={localPath(file.path)} alt={alt} />
            ) : (
              <Icon name="video" size={32} />
            )}
            {index === MAX_SHOWN - 1 && more > 0 && <span className={classes.more}>{text.more(more)}</span>}
          </span>
        );
      })}
    </div>
  );
}

/** What stands below a short post, as decoration. */
function Actions() {
  return (
    <span className={classes.actions} aria-hidden>
      <Icon name="message" size={16} />
      <Icon name="repeat" size={16} />
      <Icon name="star" size={16} />
    </span>
  );
}
