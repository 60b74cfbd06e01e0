import type { Context } from '../../platform/context.ts';
import { settleRestored, type Said } from '../cutover/settle-restored.ts';
import { PROGRAM } from '../../run/cli/command.ts';
import { CliError } from '../../run/cli/errors.ts';
import { type Answer } from '../../run/cli/output.ts';

export interface AfterRestoreTyped {
  readonly organization?: string;
  readonly frozenSource?: boolean;
  readonly yes?: boolean;
}

/** `after-restore`: shows what v1 says of each organisation that is in doubt, and acts on it with --yes. */
export async function afterRestore(context: Context, options: AfterRestoreTyped): Promise<Answer> {
  const { organization, frozenSource = false, yes = false } = options;
  const said = await settleRestored(context, { organization, frozenSource, act: yes });
  if (!said.length) return nothing(organization);
  const sentences = said.map((one) => sentence(one, frozenSource));
  if (!yes) throw new CliError('not_confirmed', `${sentences.join('. ')}. Add --yes to act on that`);
  return {
    json: {
      organizations: said.map(({ organization: { id, name }, publisher, refused }) => ({
        id,
        name,
        publisher,
        refused,
      })),
    },
    lines: [...sentences.map((one) => `${one}.`), NEXT],
    failed: said.some(({ refused }) => refused !== null),
  };
}

const nothing = (named: string | undefined): Answer => ({
  json: { organizations: [] },
  lines: [
    `Nothing is in doubt${named === undefined ? '' : ` for "${named}"`}: see migrate-v1 status for who publishes.`,
  ],
});

function sentence({ organization: { id, name }, outcome, refused }: Said, frozenSource: boolean): string {
  const outcomes: Record<Said['outcome'], string> = {
    refused: refused ?? '',
    crier: 'v1 is stopped, and Crier publishes. What is due is looked up on its network first',
    v1: 'v1 publishes',
    given_back: 'v1 publishes, so it is given back here',
    cut_over: `v1 is stopped, and this backup knows of no cutover, so nobody publishes: type migrate-v1 cutover --organization ${id}${frozenSource ? ' --frozen-source' : ''} --yes next. What was due until now is looked up on its network, or asked about`,
    taken_over:
      'v1 is gone, so Crier takes over. What was due until now is looked up on its network, or asked about',
  };
  return `${name}: ${outcomes[outcome]}`;
}

const NEXT = `Next: migrate-v1 status, and ${PROGRAM} resume --all if publishing is frozen.`;
