/** `resume`: first the plan, then the choice, then what was done. */
import { confirm, number, select } from '@inquirer/prompts';
import { readFreeze } from '../../platform/freeze.ts';
import { planResume, resume, type ResumeChoice, type ResumePlan } from '../../posts/resume.ts';
import { ApiError } from '../../platform/errors.ts';
import { canAsk } from '../channels/ask.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { shortDate, write, type Answer } from '../output.ts';
import { chooseScope, commandFor, type ChosenScope } from './scope.ts';

export const PLANS = ['now', 'respread', 'drop'] as const;

export interface ResumeOptions {
  readonly all?: boolean;
  readonly organization?: string;
  readonly plan?: (typeof PLANS)[number];
  readonly over?: number;
  readonly yes?: boolean;
}

const DEFAULT_MINUTES = 60;

/**
 * Shows what waits and ends the freeze the way that was chosen. With nobody to ask and no --plan it changes
 * nothing.
 */
export async function resumePublishing(session: Session, options: ResumeOptions): Promise<Answer> {
  if ((options.plan === 'respread') !== (options.over !== undefined)) {
    throw new CliError(
      'usage',
      options.over === undefined
        ? '--plan respread needs --over MINUTES'
        : '--over goes with --plan respread only',
    );
  }
  const scope = await chooseScope(session, options);
  await assertFrozen(session, scope);
  const plan = await planResume(session.context, scope);
  const asking = canAsk() && !session.json;
  if (!options.plan && !asking) return shown(scope, plan);
  if (asking) await write(process.stderr, `${planLines(scope, plan).join('\n')}\n\n`);
  const choice = options.plan ? choiceOf(options.plan, options.over) : await ask(plan);
  if (!options.yes) await agree(scope, choice, { asking, overdue: plan.overdue });
  const done = await resume(session.context, scope, choice);
  return {
    json: { resumed: true, choice, plan: done },
    lines: [...(asking ? [] : [...planLines(scope, done), '']), ...doneLines(scope, done, choice)],
  };
}

/**
 * An organisation stands still too while the whole instance does; resuming it alone would let nothing leave.
 */
async function assertFrozen(session: Session, scope: ChosenScope): Promise<void> {
  const { database } = session.context;
  if (!(await readFreeze(database, scope))) {
    throw new ApiError('not_frozen', { message: `Nothing is frozen for ${scope.words}` });
  }
  const instance = scope.organizationId ? await readFreeze(database, {}) : undefined;
  if (instance) {
    throw new CliError(
      'instance_frozen',
      `The whole instance is frozen (${instance.reason}): resume it first, with --all`,
    );
  }
}

function shown(scope: ChosenScope, plan: ResumePlan): Answer {
  return {
    json: { resumed: false, plan },
    lines: [
      ...planLines(scope, plan),
      '',
      `Nothing was changed. Choose: ${commandFor(scope, 'resume')} --plan now | respread --over MINUTES | drop, with --yes`,
    ],
  };
}

function planLines(
  scope: ChosenScope,
  { overdue, tooLate, channels, oldest, newest, waiting }: ResumePlan,
): string[] {
  return [
    `Frozen: ${scope.words}`,
    overdue === 0
      ? 'No post came due meanwhile'
      : `${posts(overdue)} came due meanwhile, on ${channels} ${channels === 1 ? 'channel' : 'channels'}: the oldest ${shortDate(oldest)}, the newest ${shortDate(newest)}`,
    ...(tooLate
      ? [
          `${posts(tooLate)} of them ${tooLate === 1 ? 'is' : 'are'} later than the organisation lets a post be: sent "now", they become missed and are asked about`,
        ]
      : []),
    `${posts(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for a later date and ${waiting === 1 ? 'keeps' : 'keep'} it`,
  ];
}

async function ask({ overdue }: ResumePlan): Promise<ResumeChoice> {
  if (overdue === 0) return { action: 'now' };
  const where = { output: process.stderr };
  const action = await select(
    {
      message: 'What shall become of the overdue posts?',
      choices: [
        { value: 'now' as const, name: 'Send them now, oldest first' },
        { value: 'respread' as const, name: 'Give them new dates, evenly from now' },
        { value: 'drop' as const, name: 'Drop them: they are cancelled' },
      ],
    },
    where,
  );
  if (action !== 'respread') return { action };
  return choiceOf(
    action,
    await number(
      { message: 'Over how many minutes?', default: DEFAULT_MINUTES, min: 1, required: true },
      where,
    ),
  );
}

const choiceOf = (action: ResumeChoice['action'], minutes = DEFAULT_MINUTES): ResumeChoice =>
  action === 'respread' ? { action, minutes } : { action };

async function agree(
  scope: ChosenScope,
  choice: ResumeChoice,
  of: { asking: boolean; overdue: number },
): Promise<void> {
  if (!of.asking) {
    throw new CliError(
      'needs_terminal',
      'Nobody can be asked here: add --yes to do it, or leave --plan out to see what waits',
    );
  }
  const sure = await confirm(
    {
      message: `Resume ${scope.words}${of.overdue ? ` and ${CHOICE_WORDS[choice.action]} ${posts(of.overdue)}` : ''}?`,
      default: choice.action !== 'drop',
    },
    { output: process.stderr },
  );
  if (!sure) throw new CliError('cancelled', 'Cancelled: it stays frozen');
}

const CHOICE_WORDS = { now: 'send', respread: 'give new dates to', drop: 'cancel' } as const;

function doneLines(scope: ChosenScope, { overdue, tooLate }: ResumePlan, choice: ResumeChoice): string[] {
  const words = {
    now: `${posts(overdue - tooLate)} ${overdue - tooLate === 1 ? 'goes' : 'go'} out now, oldest first${tooLate ? `; ${posts(tooLate)} ${tooLate === 1 ? 'is' : 'are'} too late and asked about (posts list --state missed)` : ''}`,
    respread: `${posts(overdue)} ${overdue === 1 ? 'has' : 'have'} new dates${choice.action === 'respread' ? ` within ${choice.minutes} minutes` : ''}`,
    drop: `${posts(overdue)} ${overdue === 1 ? 'is' : 'are'} cancelled`,
  };
  return [`Publishing goes on for ${scope.words}`, ...(overdue ? [words[choice.action]] : [])];
}

const posts = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;
