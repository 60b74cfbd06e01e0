/** `channels try`: what a person with a real account runs, and can paste into an issue. */
import { tryChannel, type TriedChannel } from '../../channels/try-channel.ts';
import { CliError } from '../errors.ts';
import type { Session, Typed } from '../command.ts';
import { table, type Answer } from '../output.ts';

const TEXT = 'A test post by Crier, which is taken down in a moment';

/** The table of what was tried. Fails when a step does, or the post could not be taken down. */
export async function tryOne(session: Session, { args, options }: Typed): Promise<Answer> {
  const { id: organizationId } = await session.organization();
  const text = options.publish === true ? ((options.text as string | undefined) ?? TEXT) : undefined;
  const tried = await tryChannel(session.context, {
    organizationId,
    channelId: args[0] ?? '',
    ...(text ? { text } : {}),
    ...(options.settings === undefined ? {} : { settings: parse(String(options.settings)) }),
  });
  const failed = tried.left !== null || tried.steps.some(({ ok }) => !ok);
  return { json: tried, lines: linesOf(tried), failed };
}

function linesOf({ provider, steps, left }: TriedChannel): string[] {
  if (!steps.length) {
    return [`${provider} has nothing that only reads. To publish a post and take it down again: --publish`];
  }
  const rows = steps.map(({ ok, step, ms, detail }) => [ok ? 'ok' : 'failed', step, `${ms} ms`, detail]);
  return [
    ...table(['', 'STEP', 'TOOK', 'ANSWER'], rows),
    ...(left ? ['', `The post is still there: ${left}`] : []),
  ];
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError('usage', '--settings must be a JSON object such as \'{"channel": "123"}\'');
}
