/** Connecting in a real browser to a network whose app sends no browser back: Farcaster. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { goToNetwork } from '../../../test/connect-pages.ts';
import { startInstance } from '../../../test/instance.ts';
import { startWarpcast, type Warpcast } from '../../../test/networks/warpcast/server.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { button, heading } from '../../../test/pages.ts';
import type { TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.connect;
jest.setTimeout(90_000);

describeWith([chromium], 'connecting at a network whose app sends no browser back', () => {
  let farcaster: Warpcast;
  let ada: TestPerson;
  const app = useWebApp({
    start: async () => {
      farcaster = await startWarpcast();
      farcaster.createAccount('heidi');
      return startInstance({
        temporal: false,
        env: {
          NEYNAR_API_URL: farcaster.url,
          NEYNAR_CLIENT_ID: farcaster.client.id,
          NEYNAR_SECRET_KEY: farcaster.client.secret,
          FARCASTER_DEVELOPER_MNEMONIC: farcaster.mnemonic,
        },
      });
    },
    prepare: closeFirstRun,
    person: async (crier) => (ada = await addWithPassword(crier, { name: 'Ada' })),
  });
  afterAll(() => farcaster?.stop());

  it('shows a code to scan, and goes on automatically once the person has approved, or refused', async () => {
    const opened = await app.browser.pageOf({ url: app.crier.context.publicUrl }, { person: ada });
    const { page } = opened;
    for (const [label, title] of [
      ['Reject', text.failed],
      ['Approve as heidi', text.connected],
    ] as const) {
      await goToNetwork(page, 'Farcaster');
      await page.getByRole('img', { name: text.approveCode }).waitFor();
      await page.getByText(text.approveWaiting).waitFor();
      await expectCleanPage(opened, 'connect-approve');
      expect(new URL(page.url()).search).toBe('');
      const [phone] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: text.approveOnPhone }).click(),
      ]);
      await button(phone, label).click();
      await heading(phone, 'Done').waitFor();
      await phone.close();
      await heading(page, title).waitFor();
    }
    await page.getByText('heidi', { exact: true }).waitFor();
    await page.context().close();
  });
});
