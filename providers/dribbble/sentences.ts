/** What this network alone refuses, in English and in German. */
export const english = {
  dribbble_wrong_size:
    '{file} is {width:number} × {height:number} pixels; a shot must be exactly 400 × 300 or 800 × 600',
  dribbble_no_uploads: 'Dribbble lets this account upload no shots at present',
  dribbble_not_allowed: '{why}: the account may not do this, or is not in the team',
  dribbble_other_team: 'The account is not in the team {url}; its teams: {teams}. Change the team',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  dribbble_wrong_size:
    '{file} hat {width} × {height} Pixel; ein Shot muss genau 400 × 300 oder 800 × 600 haben',
  dribbble_no_uploads: 'Dribbble lässt dieses Konto zurzeit keine Shots hochladen',
  dribbble_not_allowed: '{why}: Das Konto darf das nicht oder gehört nicht zum Team',
  dribbble_other_team: 'Das Konto gehört nicht zum Team {url}; seine Teams: {teams}. Bitte das Team ändern',
};
