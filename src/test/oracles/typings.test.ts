import { describe, expect, it } from '@jest/globals';
import { typingsOf } from './typings.ts';

const SOURCES: Readonly<Record<string, string>> = {
  Pet: `export interface Pet extends Animal {
    /** Comments are not read: name?: number; */
    name: string;
    kind: 'cat' | 'dog';
    owners?: Array<Person>;
    ages: (number | null)[];
    vaccinated: 0 | 1;
}`,
  Animal: 'export interface Animal { id: PetId; }',
  PetId: 'export type PetId = number;',
  Person: 'export type Person = { "full-name": string };',
  Open: 'export interface Open { id: number; [key: string]: any; }',
  Page: 'export type Page<T> = { items: Array<T>; next?: string; };',
  Pets: 'export type Pets = Page<({ type_: "pet" } & Pet) | ({ type_: "person" } & Person)>;',
};
const typings = typingsOf((name) => SOURCES[name]);
const CAT = { id: 1, name: 'Tom', kind: 'cat', ages: [1, null], vaccinated: 1 };

describe('a value that is held against declared types', () => {
  it.each<[string, unknown, string]>([
    ['an object', CAT, 'Pet'],
    ['an optional list', { ...CAT, owners: [{ 'full-name': 'Ada' }] }, 'Pet'],
    [
      'a page of one of two kinds',
      {
        items: [
          { type_: 'pet', ...CAT },
          { type_: 'person', 'full-name': 'Ada' },
        ],
      },
      'Pets',
    ],
    ['an object with fields that have no names', { id: 1, colour: 'red' }, 'Open'],
  ])('fits: %s', (_, value, type) => {
    expect(typings.problems(value, type)).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    ['another kind', { ...CAT, name: 1 }, 'Pet', 'name is not a string'],
    ['a field that is not known', { ...CAT, colour: 'red' }, 'Pet', 'colour is not known'],
    ['a missing field', { ...CAT, name: undefined }, 'Pet', 'name is missing'],
    ['a missing field of what it extends', { ...CAT, id: undefined }, 'Pet', 'id is missing'],
    ['none of the texts', { ...CAT, kind: 'cow' }, 'Pet', 'kind is not "cat"'],
    ['none of the numbers', { ...CAT, vaccinated: 2 }, 'Pet', 'vaccinated is not 0'],
    ['an element', { ...CAT, owners: [{ 'full-name': 1 }] }, 'Pet', 'owners[].full-name is not a string'],
    [
      'an element of a page',
      { items: [{ type_: 'pet', ...CAT, id: 'x' }] },
      'Pets',
      'items[].id is not a number',
    ],
    ['no object', 'Tom', 'Pet', 'the value is not an object'],
  ])('does not: %s', (_, value, type, problem) => {
    expect(typings.problems(value, type)).toEqual([problem]);
  });

  it('may lack fields where only what is there counts', () => {
    expect(typings.problems({ items: [{ type_: 'pet', id: 1 }] }, 'Pets', { partial: true })).toEqual([]);
    expect(typings.problems({ items: [{ type_: 'pet', id: 'x' }] }, 'Pets', { partial: true })).toEqual([
      'items[].id is not a number',
    ]);
  });

  it('of a type that is not declared is an error', () => {
    expect(() => typings.problems({}, 'Plant')).toThrow('no type Plant is declared');
  });
});
