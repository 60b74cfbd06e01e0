import type { Resolution } from '../../posts/resolve-post.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { CliError } from '../errors.ts';
import type { Instance } from '../instance/instance.ts';
import type { Answer } from '../output.ts';
import { postLines } from './show.ts';

/** What `posts resolve` takes: one of the three decisions. */
export interface ResolveOptions {
  readonly published?: boolean;
  readonly resend?: boolean;
  readonly drop?: boolean;
  readonly url?: string;
  readonly id?: string;
}

const WORDS = {
  published: 'The post counts as published; what is left of a thread goes out',
  resend: 'The post is sent again',
  drop: 'The post is left as it is; nothing is sent',
} as const;

const checkLive = compile({
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: 2048, format: 'uri', pattern: '^https?://' },
    releaseId: { type: 'string', minLength: 1, maxLength: 512 },
  },
} as const);

/** Settles an unconfirmed post by a person's word and shows it. */
export async function resolveUnconfirmedPost(
  instance: Instance,
  typedId: string,
  options: ResolveOptions,
): Promise<Answer> {
  const id = idParam(typedId);
  const resolution = resolutionOf(options);
  const post = await instance.resolvePost(id, resolution);
  return { json: post, lines: [WORDS[resolution.decision], '', ...postLines(post)] };
}

function resolutionOf(options: ResolveOptions): Resolution {
  const [decision, another] = (['published', 'resend', 'drop'] as const).filter((word) => options[word]);
  if (!decision || another) {
    throw new CliError('usage', 'Say one of --published, --resend and --drop: look at the account first');
  }
  if (decision !== 'published') {
    if (options.url !== undefined || options.id !== undefined) {
      throw new CliError('usage', '--url and --id go with --published only');
    }
    return { decision };
  }
  return {
    decision,
    ...checkLive({
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(options.id === undefined ? {} : { releaseId: options.id }),
    }),
  };
}
