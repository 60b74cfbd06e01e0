import type { Command } from 'commander';
import { addApiCommand, collect } from '../command.ts';
import type { ListenOptions } from './listen.ts';

export function addWebhookCommands(webhooks: Command): void {
  addApiCommand(
    webhooks,
    {
      name: 'listen',
      summary: 'Forward what happens to a receiver on this computer, until Ctrl-C',
      example: 'webhooks listen --forward-to http://localhost:3000/hook --api https://crier.example',
    },
    async (instance, { options }) =>
      (await import('./listen.ts')).listen(instance, options as unknown as ListenOptions),
  )
    .requiredOption('--forward-to <url>', 'Where the receiver listens')
    .option('--events <types>', 'Only these, such as post.published,post.failed; may be repeated', collect)
    .option('--channels <ids or names>', 'Only those of these channels; may be repeated', collect);
}
