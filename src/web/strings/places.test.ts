import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { english } from './en/index.ts';

const { nav } = english.settings;
/** What the menu of the settings has, and what it has below its heading (pages/settings/layout.tsx). */
const PAGES = [
  nav.profile,
  nav.notifications,
  nav.organization,
  nav.links,
  nav.members,
  nav.approved,
  nav.plan,
  nav.audit,
];
const OF_DEVELOPERS = [nav.keys, nav.apps, nav.webhooks];

const isOneOf = (pages: readonly string[], text: string): boolean =>
  pages.some((page) => text === page || text.startsWith(`${page} `));
const isPlace = ([first = '', second]: readonly string[]): boolean =>
  second === undefined
    ? isOneOf([...PAGES, ...OF_DEVELOPERS], first)
    : first === nav.developers && isOneOf(OF_DEVELOPERS, second);

/** What is written after "Settings >" or "Settings,", where it is the name of a page. */
const NAMED = new RegExp(
  String.raw`\b${nav.label}(?:,| >) ([A-Z][\w]*(?: [a-z]+)*)(?: > ([A-Z]\w*(?: [a-z]+)*))?`,
  'g',
);

/** Where Crier speaks of its own settings; those of networks are their own. */
const FILES = globSync(['README.md', 'CHANGELOG.md', 'docs/*.md', 'src/**/*.ts'], {
  exclude: [
    'src/test/**',
    'src/web/strings/de/networks.ts',
    'src/*/import-from/**',
    'src/client/**',
    '**/*.test.ts',
  ],
});

const placesIn = (text: string): string[][] =>
  [...text.matchAll(NAMED)].map(([, ...names]) => names.filter((name) => name !== undefined));

describe('a page of the settings', () => {
  it('that a document, an error or the doctor sends a person to is in the menu', () => {
    const places = FILES.flatMap((file) =>
      placesIn(readFileSync(file, 'utf8')).map((names) => ({ file, names })),
    );
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter(({ names }) => !isPlace(names))).toEqual([]);
  });

  it('that is no page, or is below another heading, would be noticed', () => {
    expect(isPlace(['Webhook log'])).toBe(false);
    expect(isPlace(['Developers', 'Members'])).toBe(false);
    expect(isPlace(['Developers', 'Webhooks'])).toBe(true);
  });
});
