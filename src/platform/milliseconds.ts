/** An interval or a time in SQL, as milliseconds. */
export const milliseconds = (expression: string): string => `extract(epoch from ${expression}) * 1000`;
