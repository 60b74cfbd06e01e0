import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { strings } from '../strings/index.ts';

const LEAST = 10;

/** The rule of `useFields` for a password that is being chosen; the API has the last word. */
export const newPassword = {
  password: (value: string): string | undefined =>
    [...value].length < LEAST ? strings.auth.shortPassword(LEAST) : undefined,
};

/**
 * A password that can be looked at, also by keyboard; `fresh` for one that is being chosen, with the rule.
 */
export function PasswordField({ fresh = false, ...input }: PasswordInputProps & { fresh?: boolean }) {
  return (
    <PasswordInput
      autoComplete={fresh ? 'new-password' : 'current-password'}
      description={fresh ? strings.auth.passwordHint(LEAST) : undefined}
      // Mantine's own inputs say this themselves, but not this one.
      aria-invalid={input.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': strings.auth.showPassword }}
      {...input}
    />
  );
}
