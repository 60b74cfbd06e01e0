/** Reads forms as a description sees them. */
import { Response } from 'undici';
import type { Message } from './exchange.ts';

/** Fields of a multipart form by name: text as text, a file as its bytes; one that is repeated is a list. */
export async function readForm({ headers, body }: Message): Promise<Record<string, unknown>> {
  const form = await new Response(body, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(textOf));
    fields[name] = values.length > 1 ? values : values[0];
  }
  return fields;
}

const textOf = async (value: string | Blob): Promise<string> =>
  typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('latin1');
