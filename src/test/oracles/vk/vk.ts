/**
 * VK's own types of its API as an oracle: the parameters of each method that was called, and the stand-in's
 * answers. VK ID and uploads are described only in prose.
 */
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Exchange, Recorder } from '../exchange.ts';
import { checkAll, type Finding, type OracleCheck, type Mistake } from '../oracle.ts';
import { readTypings, type Typings } from '../typings.ts';
import { vkTypings } from './typings.ts';

const MISTAKES: readonly Mistake[] = [
  {
    reason: 'The types have no owner of the wall: dev.vk.com/method/wall.get has owner_id beside domain',
    covers: ({ operation, message }) => operation === 'wall.get' && message === 'owner_id is not known',
  },
];

/** `wall.post` → `WallPost`, whose parameters and answer are `WallPostParams` and `WallPostResponse`. */
const typeOf = (method: string): string =>
  method
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

export function vkCheck(typings: Typings): OracleCheck {
  return async ({ target, request, answer }: Exchange) => {
    const [, method] = /^\/method\/([\w.]+)$/.exec(target) ?? [];
    if (!method) return [];
    const form = new URLSearchParams(request.body.toString());
    form.delete('v');
    const toFinding =
      (side: Finding['side']) =>
      (message: string): Finding => ({ side, operation: method, message });
    const params = `${typeOf(method)}Params`;
    const values = Object.fromEntries(
      [...form].map(([name, text]) => [name, valueOf(typings, params, name, text)]),
    );
    const { response } = JSON.parse(answer.body.toString()) as { response?: unknown };
    const answered = `${typeOf(method)}${form.get('extended') === '1' ? 'Extended' : ''}Response`;
    return [
      ...typings.problems(values, params).map(toFinding('request')),
      ...(response === undefined ? [] : typings.problems(response, answered, { partial: true })).map(
        toFinding('answer'),
      ),
    ];
  };
}

/** A form has texts; numbers are those that the types want as such. */
function valueOf(typings: Typings, params: string, name: string, text: string): unknown {
  const fits = (value: unknown): boolean =>
    typings.problems({ [name]: value }, params, { partial: true }).length === 0;
  return /^-?\d+$/.test(text) && fits(Number(text)) ? Number(text) : text;
}

const oracle = { name: 'VK', file: '', check: () => async () => [], mistakes: MISTAKES };

/** Registers the comparison; call it after all other tests of the file, which share one recorder. */
export function testAgainstVk(recorder: Recorder): void {
  describeWith([vkTypings], 'What these tests and VK said to each other', () => {
    it("is as VK's own types of its API have it", async () => {
      const check = vkCheck(readTypings(join(vkTypings.folder(), 'dist')));
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, check, recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
