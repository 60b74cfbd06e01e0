import { Avatar, type AvatarProps } from '@mantine/core';

/**
 * The picture of an account at a network; its initials where there is none, or none that a page of ours may
 * load (its policy allows https and the app's own origin).
 */
export function AccountPicture({
  picture,
  name,
  size,
}: {
  picture?: string | null;
  name: string;
  size?: AvatarProps['size'];
}) {
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
