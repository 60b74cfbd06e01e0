/** `channels try`: what a person with a real account runs, and can paste into an issue. */
import { readFile } from 'node:fs/promises';
import type { MediaFile } from '../../../../providers/_kit/contract.ts';
import { textOfFile } from '../../../../providers/_kit/text-of-file.ts';
import type { TrialFile, TryOptions } from '../../../channels/trial.ts';
import { tryChannel } from '../../../channels/try-channel.ts';
import { CliError } from '../errors.ts';
import type { Session, Typed } from '../command.ts';
import { idParam } from '../../../platform/ids.ts';
import { storeFile } from '../instance/local.ts';
import { sizeOfFile } from '../instance/media-file.ts';
import { write, type Answer } from '../output.ts';
import { markdownOf, tableOf } from './try-report.ts';

const TEXT = 'A test post by Crier, which is taken down in a moment';

/** The report of what was tried. Fails when a step does, or a post could not be taken down. */
export async function tryOne(session: Session, { args, options }: Typed): Promise<Answer> {
  const { id: organizationId } = await session.organization();
  const flags = options as TryFlags;
  const { publish, input = [], settings, markdown } = flags;
  const needless = publish ? undefined : POST_FLAGS.find((name) => flags[name] !== undefined);
  if (needless) throw new CliError('usage', `--${needless} needs --publish`);
  if ((flags.alt?.length ?? 0) > (flags.media?.length ?? 0)) throw new CliError('usage', ALT);
  const inputs = Object.fromEntries(input.map(inputOf));
  const { signal, release } = stopOnSignal(session);
  try {
    const tried = await tryChannel(session.context, {
      organizationId,
      channelId: idParam(args[0]),
      inputs,
      signal,
      ...(publish ? postOf(session, organizationId, flags) : {}),
      ...(settings === undefined ? {} : { settings: parse(settings, SETTINGS) }),
    });
    const failed = tried.left.length > 0 || tried.steps.some(({ ok }) => ok === false);
    if (markdown && tried.left.length) await write(process.stderr, `Still there: ${tried.left.join(', ')}\n`);
    return { json: tried, lines: markdown ? markdownOf(tried) : tableOf(tried), failed };
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
  readonly markdown?: boolean;
  readonly text?: string;
  readonly thread?: readonly string[];
  readonly media?: readonly string[];
  readonly alt?: readonly string[];
  readonly upload?: readonly string[];
  readonly link?: string;
  readonly input?: readonly string[];
  readonly settings?: string;
}

const POST_FLAGS = ['text', 'thread', 'media', 'alt', 'upload', 'link', 'settings'] as const;

/** What is published: a link that the text does not have stands at its end. */
function postOf(
  session: Session,
  organizationId: string,
  { text = TEXT, thread = [], media = [], alt = [], upload = [], link }: TryFlags,
): Pick<TryOptions, 'texts' | 'files' | 'uploads' | 'link'> {
  const first = link && !text.includes(link) ? `${text} ${link}` : text;
  const storeOne = (file: string, text?: string) => (): Promise<MediaFile> =>
    storeForTrial(session, organizationId, { file, alt: text });
  const uploads = upload.map((named): [string, TrialFile] => {
    const [name, file] = pairOf(named, UPLOAD);
    return [name, { store: storeOne(file), text: () => readText(file) }];
  });
  return {
    texts: [first, ...thread],
    files: media.map((file, n) => storeOne(file, alt[n])),
    uploads: Object.fromEntries(uploads),
    ...(link ? { link } : {}),
  };
}

/** As an upload of the organisation, for the time of the trial. */
async function storeForTrial(
  { context }: Session,
  organizationId: string,
  { file, alt }: { file: string; alt: string | undefined },
): Promise<MediaFile> {
  const { id } = await storeFile(context, organizationId, file);
  const found = await context.storage.find(organizationId, id);
  if (!found) throw new Error(`The upload ${id} is not there`);
  return alt === undefined ? found : { ...found, alt };
}

/** @throws CliError if it cannot be read */
async function readText(file: string): Promise<string> {
  await sizeOfFile(file);
  return textOfFile(await readFile(file));
}

const SETTINGS = '--settings must be a JSON object such as \'{"channel": "123"}\'';
const INPUT = '--input must be the name of a tool and a JSON object such as \'boards={"query": "food"}\'';

const ALT = '--alt has more texts than --media has files';
const UPLOAD = '--upload must be the name of a setting and a file such as cover=picture.jpg';

function inputOf(text: string): [string, Record<string, unknown>] {
  const [tool, input] = pairOf(text, INPUT);
  return [tool, parse(input, INPUT)];
}

function pairOf(text: string, usage: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new CliError('usage', usage);
  return [text.slice(0, at), text.slice(at + 1)];
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
