/** What a person does in the web app to connect a channel. */
import type { Page } from 'playwright-core';
import { strings } from '../web/strings/index.ts';
import { PASSWORD } from './sign-in.ts';

const { auth, settings, channels } = strings;
const text = settings.channels;

const beginsWith = (name: string): RegExp => new RegExp(`^${name.replaceAll(/[()]/g, '\\$&')}(?!\\w)`);

/** Opens the form of a network; `server` is the URL of the person's own server there. */
export async function chooseNetwork(page: Page, network: string, server?: string): Promise<void> {
  await page.goto('/channels');
  await page
    .getByRole('region', { name: channels.networks.title })
    // Begins with it: the Sandbox has an x as well.
    .getByRole('button', { name: beginsWith(network) })
    .first()
    .click();
  await page.getByRole('dialog', { name: channels.networks.dialog(network) }).waitFor();
  if (server) await page.getByLabel('Instance', { exact: false }).fill(server);
}

/** Chooses the network and goes to its consent page. */
export async function goToNetwork(page: Page, network: string, server?: string): Promise<void> {
  await chooseNetwork(page, network, server);
  await page.getByRole('button', { name: text.goTo(network), exact: true }).click();
}

/** The card of a channel. */
export const channelRow = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.getByRole('listitem').filter({ hasText: name });

/** Signs in on the page that is open, as a person made by `addWithPassword`. */
export async function signInOn(page: Page, email: string): Promise<void> {
  await page.getByLabel(auth.fields.email, { exact: true }).fill(email);
  await page.getByLabel(auth.fields.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: auth.signIn.action, exact: true }).click();
}
