/** The task queues. */

/** Queue of workflow tasks and of the activities that belong to no network. */
export const WORKFLOW_QUEUE = 'crier';

/** Queue of the activities that read numbers, apart from publishing, whose slots they never take. */
export const NUMBERS_QUEUE = 'numbers';

/** Queue of deliveries to webhooks, apart from publishing: a receiver may be slow. */
export const WEBHOOK_QUEUE = 'webhooks';

/** Queue of one network's activities; workers serve it only while a channel of that network is connected. */
export const publishQueue = (provider: string): string => `publish.${provider}`;
