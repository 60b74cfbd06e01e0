import type { Resolution } from '../../../posts/decide/resolve-post.ts';
import { compile, idParam } from '../../../platform/validation.ts';
import { CliError } from '../errors.ts';
import type { Instance } from '../instance/instance.ts';
import type { Answer } from '../output.ts';
import { postLines } from './show.ts';

/** The options of `posts resolve`, of which one decision is required. */
export interface ResolveOptions {
  readonly published?: boolean;
  readonly resend?: boolean;
  readonly drop?: boolean;
  readonly url?: string;
  readonly id?: string;
}

const RESULT = {
  published: 'The post counts as published. Remaining parts of a thread will follow',
  resend: 'The post is being sent again',
  drop: 'The post counts as not published, and nothing is sent',
} as const;

const checkPublished = compile({
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: 2048, format: 'uri', pattern: '^https?://' },
    releaseId: { type: 'string', minLength: 1, maxLength: 512 },
  },
} as const);

/** Settles an unconfirmed post by a person's decision, and shows it. */
export async function resolveUnconfirmedPost(
  instance: Instance,
  typedId: string,
  options: ResolveOptions,
): Promise<Answer> {
  const id = idParam(typedId);
  const resolution = resolutionOf(options);
  const post = await instance.resolvePost(id, resolution);
  return { json: post, lines: [RESULT[resolution.decision], '', ...postLines(post)] };
}

function resolutionOf(options: ResolveOptions): Resolution {
  const [decision, another] = (['published', 'resend', 'drop'] as const).filter((word) => options[word]);
  if (!decision || another) {
    throw new CliError('usage', 'Check the account first, then use one of --published, --resend and --drop');
  }
  if (decision !== 'published') {
    if (options.url !== undefined || options.id !== undefined) {
      throw new CliError('usage', '--url and --id need --published');
    }
    return { decision };
  }
  return {
    decision,
    ...checkPublished({
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(options.id === undefined ? {} : { releaseId: options.id }),
    }),
  };
}
