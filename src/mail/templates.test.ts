import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { activationMail, invitationMail, knownAddressMail, resetMail } from './templates.ts';

const link = 'https://crier.example/x#token=abc&more';
const invite = {
  to: 'mia@example.org',
  link,
  organization: 'Ada & Co',
  invitedBy: 'Ada',
  role: 'member',
} as const;

describe('the mails', () => {
  it.each([
    ['activation', activationMail({ to: 'mia@example.org', link })],
    ['reset', resetMail({ to: 'mia@example.org', link })],
    ['a known address', knownAddressMail({ to: 'mia@example.org', signInLink: link })],
    ['an invitation', invitationMail(invite)],
  ])('for %s have the same content as text and as HTML, with the link', (_, mail) => {
    expect(mail.to).toBe('mia@example.org');
    expect(mail.subject).toMatch(/Crier/);
    expect(mail.text).toContain(`\n\n${link}\n\n`);
    expect(mail.html).toContain('href="https://crier.example/x#token=abc&amp;more"');
    for (const paragraph of mail.text
      .trim()
      .split('\n\n')
      .filter((p) => p !== link)) {
      expect(mail.html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toContain(paragraph);
    }
  });

  it('for an invitation name who invites, to which organisation and as what', () => {
    expect(invitationMail(invite).text).toContain(
      'Ada has invited you to join "Ada & Co" on Crier as a member.',
    );
    expect(invitationMail({ ...invite, invitedBy: null, role: 'admin' }).text).toContain(
      'You have been invited to join "Ada & Co" on Crier as an admin.',
    );
  });

  it('cannot be changed by a name: no markup, no header, no line of its own, no reversed text', () => {
    const mail = invitationMail({
      ...invite,
      organization: 'A<img src=x>\r\nBcc: all@example.org\u202Egro',
      invitedBy: `<script>1</script>${'x'.repeat(200)}`,
    });
    expect(mail.subject).toBe('Invitation to "A<img src=x> Bcc: all@example.org gro" on Crier');
    expect(mail.html).not.toMatch(/<img|<script/);
    expect(mail.text.split('\n\n')).toHaveLength(4);
    expect(mail.text).toMatch(/x… has invited you/);
  });

  it('carry the mark and the colours of the web app, in light and in dark', () => {
    const tokens = readFileSync('src/web/look/tokens.css', 'utf8');
    const { html } = invitationMail(invite);
    expect(html).toMatch(/<span[^>]*>C<span[^>]*>\.<\/span><\/span>&nbsp; Crier<\/p>/);
    const colours = new Set(html.match(/#[0-9a-f]{6}(?![0-9a-z])/gi));
    expect(colours.size).toBeGreaterThan(8);
    expect([...colours].filter((colour) => !tokens.includes(colour))).toEqual([]);
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    // Nothing is fetched from anywhere.
    expect(html).not.toMatch(/<img|url\(|src=/);
  });

  it('name nobody to an email address that is not confirmed', () => {
    expect(activationMail({ to: 'mia@example.org', link }).text).not.toContain('mia');
  });
});
