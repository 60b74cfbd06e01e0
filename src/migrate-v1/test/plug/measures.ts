import { migration } from '../measure.ts';

export const measures = [migration];
