/** What this network alone refuses, in English and in German. */
export const english = {
  moltbook_unclaimed:
    '{name} has not been claimed yet: its owner has to open the claim URL that Moltbook gave when the agent registered',
  moltbook_hidden: 'Moltbook hides {what:word}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  moltbook_unclaimed:
    '{name} gehört noch niemandem: Wer den Agenten betreibt, muss die Claim-URL öffnen, die Moltbook beim Registrieren genannt hat',
  moltbook_hidden: 'Moltbook verbirgt {what:word}',
};
