import type { Operation } from '../../http/operation.ts';
import { count, id, instant, record, text } from '../../http/shapes.ts';

/** The organisation that is worked in. */
export const organizationSchema = record({
  id: id('The organisation'),
  name: text('Its name'),
  timeZone: text('IANA name'),
  createdAt: instant('When it was made'),
  members: count('How many people belong to it'),
  channels: count('How many channels are connected'),
});

export const getOrganizationOperation = {
  id: 'getOrganization',
  method: 'get',
  path: '/organization',
  tag: 'Members',
  access: 'caller',
  summary: 'Get the organisation that is worked in',
  answer: { status: 200, description: 'The organisation', schema: organizationSchema },
  errors: [],
} as const satisfies Operation;
