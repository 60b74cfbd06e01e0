import type { Answer, Schemas } from '../../api/client.ts';

export type Detail = Schemas['PostDetail'];
export type Story = Answer<'getPostStory'>;
