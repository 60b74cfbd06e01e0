/** What this network alone refuses, in English and in German. */
export const english = {
  dribbble_wrong_size:
    '{file} is {width:number} × {height:number} pixels; a shot must be exactly 400 × 300 or 800 × 600',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  dribbble_wrong_size:
    '{file} hat {width} × {height} Pixel; ein Shot muss genau 400 × 300 oder 800 × 600 haben',
};
