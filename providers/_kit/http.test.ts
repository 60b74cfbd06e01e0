import { describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '../../src/platform/egress.ts';
import { OutcomeUnknown } from './errors.ts';
import { callJson, retryAt } from './http.ts';

describe('Retry-After', () => {
  const now = new Date('2027-01-01T12:00:00Z');
  const secondsOf = (headers: Record<string, string>): number =>
    (retryAt(new Headers(headers), now).getTime() - now.getTime()) / 1000;

  it.each([
    ['seconds', { 'retry-after': '120' }, 120],
    [
      'a date, relative to our clock if the answer has no Date',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT' },
      120,
    ],
    [
      "a date, relative to the answer's own Date",
      { 'retry-after': 'Fri, 01 Jan 2027 13:02:00 GMT', date: 'Fri, 01 Jan 2027 13:00:00 GMT' },
      120,
    ],
    [
      'a date, even if Date is malformed',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT', date: 'yesterday' },
      120,
    ],
    [
      'at least a second, even for a date in the past',
      { 'retry-after': 'Fri, 01 Jan 2027 11:00:00 GMT', date: 'Fri, 01 Jan 2027 12:00:00 GMT' },
      1,
    ],
    ['the later one if it is given twice', { 'retry-after': '60, 120' }, 120],
    ['the one that is readable if it is given twice', { 'retry-after': 'soon, 120' }, 120],
    [
      'the later date if it is given twice',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT, Fri, 01 Jan 2027 12:01:00 GMT' },
      120,
    ],
    ['the later of a date and seconds', { 'retry-after': '30, Fri, 01 Jan 2027 12:02:00 GMT' }, 120],
    ['at most a day', { 'retry-after': '31536000' }, 86_400],
    ['a minute by default', {}, 60],
    ['a minute if it is malformed', { 'retry-after': 'soon' }, 60],
  ])('is %s', (_, headers, seconds) => {
    expect(secondsOf(headers)).toBe(seconds);
  });
});

describe('an overloaded server', () => {
  it.each([
    ['names its time', { 'retry-after': '120' }],
    ['names it twice, behind a proxy', { 'retry-after': ['120', '30'] }],
  ])('%s, and whether it took the request stays open', async (_, headers) => {
    const server = http.createServer((_request, response) => {
      response.writeHead(503, headers as http.OutgoingHttpHeaders).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
    const before = Date.now();
    const error = await callJson(egress, url, { method: 'POST' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect((error as OutcomeUnknown).resetAt?.getTime()).toBeGreaterThanOrEqual(before + 119_000);
    await egress.close();
    server.close();
  });
});
