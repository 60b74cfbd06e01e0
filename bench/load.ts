/**
 * The load generator, a process of its own: creates posts through the API, asks it for lists, sends it files,
 * or starts workflows of the bare engine.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import { requestInTurn, type RequestQuestion } from './api/requests.ts';
import type { EngineInput } from './engine/workflows.ts';
import { answerParent } from './helper.ts';

/** How much, and until when: `count` requests, or as many as fit into `seconds`. */
export interface Amount {
  readonly count?: number;
  readonly seconds?: number;
  readonly concurrency: number;
  /** Date of every post, milliseconds since the epoch. */
  readonly dueMs: number;
  /** Each further post of a create is this many milliseconds later. */
  readonly apartMs?: number;
  /** From an answer to the next request. */
  readonly pauseMs?: number;
}

export type LoadQuestion = RequestQuestion | (Amount & WorkQuestion);

type WorkQuestion =
  | {
      readonly kind: 'create';
      readonly url: string;
      readonly apiKey: string;
      readonly channels: readonly string[];
      /** Begins each text: `<token>-<n>`. */
      readonly token: string;
    }
  | {
      readonly kind: 'start';
      readonly address: string;
      readonly namespace: string;
      readonly workflow: 'BareWorkflow' | 'RivalWorkflow';
      readonly workflowQueue: string;
      readonly activityQueue: string;
      readonly organizationId: string;
      readonly provider: string;
      readonly fairnessKey: string;
      /** Whether the run itself is fair, too (its workflow tasks). */
      readonly fairRun?: boolean;
      readonly takesMs?: number;
    };

/** What was done, and between when. */
export interface LoadReply {
  readonly done: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of each create or start: from its begin to its answer. */
  readonly latenciesMs: readonly number[];
}

const pools = new Map<string, Pool>();
const clients = new Map<string, Client>();

function creator(question: Amount & Extract<WorkQuestion, { kind: 'create' }>): (n: number) => Promise<void> {
  const pool = pools.get(question.url) ?? new Pool(question.url, { connections: 32 });
  pools.set(question.url, pool);
  const headers = { authorization: question.apiKey, 'content-type': 'application/json' };
  return async (n) => {
    const date = new Date(question.dueMs + n * (question.apartMs ?? 0)).toISOString();
    const posts = [
      {
        integration: { id: question.channels[n % question.channels.length] },
        value: [{ content: `${question.token}-${n} Hello from the benchmark` }],
      },
    ];
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/public/v1/posts',
      headers,
      body: JSON.stringify({ type: 'schedule', date, posts }),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`a create was answered ${statusCode}: ${text.slice(0, 300)}`);
  };
}

function starter(question: Amount & Extract<WorkQuestion, { kind: 'start' }>): (n: number) => Promise<void> {
  const {
    address,
    namespace,
    workflow,
    workflowQueue,
    activityQueue,
    organizationId,
    provider,
    dueMs,
    fairnessKey,
    fairRun,
    takesMs,
  } = question;
  const client =
    clients.get(address + namespace) ?? new Client({ connection: Connection.lazy({ address }), namespace });
  clients.set(address + namespace, client);
  return async () => {
    const groupId = randomUUID();
    const input: EngineInput = {
      groupId,
      organizationId,
      targets: [{ postId: randomUUID(), provider, revision: 1, dueMs }],
      activityQueue,
      fairnessKey,
    };
    await client.workflow.start(workflow, {
      workflowId: `publish-post:${groupId}`,
      taskQueue: workflowQueue,
      args: [input, ...(takesMs ? [takesMs] : [])],
      // As the product does: no worker has a task before.
      startDelay: Math.max(0, dueMs - Date.now()),
      ...(fairRun ? { priority: { fairnessKey } } : {}),
    });
  };
}

async function work(question: Amount & WorkQuestion): Promise<LoadReply> {
  const once = question.kind === 'create' ? creator(question) : starter(question);
  const fromMs = Date.now();
  const end = question.seconds ? fromMs + question.seconds * 1000 : Infinity;
  const latenciesMs: number[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < (question.count ?? Infinity) && Date.now() < end) {
      const begun = performance.now();
      await once(next++);
      latenciesMs.push(performance.now() - begun);
      if (question.pauseMs) await setTimeout(question.pauseMs);
    }
  };
  await Promise.all(Array.from({ length: question.concurrency }, run));
  return { done: next, fromMs, toMs: Date.now(), latenciesMs };
}

answerParent<LoadQuestion>((question) =>
  question.kind === 'request' ? requestInTurn(question) : work(question),
);
