/** `channels try`: what a person with a real account runs, and can paste into an issue. */
import type { MediaFile } from '../../../../providers/_kit/contract.ts';
import { tryChannel, type TriedChannel } from '../../../channels/try-channel.ts';
import { CliError } from '../errors.ts';
import type { Session, Typed } from '../command.ts';
import { idParam } from '../../../platform/ids.ts';
import { storeFile } from '../instance/local.ts';
import { table, type Answer } from '../output.ts';

const TEXT = 'A test post by Crier, which is taken down in a moment';

/** The table of what was tried. Fails when a step does, or a post could not be taken down. */
export async function tryOne(session: Session, { args, options }: Typed): Promise<Answer> {
  const { id: organizationId } = await session.organization();
  const { publish, text = TEXT, thread = [], media: files = [], input = [], settings } = options as TryFlags;
  if (!publish && thread.length + files.length) {
    throw new CliError('usage', '--thread and --media need --publish');
  }
  const inputs = Object.fromEntries(input.map(inputOf));
  const { signal, release } = stopOnSignal(session);
  try {
    const tried = await tryChannel(session.context, {
      organizationId,
      channelId: idParam(args[0]),
      inputs,
      signal,
      ...(publish
        ? {
            texts: [text, ...thread],
            files: files.map((file) => () => storeOne(session, organizationId, file)),
          }
        : {}),
      ...(settings === undefined ? {} : { settings: parse(settings, SETTINGS) }),
    });
    const failed = tried.left.length > 0 || tried.steps.some(({ ok }) => ok === false);
    return { json: tried, lines: linesOf(tried), failed };
  } finally {
    release();
  }
}

const STOPPING = 'Stopping: what was published is taken down first (Ctrl-C again ends it at once)\n';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal stops the trial, which then takes away what it has put somewhere; a second one ends it.
 */
function stopOnSignal({ json }: Session): { signal: AbortSignal; release(): void } {
  const stop = new AbortController();
  const release = (): void => void SIGNALS.forEach((name) => process.off(name, end));
  const end = (): void => {
    release();
    if (!json) process.stderr.write(STOPPING);
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, end);
  return { signal: stop.signal, release };
}

interface TryFlags {
  readonly publish?: boolean;
  readonly text?: string;
  readonly thread?: readonly string[];
  readonly media?: readonly string[];
  readonly input?: readonly string[];
  readonly settings?: string;
}

/** As an upload of the organisation, for the time of the trial. */
async function storeOne({ context }: Session, organizationId: string, file: string): Promise<MediaFile> {
  const { id } = await storeFile(context, organizationId, file);
  const found = await context.storage.find(organizationId, id);
  if (!found) throw new Error(`The upload ${id} is not there`);
  return found;
}

function linesOf({ provider, channel, version, at, steps, left }: TriedChannel): string[] {
  const head = `${channel.name} (${channel.id}) on ${provider}, tried by Crier ${version} on ${at}`;
  if (!steps.length) {
    return [head, 'It has nothing that only reads. To publish a post and take it down again: --publish'];
  }
  const rows = steps.map(({ ok, step, ms, detail }) => [
    ok === null ? 'left out' : ok ? 'ok' : 'failed',
    step,
    ok === null ? '' : `${ms} ms`,
    detail,
  ]);
  return [
    head,
    '',
    ...table(['', 'STEP', 'TOOK', 'ANSWER'], rows),
    ...(left.length ? ['', `Still there: ${left.join(', ')}`] : []),
  ];
}

const SETTINGS = '--settings must be a JSON object such as \'{"channel": "123"}\'';
const INPUT = '--input must be the name of a tool and a JSON object such as \'boards={"query": "food"}\'';

function inputOf(text: string): [string, Record<string, unknown>] {
  const at = text.indexOf('=');
  if (at < 1) throw new CliError('usage', INPUT);
  return [text.slice(0, at), parse(text.slice(at + 1), INPUT)];
}

function parse(text: string, usage: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError('usage', usage);
}
