/** Everything that a person can give a post in the composer: given once, and read from the page again. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture } from './composing.ts';
import { strings } from '../web/strings/index.ts';

const text = strings.composer;

type Locator = ReturnType<Page['locator']>;

/** The channels of a draft, by name; `second` is one of Mastodon, and gets a text and settings of its own. */
interface Channels {
  readonly first: string;
  readonly second: string;
}

/** Reads the fields of settings. */
const VALUES = `[...document.querySelectorAll('[data-settings] :is(input, select, textarea)')].map(
  (field) => (field.type === 'checkbox' ? String(field.checked) : field.value),
)`;

const part = (within: Locator, n: number) =>
  within.getByRole('textbox', { name: text.part.numbered(n, 2), exact: true });

/** A draft read from the page, as the texts and values that a person sees. */
export interface WholeDraft {
  readonly channels: readonly string[];
  readonly parts: readonly string[];
  /** The parts of the second channel. */
  readonly ownParts: readonly string[];
  readonly alt: string;
  /** Every field of every network's settings, in their order. */
  readonly settings: readonly string[];
  readonly tags: readonly string[];
  readonly when: string;
  readonly date: string;
}

/** Gives all of it, in a composer that has the first channel and a date already. `within`: the composer. */
export async function writeAll(within: Locator, message: string, { second }: Channels): Promise<void> {
  await within.getByRole('textbox', { name: text.part.label, exact: true }).fill(message);
  await within.getByRole('button', { name: text.thread.add }).click();
  await part(within, 2).fill('And more of it');
  await within.locator('input[type=file]').first().setInputFiles([picture()]);
  await within.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
  await within.getByLabel(text.tags, { exact: true }).first().fill('spring');
  await within.page().keyboard.press('Enter');
  await within.getByRole('button', { name: second, exact: true }).first().click();
  const settings = within.page().locator('[data-settings]');
  await within.locator('details', { has: settings }).locator('summary').click();
  await settings.getByRole('combobox').first().selectOption('unlisted');
  await settings.getByRole('textbox').first().fill('Food');
  await within.getByRole('button', { name: text.variations.customise, exact: true }).click();
  await within.getByRole('menuitem', { name: second }).click();
  await part(within, 1).fill(`${message} at the bar`);
  await within.getByRole('button', { name: text.variations.others }).click();
  await within.getByText(/^Saved /).waitFor();
}

/** Reads all of it, and leaves the page as it was. */
export async function readAll(within: Locator, { second }: Channels): Promise<WholeDraft> {
  const texts = (): Promise<string[]> => Promise.all([1, 2].map((n) => part(within, n).inputValue()));
  const parts = await texts();
  const tabs = within.getByRole('group', { name: text.variations.label });
  await tabs.getByRole('button', { name: second, exact: true }).click();
  const ownParts = await texts();
  await tabs.getByRole('button', { name: text.variations.others }).click();
  return {
    parts,
    ownParts,
    channels: await within
      .getByRole('group', { name: text.channels.label })
      .locator('[aria-pressed=true] bdi')
      .allInnerTexts(),
    alt: await within.getByRole('textbox', { name: text.media.alt(1) }).inputValue(),
    settings: await within.page().evaluate<string[]>(VALUES),
    tags: await within.getByText('spring', { exact: true }).allInnerTexts(),
    when: (await within.locator('input[type=radio][value=at]').isChecked()) ? 'at' : 'else',
    date: await within.locator('[data-date-field]').inputValue(),
  };
}

/** What `writeAll` has given, for the clock of the page. */
export const wholeDraft = (text: string, date: string, { first, second }: Channels): unknown => ({
  parts: [text, 'And more of it'],
  ownParts: [`${text} at the bar`, 'And more of it'],
  channels: [first, second],
  alt: 'A bowl of soup',
  settings: expect.arrayContaining(['unlisted', 'Food']),
  tags: ['spring'],
  when: 'at',
  date,
});
