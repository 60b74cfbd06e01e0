import { Avatar, type AvatarProps } from '@mantine/core';

interface AccountPictureProps {
  readonly picture?: string | null;
  readonly name: string;
  readonly size?: AvatarProps['size'];
}

/**
 * The picture of an account on a network, or its initials if there is none that the page's policy allows
 * (https and our own origin).
 */
export function AccountPicture({ picture, name, size }: AccountPictureProps) {
  const src =
    picture && (picture.startsWith('https://') || picture.startsWith(`${location.origin}/`)) ? picture : null;
  return (
    <Avatar
      src={src}
      name={name}
      color="initials"
      size={size}
      alt=""
      imageProps={{ referrerPolicy: 'no-referrer' }}
    />
  );
}
