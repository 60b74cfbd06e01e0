/** The patterns of the OpenAPI documents in the languages of clients: they mean the same there. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../../providers/index.ts';
import { childEnv } from '../../platform/config/config.ts';
import { appOperations, operations } from '../../run/operations.ts';
import { documentOf } from '../routes/openapi.ts';

const instanceOf = { providers: createRegistry({ sandbox: false }), apiUrl: 'https://crier.example' };
const documents = [documentOf(instanceOf, operations), documentOf(instanceOf, appOperations, 'app')] as const;

/** Every value in a document, with the name it has there. */
function* valuesOf(value: unknown, name = ''): Generator<readonly [name: string, value: unknown]> {
  yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner, key);
}
const texts = documents.flatMap((document) =>
  [...valuesOf(document)].flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : [])),
);
const patterns = [...new Set(texts.flatMap(({ name, value }) => (name === 'pattern' ? [value] : [])))];

/** What people and programs write into such fields, rightly and wrongly. */
const WRITTEN = [
  ['0', '7', '007', '1234', '12345', '1'.repeat(21), '09:30', '24:00', '2031-05', '2031-5', '202605'],
  ['01900000-0000-7000-8000-000000000000', 'cm4xk2j9p0001abcdefghijkl', 'f0'.repeat(32), 'f0'.repeat(33)],
  ['#a1B2c3', '#12', 'de-AT', 'r/food', '/R/food', '@ada', '(post:1)', 'https://x.com/i/communities/1'],
  ['', ' ', 'two words', 'first\nsecond', 'tab\there', '<b>', 'a|b', '*'],
].flat();
/**
 * The examples of the documents, and a broken variant of each. In ASCII and without a line break at the end:
 * digits of other scripts, and what $ means before a last line break, differ between languages.
 */
const samples = [
  ...new Set(
    [...WRITTEN, ...texts.map(({ value }) => value)]
      .filter((value) => value.length <= 80 && /^[\t\n\x20-\x7e]*$/.test(value) && !value.endsWith('\n'))
      .flatMap((value) => [
        value,
        `${value}x`,
        `-${value}`,
        value.slice(1),
        value.toUpperCase(),
        `${value} `,
      ]),
  ),
];

/** For each pattern which samples it matches, as 0 and 1. */
const inJavaScript = patterns.map((pattern) => {
  const made = new RegExp(pattern, 'u');
  return samples.map((sample) => (made.test(sample) ? '1' : '0')).join('');
});

const PYTHON = `import json, re, sys
asked = json.load(open(sys.argv[1]))
made = [re.compile(pattern) for pattern in asked["patterns"]]
print(json.dumps(["".join("1" if one.search(text) else "0" for text in asked["samples"]) for one in made]))
`;
const GO = `package main

import (
	"encoding/json"
	"os"
	"regexp"
)

func main() {
	var asked struct{ Patterns, Samples []string }
	file, _ := os.ReadFile(os.Args[1])
	if err := json.Unmarshal(file, &asked); err != nil {
		panic(err)
	}
	said := []string{}
	for _, pattern := range asked.Patterns {
		made := regexp.MustCompile(pattern)
		line := ""
		for _, sample := range asked.Samples {
			if made.MatchString(sample) {
				line += "1"
			} else {
				line += "0"
			}
		}
		said = append(said, line)
	}
	json.NewEncoder(os.Stdout).Encode(said)
}
`;
const LANGUAGES = [
  {
    language: 'Python',
    version: ['python3', '--version'],
    source: PYTHON,
    file: 'main.py',
    run: ['python3'],
  },
  { language: 'Go', version: ['go', 'version'], source: GO, file: 'main.go', run: ['go', 'run'] },
] as const;

describe('a pattern in an OpenAPI document', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-patterns-'));
    writeFileSync(join(folder, 'asked.json'), JSON.stringify({ patterns, samples }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const call = ([command = '', ...args]: readonly string[]) =>
    spawnSync(command, args, {
      cwd: folder,
      // Nothing is fetched, and what Temporal's build has compiled with these flags is used again.
      env: childEnv({
        CGO_ENABLED: '0',
        GOFLAGS: '-trimpath -buildvcs=false',
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
        GO111MODULE: 'off',
      }),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });

  it('is matched by some of the examples of the documents, and not by others', () => {
    expect(patterns.length).toBeGreaterThan(15);
    const unmet = patterns.filter(
      (_, at) => !/1/.test(inJavaScript[at] ?? '') || !/0/.test(inJavaScript[at] ?? ''),
    );
    expect(unmet).toEqual([]);
  });

  for (const { language, version, source, file, run } of LANGUAGES) {
    const isThere = spawnSync(version[0], [version[1]]).status === 0;
    const title = `matches in ${language} what it matches in JavaScript`;
    const itThere = isThere ? it : it.skip;
    itThere(
      isThere ? title : `${title} (skipped: ${version[0]} is not on the PATH)`,
      () => {
        writeFileSync(join(folder, file), source);
        const { status, stdout, stderr } = call([...run, file, 'asked.json']);
        expect([status, stderr]).toEqual([0, '']);
        const said = JSON.parse(stdout) as string[];
        const different = patterns.flatMap((pattern, at) =>
          samples
            .filter((_, place) => said[at]?.[place] !== inJavaScript[at]?.[place])
            .map((sample) => [pattern, sample]),
        );
        expect(different).toEqual([]);
      },
      120_000,
    );
  }
});
