import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../platform/config/config.ts';
import { renderWelcome } from './welcome.ts';

describe('the screen after npm start', () => {
  const screen = (
    setupCode: string | null,
    env: Record<string, string> = {},
    temporalUiUrl: string | null = null,
  ): string =>
    renderWelcome({
      config: { ...loadConfig(env), PORT: 5000 },
      infrastructure: { databaseUrl: '', temporalAddress: '', temporalUiUrl, notes: [] },
      seconds: 3,
      publishes: true,
      welcome: { organization: 'My organisation', key: null, sandboxChannelId: null, setupCode },
    }).join('\n');

  it("shows where to create the owner's account while there is none, and where the web app is after that", () => {
    expect(screen('ABCD-EFGH-2345')).toMatch(/^ {2}Setup code {3}ABCD-EFGH-2345 {2}/m);
    expect(screen('ABCD-EFGH-2345')).toContain(
      '  Web app      http://localhost:5000/setup        open it in a browser to create your account',
    );
    expect(screen(null)).not.toContain('Setup code');
    expect(screen(null)).toMatch(/^ {2}Web app {6}http:\/\/localhost:5000$/m);
  });

  it('opens the Temporal UI at the runs that people look for, without the passes of the reconciler', () => {
    const shown = screen(null, { TEMPORAL_NAMESPACE: 'crier' }, 'http://localhost:8080');
    const url = new URL(/Temporal UI {2}(\S+)/.exec(shown)?.[1] ?? '');
    expect(url.pathname).toBe('/namespaces/crier/workflows');
    expect(url.searchParams.get('query')).toBe("WorkflowType!='ReconcileWorkflow'");
  });

  it('reports what cannot work: a URL with a path, and one at which everything can be read', () => {
    expect(screen(null, { FRONTEND_URL: 'https://example.org/crier' })).toMatch(
      /^ {2}Note {9}FRONTEND_URL has the path \/crier, but the web app works only at the root of a URL/m,
    );
    expect(screen(null, { FRONTEND_URL: 'http://crier.lan' })).toMatch(/^ {2}Note .*sent unencrypted/m);
    expect(screen(null, { FRONTEND_URL: 'https://crier.example/' })).not.toContain('Note');
  });

  it('shows the sandbox unless CRIER_SANDBOX=false', () => {
    expect(screen(null)).toContain('http://localhost:5000/sandbox');
    expect(screen(null, { CRIER_SANDBOX: 'false' })).not.toContain('/sandbox');
  });
});
