/** The outcomes of a call that the composer makes: each way in which it fails, with its message. */
import type { Page, Route } from 'playwright-core';
import { strings } from '../web/strings/index.ts';
import { PASSWORD } from './sign-in.ts';

const text = strings.composer;

export type Handle = (route: Route) => Promise<void>;

const refuse =
  (status: number, code: string): Handle =>
  (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ statusCode: status, code, message: `Refused by ${code}`, requestId: 'r-1' }),
    });
export const abort: Handle = (route) => route.abort('connectionrefused');
/** Answers that reveal the outcome, and those of a proxy between the browser and Crier. */
export const FAILURES: readonly [string, Handle, string][] = [
  ['the connection is refused', abort, text.send.unreachable],
  ['409', refuse(409, 'duplicate_request'), text.send.advice.change],
  ['422', refuse(422, 'idempotency_key_reused'), text.send.advice.change],
  ['429', refuse(429, 'rate_limited'), text.send.advice.later],
  ['500', refuse(500, 'internal'), text.send.advice.again],
  [
    'a proxy answers with a page of its own',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    text.send.unreachable,
  ],
  ['an answer is empty', (route) => route.fulfill({ status: 503, body: '' }), text.send.unreachable],
  [
    'an answer is empty and calls itself JSON',
    (route) => route.fulfill({ status: 502, contentType: 'application/json', body: '' }),
    text.send.unreachable,
  ],
];
/** The server does its work, and its answer never arrives. */
export const loseAnswer: Handle = async (route) => {
  const answer = await route.fetch();
  // Nothing is lost of a refusal.
  await (answer.ok() ? route.abort('connectionreset') : route.fulfill({ response: answer }));
};

/** In the dialog of a page that is kept. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: text.dialogs.signIn });
  await dialog.getByLabel(strings.auth.fields.password, { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: strings.auth.signIn.action }).click();
  await dialog.waitFor({ state: 'detached' });
}
