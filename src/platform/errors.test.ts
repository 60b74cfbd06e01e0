import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { ApiError, errorKinds, type ErrorCode } from './errors.ts';
import { absences } from './missing.ts';
import { ERROR_DOCS, renderErrorDocs } from '../test/generate-error-docs.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];
const sources = ['src', 'activities', 'providers', 'temporal']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((f) => join(root, f)))
  .filter((f) => f.endsWith('.ts'));
const read = (files: readonly string[]): string => files.map((f) => readFileSync(f, 'utf8')).join('\n');

describe('the error catalogue', () => {
  const product = read(sources.filter((f) => !/\.test\.ts$|^src\/([\w-]+\/)?test\//.test(f)));
  const tests = read(sources.filter((f) => f.endsWith('.test.ts') && f !== 'src/platform/errors.test.ts'));

  it('matches docs/errors.md (node src/test/generate-error-docs.ts writes it)', () => {
    expect(readFileSync(ERROR_DOCS, 'utf8')).toBe(renderErrorDocs());
  });

  it.each(codes)('has %s thrown somewhere and asserted in a test', (code) => {
    const thing = Object.entries(absences).find(([, absence]) => absence === code)?.[0];
    expect({
      thrown: new RegExp(`new ApiError\\(\\s*'${code}'|missing\\('${thing}'`).test(product),
      asserted: new RegExp(`['"]${code}['"]`).test(tests),
    }).toEqual({ thrown: true, asserted: true });
  });

  it.each(codes)('gives %s a snake_case name, an error status, a message and what to do about it', (code) => {
    const kind = errorKinds[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(STATUS_CODES[kind.status]).toBeDefined();
    expect(kind.status).toBeGreaterThanOrEqual(400);
    expect(kind.message.length).toBeGreaterThan(5);
    expect(kind.when.length).toBeGreaterThan(15);
  });
});

describe('an unexpected error', () => {
  const failure = (properties: object, message = 'boom'): Error =>
    Object.assign(new Error(message), properties);

  it('is a defect and keeps its cause for the log', () => {
    const cause = new TypeError('x is not a function');
    expect(ApiError.from(cause)).toMatchObject({
      status: 500,
      code: 'internal',
      message: 'Internal server error',
      cause,
    });
    expect(ApiError.from('just a text')).toMatchObject({ status: 500, code: 'internal' });
  });

  it.each([
    ['refuses the connection', failure({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['is starting up', failure({ code: '57P03' })],
    ['is shut down', failure({ code: '57P01' })],
    ['has no connection left', failure({ code: '53300' })],
    ['has no socket file', failure({ code: 'ENOENT', syscall: 'connect' })],
    ['is not known by name', failure({ code: 'ENOTFOUND' })],
    ['cannot be connected to without a file descriptor', failure({ code: 'EMFILE', syscall: 'connect' })],
    [
      'cannot be connected to at any address of its host',
      new AggregateError([failure({ code: 'EMFILE', syscall: 'connect' })]),
    ],
    ['went away', failure({}, 'Connection terminated unexpectedly')],
    ['does not answer', failure({}, 'timeout expired')],
    ['is a cause further down', new Error('could not', { cause: failure({ code: '08006' }) })],
  ])('means that the service is unavailable when the database %s', (_, error) => {
    expect(ApiError.from(error)).toMatchObject({
      status: 503,
      code: 'unavailable',
      headers: { 'retry-after': '5' },
    });
  });

  it.each([
    ['a missing file', failure({ code: 'ENOENT', syscall: 'open' })],
    ['a file that cannot be opened without a descriptor', failure({ code: 'EMFILE', syscall: 'open' })],
    ['a constraint', failure({ code: '23505' })],
    ['a statement that took too long', failure({ code: '57014' })],
  ])('is a defect when it is %s', (_, error) => {
    expect(ApiError.from(error).code).toBe('internal');
  });

  it('is left alone when it is already in the catalogue', () => {
    const refusal = new ApiError('post_locked', { inEnglish: 'It is published' });
    expect(ApiError.from(refusal)).toBe(refusal);
  });
});
