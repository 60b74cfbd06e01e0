/** What is typed about an organisation that came over, as the workspace says that brought it. */
import { PROGRAM } from './command.ts';
import { plugged } from './plugged-steps.ts';

type Step = 'inDoubt' | 'elsewhere';

/** The command after a colon; nothing without such a workspace. */
export const typed = (step: Step): string => plugged.map((steps) => `: ${PROGRAM} ${steps[step]}`).join('');

const STEPS: Readonly<Record<string, Step>> = {
  publisher_in_doubt: 'inDoubt',
  published_elsewhere: 'elsewhere',
};

/** The message of an error, with the command that helps, if there is one and the message does not name it. */
export function withStep({ code, message }: { readonly code: string; readonly message: string }): string {
  const step = STEPS[code];
  return !step || plugged.some((steps) => message.includes(steps[step]))
    ? message
    : `${message}${typed(step)}`;
}
