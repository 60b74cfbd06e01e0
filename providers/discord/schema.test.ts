import { describe, expect, it } from '@jest/globals';
import { compileCheck } from '../_kit/json-schema.ts';
import { discord as provider } from './index.ts';

describe('the settings of a Discord post', () => {
  const issues = (settings: unknown): string[] =>
    compileCheck(provider.settingsSchema)(settings).map((issue) => issue.path);

  it.each([[{ __type: 'discord', channel: '613425648685547541' }]])('may be %j', (settings) =>
    expect(issues(settings)).toEqual([]),
  );
  it.each([
    [{ __type: 'discord' }],
    [{ __type: 'discord', channel: '' }],
    [{ __type: 'discord', channel: 'news' }],
    [{ __type: 'discord', channel: 613425 }],
    [{ __type: 'slack', channel: '1' }],
  ])('may not be %j', (settings) => expect(issues(settings)).not.toEqual([]));
});
