import type { IconName } from '../look/icon-names.ts';
import { icons } from '../look/icons.ts';

interface IconProps {
  readonly name: IconName;
  /** In pixels; default: 20. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A drawing in the colour of the text around it. It is decoration: the text beside it means the same. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      <path d={icons[name]} />
    </svg>
  );
}
