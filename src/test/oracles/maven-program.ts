/** A Java program of Maven Central as an oracle: fetched into the cache, pinned by its checksum. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { Unavailable, cacheFolder, run } from '../servers/server.ts';

export interface MavenProgram {
  /** @throws Unavailable, with what would help */
  ensure(): Promise<void>;
  /** The file to run with `java -jar`; `ensure` comes first. */
  jar(): string;
}

function mavenProgram(wanted: {
  group: string;
  name: string;
  version: string;
  sha256: string;
}): MavenProgram {
  const { group, name, version, sha256 } = wanted;
  const jar = (): string => cacheFolder(`${name}-${version}.jar`);
  const url = `https://repo.maven.apache.org/maven2/${group.replaceAll('.', '/')}/${name}/${version}/${name}-${version}.jar`;
  return {
    jar,
    async ensure() {
      if (existsSync(jar())) return;
      const draft = `${jar()}.${process.pid}`;
      try {
        await mkdir(dirname(draft), { recursive: true });
        await run('curl', ['--fail', '--silent', '--show-error', '--location', '--output', draft, url], {
          env: childEnv(),
        });
        const sum = createHash('sha256')
          .update(await readFile(draft))
          .digest('hex');
        if (sum !== sha256) throw new Error(`it has the checksum ${sum}`);
        await rename(draft, jar());
      } catch (error) {
        throw new Unavailable(`${name} needs Maven Central: ${(error as Error).message}`, { cause: error });
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

/** Clients in many languages from an OpenAPI document (openapi-generator.tech). */
export const openApiGenerator = mavenProgram({
  group: 'org.openapitools',
  name: 'openapi-generator-cli',
  version: '7.25.0',
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
});
