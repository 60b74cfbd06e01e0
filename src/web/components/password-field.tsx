import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { strings } from '../strings/index.ts';

const LEAST = 10;

/** Rule for `useFields`: a new password is long enough. The API checks more. */
export const newPassword = {
  password: (value: string): string | undefined =>
    [...value].length < LEAST ? strings.auth.shortPassword(LEAST) : undefined,
};

/** A password with a button that shows it. `fresh`: a new password, so the rule is shown below it. */
export function PasswordField({ fresh = false, ...input }: PasswordInputProps & { fresh?: boolean }) {
  return (
    <PasswordInput
      autoComplete={fresh ? 'new-password' : 'current-password'}
      description={fresh ? strings.auth.passwordHint(LEAST) : undefined}
      // Mantine sets it on its other inputs, but not on this one.
      aria-invalid={input.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': strings.auth.showPassword }}
      {...input}
    />
  );
}
