/** Requests one after another, each with its time: lists and uploads. Part of the load generator. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** `path` is requested, or `file` is uploaded to it. */
export interface RequestQuestion {
  readonly kind: 'request';
  readonly url: string;
  readonly path: string;
  readonly apiKey: string;
  readonly count: number;
  readonly file?: string;
}

/**
 * Milliseconds of each request, from its start to the end of the answer; bytes of the last body received or
 * sent.
 */
export interface RequestReply {
  readonly ms: readonly number[];
  readonly bytes: number;
}

/** @throws Error for an answer other than 2xx */
export async function requestInTurn({
  url,
  path,
  apiKey,
  count,
  file,
}: RequestQuestion): Promise<RequestReply> {
  const blob = file ? await openAsBlob(file, { type: 'video/mp4' }) : undefined;
  const ms: number[] = [];
  let bytes = 0;
  while (ms.length < count) {
    const body = blob && new FormData();
    body?.set('file', blob ?? '', basename(file ?? ''));
    const from = performance.now();
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: apiKey },
      body,
    });
    const answer = await response.arrayBuffer();
    ms.push(performance.now() - from);
    if (!response.ok) {
      throw new Error(
        `${path} was answered ${response.status}: ${Buffer.from(answer).toString().slice(0, 300)}`,
      );
    }
    bytes = blob?.size ?? answer.byteLength;
  }
  return { ms, bytes };
}
