/** Calls to Hashnode's GraphQL API, and the parts of its answers that are read. */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { mapErrors, mapFailure, type GraphQlError } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** Its older host, gql.hashnode.com, leads to an announcement since May 2026. */
const HOME = 'https://gql-beta.hashnode.com';

export type Keyed = Pick<Channel, 'credentials'>;

/** The fields of a post that every answer has. */
export interface Post {
  readonly id: string;
  readonly url: string;
}

/** A list of GraphQL. */
export interface Connection<T> {
  readonly edges: readonly { readonly node: T }[];
}

/** What a published post is found by later. */
export interface Ref {
  readonly [key: string]: Json;
  readonly id: string;
}

interface Question {
  /** A GraphQL document with one operation. */
  readonly document: string;
  readonly variables?: Readonly<Record<string, Json>>;
  readonly timeoutMs?: number;
}

/**
 * Asks Hashnode as the owner of the token. Answers to queries may be up to 25 seconds old.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function ask<T>(
  { credentials }: Keyed,
  ctx: ProviderContext,
  { document, variables = {}, timeoutMs }: Question,
): Promise<T> {
  const { body } = await callJson<{ data?: T | null; errors?: readonly GraphQlError[] }>(
    ctx.egress,
    ctx.env.HASHNODE_URL || HOME,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.token ?? ''}`, 'user-agent': 'Crier/2' },
      json: { query: document, variables },
      signal: ctx.signal,
      mapFailure: (failure) => mapFailure(failure, ctx.now()),
      ...(timeoutMs ? { timeoutMs } : {}),
    },
  );
  if (body?.errors?.length) throw mapErrors(body.errors, ctx.now());
  if (!body?.data) throw new OutcomeUnknown(answeredWithout('Hashnode', 'data'));
  return body.data;
}

/** An answer without an id proves nothing about the post. */
export function toPublished(post: Post | null | undefined): Published {
  if (!post?.id) throw new OutcomeUnknown(answeredWithout('Hashnode', 'the id of the post'));
  const ref: Ref = { id: post.id };
  return { id: post.id, url: post.url || null, ref };
}
