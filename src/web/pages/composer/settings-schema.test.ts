import { describe, expect, it } from '@jest/globals';
import { providers } from '../../../../providers/list.ts';
import {
  choiceOf,
  fieldsOf,
  helpOf,
  kindOf,
  labelOf,
  toolOf,
  type SettingSchema,
} from './settings-schema.ts';

describe('the form of a network’s settings', () => {
  it('asks for each kind of value in its own way', () => {
    const schemas: readonly SettingSchema[] = [
      { enum: ['a', 'b'] },
      { type: 'boolean' },
      { type: ['integer', 'null'] },
      { type: ['string', 'integer'] },
      { type: 'string', maxLength: 5000 },
      { type: 'array', items: { type: 'string' } },
      { type: ['array', 'null'], items: { type: 'string', enum: ['a', 'b'] } },
      { type: 'array', items: { type: 'object', properties: { label: {} }, required: ['label'] } },
      { type: 'object', properties: { path: { type: 'string' } } },
      { type: 'object', properties: { id: { type: 'string' } } },
      { type: 'array', items: { type: 'object', properties: { value: {} }, required: ['value'] } },
      { const: 'sandbox' },
    ];
    const kinds = schemas.map(kindOf);
    expect(kinds).toEqual([
      'choice',
      'switch',
      'number',
      'line',
      'lines',
      'words',
      'choices',
      'labels',
      'upload',
      'group',
      'list',
      'none',
    ]);
  });

  it('shows every setting that a network requires', () => {
    const hidden = providers.flatMap(({ identifier, settingsSchema }) => {
      const shown = new Set(fieldsOf(settingsSchema as SettingSchema).map(([name]) => name));
      const required = (settingsSchema.required ?? []) as string[];
      return required
        .filter((name) => name !== '__type' && !shown.has(name))
        .map((name) => `${identifier}.${name}`);
    });
    expect(hidden).toEqual([]);
  });

  it('names settings as people do, and explains what helps them', () => {
    expect([labelOf('is_flair_required'), labelOf('selfDeclaredMadeForKids')]).toEqual([
      'Is flair required',
      'Self declared made for kids',
    ]);
    const description = 'ID of the board, digits only; the tool `boards` lists those of the account';
    expect(toolOf({ description })).toBe('boards');
    expect(helpOf({ description })).toBe('ID of the board, digits only');
    const bracketed = 'Team to post for (tool teams); empty: your own account';
    expect(toolOf({ description: bracketed })).toBe('teams');
    expect(helpOf({ description: bracketed })).toBe('Team to post for; empty: your own account');
    const ofPrograms = 'Featured image: an uploaded file, as returned by the upload; null for none';
    expect(helpOf({ description: ofPrograms })).toBe('Featured image: an uploaded file');
  });

  it('reads the values that networks list', () => {
    expect(
      [{ id: 7, name: 'News' }, { value: 'a', label: 'A' }, 'plain', { id: '' }, 3, null].map(choiceOf),
    ).toEqual([
      { value: '7', label: 'News' },
      { value: 'a', label: 'A' },
      { value: 'plain', label: 'plain' },
      undefined,
      undefined,
      undefined,
    ]);
  });
});
