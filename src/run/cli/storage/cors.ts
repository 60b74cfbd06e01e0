import { StorageProblem } from '../../../platform/media/stores/file-store.ts';
import { s3Settings } from '../../../platform/media/stores/s3-settings.ts';
import { corsRule } from '../../../platform/media/stores/try-direct.ts';
import type { Session } from '../command.ts';
import type { Answer } from '../output.ts';
import { asCliError } from './move.ts';

/** `storage cors`: the rule that the bucket needs for uploads from browsers, and whether it has it. */
export async function cors({ context }: Session): Promise<Answer> {
  const { stores } = context.storage;
  const { origin } = new URL(context.publicUrl);
  const settings = s3Settings(context.config);
  const { admitted } = await asCliError(async () => {
    const store = stores.of('s3');
    if (!store.direct) {
      throw new StorageProblem('This storage has no rules', { away: false, code: 'NotSetUp' });
    }
    const tried = await store.direct.tryFrom(origin);
    await store.remove(tried.path);
    return tried;
  });
  const rule = corsRule(origin);
  const endpoint = settings?.endpoint ? ` --endpoint-url ${settings.endpoint}` : '';
  return {
    json: { origin, admitted, rule },
    failed: !admitted,
    lines: [
      admitted
        ? `Browsers at ${origin} may put files into the bucket. The rule that lets them:`
        : `The bucket does not let browsers at ${origin} put files into it, so they send them through Crier. Give it this rule:`,
      ...JSON.stringify(rule, null, 2).split('\n'),
      ...(admitted
        ? []
        : [
            'With the AWS CLI and a key that may do so (it takes the place of rules that are there):',
            `  aws s3api put-bucket-cors --bucket ${settings?.bucket}${endpoint} --cors-configuration file://cors.json`,
          ]),
    ],
  };
}
