import { useState } from 'react';
import classes from './account-picture.module.css';

interface AccountPictureProps {
  readonly picture?: string | null;
  readonly name: string;
  /** In pixels; default: 38. */
  readonly size?: number;
}

const COLORS = ['petrol', 'blue', 'orange', 'green'];

/**
 * The picture of an account on a network, or its initials if there is none that the page's policy allows
 * (https and our own origin). The library's avatar is a fifth of what the home page adds to the sign-in page.
 */
export function AccountPicture({ picture, name, size = 38 }: AccountPictureProps) {
  const [broken, setBroken] = useState<string>();
  const isAllowed = picture?.startsWith('https://') || picture?.startsWith(`${location.origin}/`);
  const color =
    COLORS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLORS.length];
  return (
    <span
      className={classes.picture}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        background: `var(--mantine-color-${color}-light)`,
        color: `var(--mantine-color-${color}-light-color)`,
      }}
    >
      {picture && isAllowed && picture !== broken ? (
        <img src={picture} alt="" referrerPolicy="no-referrer" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** "CN" for Cafe Nord. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
