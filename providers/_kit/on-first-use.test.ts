import { describe, expect, it } from '@jest/globals';
import type { ProviderContext, PublishRequest } from './contract.ts';
import { onFirstUse } from './on-first-use.ts';

const request = { item: { position: 0 } } as PublishRequest;
const context = {} as ProviderContext;

describe('calls that wait for their first use', () => {
  it('are named before their module is loaded, and receive what they are given', async () => {
    let loads = 0;
    const { prepare } = onFirstUse(async () => {
      loads += 1;
      return { prepare: async (...args: [PublishRequest, ProviderContext]) => ({ given: args.length }) };
    }, 'prepare');
    expect(loads).toBe(0);
    expect(await prepare(request, context)).toEqual({ given: 2 });
    expect(loads).toBe(1);
  });

  it('are those that are named, with anything else in the module', () => {
    const load = async () => ({ analytics: async () => [], recent: async () => [] });
    expect(Object.keys(onFirstUse(load, 'recent'))).toEqual(['recent']);
  });
});
