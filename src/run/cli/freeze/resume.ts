/** `resume`: shows what is overdue, asks what to do with it, and reports what was done. */
import { confirm, number, select } from '@inquirer/prompts';
import { readFreeze } from '../../../platform/freeze.ts';
import { planResume, resume, type ResumeChoice, type ResumePlan } from '../../../posts/decide/resume.ts';
import { ApiError } from '../../../platform/errors.ts';
import { canAsk } from '../channels/ask.ts';
import { typed } from '../came-over-steps.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { counted } from '../../../platform/counted.ts';
import { shortDate, write, type Answer } from '../output.ts';
import { chooseScope, commandFor, type ChosenScope } from './scope.ts';

export interface ResumeOptions {
  readonly all?: boolean;
  readonly organization?: string;
  readonly plan?: ResumeChoice['action'];
  readonly over?: number;
  readonly yes?: boolean;
}

const DEFAULT_MINUTES = 60;

/**
 * Shows what is overdue and ends the freeze as chosen. Without --plan and without a terminal it changes
 * nothing.
 */
export async function resumePublishing(session: Session, options: ResumeOptions): Promise<Answer> {
  if ((options.plan === 'respread') !== (options.over !== undefined)) {
    throw new CliError(
      'usage',
      options.over === undefined ? '--plan respread needs --over MINUTES' : '--over needs --plan respread',
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

/** While the whole instance is frozen, resuming one organisation would have no effect. */
async function assertFrozen(session: Session, scope: ChosenScope): Promise<void> {
  const { database } = session.context;
  if (!(await readFreeze(database, scope))) {
    throw new ApiError('not_frozen', { inEnglish: `Publishing is not frozen for ${scope.name}` });
  }
  const instance = scope.organizationId ? await readFreeze(database, {}) : undefined;
  if (instance) {
    throw new CliError(
      'instance_frozen',
      `Publishing is frozen for the whole instance (${instance.reason}): resume it first, with --all`,
    );
  }
}

function shown(scope: ChosenScope, plan: ResumePlan): Answer {
  return {
    json: { resumed: false, plan },
    lines: [
      ...planLines(scope, plan),
      '',
      'Nothing was changed. To resume: ' +
        `${commandFor(scope, 'resume')} --plan now | respread --over MINUTES | drop, with --yes`,
    ],
  };
}

function planLines(scope: ChosenScope, plan: ResumePlan): string[] {
  const { overdue, tooLate, channels, oldest, newest, waiting, backupAt, doubtful, inDoubt } = plan;
  return [
    `Publishing is frozen for ${scope.name}`,
    overdue === 0
      ? 'No post has become overdue'
      : `${counted(overdue, 'post')} overdue on ${counted(channels, 'channel')}: ` +
        `the oldest since ${shortDate(oldest)}, the newest since ${shortDate(newest)}`,
    ...(tooLate
      ? [
          `${counted(tooLate, 'post')} of these past the lateness limit: ` +
            'with "now", they become missed, and a person decides',
        ]
      : []),
    ...(backupAt ? [doubtLine(backupAt, doubtful)] : []),
    `${counted(waiting, 'post')} scheduled for later, with unchanged dates`,
    ...(inDoubt
      ? [
          `${counted(inDoubt, 'organisation')} not resumed until the previous instance is checked${typed('inDoubt')}`,
        ]
      : []),
  ];
}

const doubtLine = (backupAt: Date, doubtful: number): string =>
  doubtful
    ? `${counted(doubtful, 'post')} may have been published since the backup of ${shortDate(backupAt)}: each is looked up ` +
      'on its network before anything is sent, and a person decides where that is not conclusive'
    : `Restored from the backup of ${shortDate(backupAt)}: nothing that waits can have been published since`;

async function ask({ overdue }: ResumePlan): Promise<ResumeChoice> {
  if (overdue === 0) return { action: 'now' };
  const where = { output: process.stderr };
  const action = await select(
    {
      message: 'What should happen to the overdue posts?',
      choices: [
        { value: 'now' as const, name: 'Publish them now, oldest first' },
        { value: 'respread' as const, name: 'Give them new dates, evenly spread from now on' },
        { value: 'drop' as const, name: 'Cancel them' },
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
  prompt: { asking: boolean; overdue: number },
): Promise<void> {
  if (!prompt.asking) {
    throw new CliError(
      'needs_terminal',
      'There is no terminal to ask in: add --yes to do it, or omit --plan to see what is overdue',
    );
  }
  const overdue = prompt.overdue ? ` and ${ACTIONS[choice.action]} ${counted(prompt.overdue, 'post')}` : '';
  const sure = await confirm(
    { message: `Resume publishing for ${scope.name}${overdue}?`, default: choice.action !== 'drop' },
    { output: process.stderr },
  );
  if (!sure) throw new CliError('cancelled', 'Cancelled: publishing stays frozen');
}

const ACTIONS = { now: 'publish', respread: 'give new dates to', drop: 'cancel' } as const;

function doneLines(scope: ChosenScope, plan: ResumePlan, choice: ResumeChoice): string[] {
  const { overdue, tooLate, doubtful } = plan;
  if (doubtful) return [`Publishing is resumed for ${scope.name}`, doubtfulDone(doubtful, choice)];
  const missed = tooLate ? `; ${counted(tooLate, 'post')} missed (posts list --state missed)` : '';
  const within = choice.action === 'respread' ? ` within ${choice.minutes} minutes` : '';
  const done = {
    now: `${counted(overdue - tooLate, 'post')} being published now, oldest first${missed}`,
    respread: `${counted(overdue, 'post')} rescheduled${within}`,
    drop: `${counted(overdue, 'post')} cancelled`,
  };
  return [`Publishing is resumed for ${scope.name}`, ...(overdue ? [done[choice.action]] : [])];
}

/** The outcome of each is not known yet. */
const doubtfulDone = (doubtful: number, { action }: ResumeChoice): string =>
  action === 'drop'
    ? `${counted(doubtful, 'post')} not sent: a person says of each whether it was published (posts list --state unconfirmed)`
    : `${counted(doubtful, 'post')} being looked up on the networks; see posts list --state unconfirmed in a few minutes`;
