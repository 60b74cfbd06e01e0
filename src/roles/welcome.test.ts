import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config.ts';
import { renderWelcome } from './welcome.ts';

describe('the screen after npm start', () => {
  const screen = (needsOwner: boolean, given: Record<string, string> = {}): string =>
    renderWelcome({
      config: { ...loadConfig(given), PORT: 5000 },
      infrastructure: { databaseUrl: '', temporalAddress: '', temporalUiUrl: null, notes: [] },
      seconds: 3,
      publishes: true,
      welcome: { organization: 'My organisation', key: null, sandboxChannelId: null, needsOwner },
    }).join('\n');

  it("says where to create the owner's account while there is none, and where the web app is after that", () => {
    expect(screen(true)).toContain(
      '  Web app      http://localhost:5000/setup        open it in a browser to create your account',
    );
    expect(screen(false)).toMatch(/^ {2}Web app {6}http:\/\/localhost:5000$/m);
  });

  it('shows the sandbox unless CRIER_SANDBOX=false', () => {
    expect(screen(false)).toContain('http://localhost:5000/sandbox');
    expect(screen(false, { CRIER_SANDBOX: 'false' })).not.toContain('/sandbox');
  });
});
