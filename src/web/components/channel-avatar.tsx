import { AccountPicture } from './account-picture.tsx';
import classes from './channel-avatar.module.css';
import { NetworkMark } from './network-mark.tsx';

/** A channel, as lists of channels and posts name it. */
export interface AvatarChannel {
  readonly name: string;
  readonly picture?: string | null | undefined;
  /** The network, in a list of channels. */
  readonly identifier?: string;
  /** The network, in a post. */
  readonly providerIdentifier?: string;
}

interface ChannelAvatarProps {
  readonly channel: AvatarChannel;
  /** In pixels; default: 36. */
  readonly size?: number;
}

/** The account's picture with the network's mark on its corner. The account's name stands beside it. */
export function ChannelAvatar({ channel, size = 36 }: ChannelAvatarProps) {
  return (
    <span className={classes.avatar} aria-hidden>
      <AccountPicture picture={channel.picture ?? null} name={channel.name} size={size} />
      <span className={classes.mark}>
        <NetworkMark
          provider={channel.identifier ?? channel.providerIdentifier ?? ''}
          size={Math.max(13, Math.round(size * 0.42))}
        />
      </span>
    </span>
  );
}
