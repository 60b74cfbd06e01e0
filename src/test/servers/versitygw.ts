/**
 * A real S3 service (versitygw, with files in a folder) behind a front that breaks as S3 does: Amazon S3 API
 * Reference, "Error responses". versitygw itself checks signatures and hashes. Where it deviates, the front
 * answers as Amazon does.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteBucketCorsCommand,
  PutBucketCorsCommand,
  S3Client,
  type CORSConfiguration,
} from '@aws-sdk/client-s3';
import { childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { corsRule } from '../../platform/media/stores/try-direct.ts';
import { ensureGoProgram } from './go-program.ts';
import { forward, type S3Call, type S3Fault } from './s3-front.ts';
import { cacheFolder, endProcess, type RealServer } from './server.ts';

const VERSION = '1.8.0';
const folder = (): string => cacheFolder(`versitygw-${VERSION}`);
const KEY = { id: 'crier-test', secret: 'a-secret-of-this-test-run' };

/** A running service with one bucket. */
export interface RunningS3 {
  /** The URL of the front. */
  readonly url: string;
  readonly bucket: string;
  /** The folder that the bucket is: its objects are files. */
  readonly folder: string;
  /** The variables of an instance that stores its files in the bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls that arrived, oldest first. */
  readonly calls: S3Call[];
  /** Lets pages of this origin put files into the bucket (CORS), or none. */
  admit(origin: string | null): Promise<void>;
  /** From now on; null ends it. */
  fault(fault: S3Fault | null): void;
  stop(): Promise<void>;
}

export const versitygw: RealServer<never, RunningS3> = {
  name: 'versitygw',

  ensure: (log) =>
    ensureGoProgram(log, {
      name: 'versitygw',
      module: `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`,
      folder: folder(),
    }),

  async start() {
    const data = mkdtempSync(join(tmpdir(), 'crier-s3-'));
    const bucket = `uploads-${randomBytes(4).toString('hex')}`;
    // Metadata beside the files: not every file system has attributes.
    const [root, meta] = [join(data, 'root'), join(data, 'meta')];
    for (const path of [root, meta, join(root, bucket)]) mkdirSync(path);
    const port = await freePort();
    const child = spawn(
      join(folder(), 'versitygw'),
      ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', meta, root],
      { stdio: 'ignore', env: childEnv({ ROOT_ACCESS_KEY: KEY.id, ROOT_SECRET_KEY: KEY.secret }) },
    );
    const calls: S3Call[] = [];
    let fault: S3Fault | null = null;
    const front = http.createServer((request, response) =>
      forward(request, response, { port, calls, fault: () => fault }),
    );
    const stop = async (): Promise<void> => {
      front.closeAllConnections();
      if (front.listening) await new Promise((resolve) => front.close(resolve));
      await endProcess(child);
      rmSync(data, { recursive: true, force: true });
    };
    try {
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error(`versitygw ended with ${child.exitCode}`);
        await sleep(50);
      }
      await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    } catch (error) {
      await stop();
      throw error;
    }
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    return {
      url,
      bucket,
      folder: join(root, bucket),
      env: {
        STORAGE_PROVIDER: 's3',
        S3_BUCKET: bucket,
        S3_ENDPOINT: url,
        S3_ACCESS_KEY_ID: KEY.id,
        S3_SECRET_ACCESS_KEY: KEY.secret,
      },
      calls,
      admit: (origin) => setRule({ port, bucket }, origin),
      fault: (next) => void (fault = next),
      stop,
    };
  },
};

async function setRule(
  { port, bucket: Bucket }: { port: number; bucket: string },
  origin: string | null,
): Promise<void> {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: KEY.id, secretAccessKey: KEY.secret },
    forcePathStyle: true,
  });
  await (origin
    ? client.send(
        new PutBucketCorsCommand({ Bucket, CORSConfiguration: corsRule(origin) as CORSConfiguration }),
      )
    : client.send(new DeleteBucketCorsCommand({ Bucket })));
  client.destroy();
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
