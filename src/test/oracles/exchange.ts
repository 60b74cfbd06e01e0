/** What a client and a stand-in sent to each other, kept for an oracle. */

/** One request and its answer. Header names are in lower case. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly request: Message;
  readonly status: number;
  readonly answer: Message;
}

/** Headers and body of one side. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/** Keeps exchanges in the order in which they ended. */
export interface Recorder {
  readonly exchanges: readonly Exchange[];
  /** A stand-in hands over each exchange once it has been answered. */
  readonly add: (exchange: Exchange) => void;
}

/** A recorder for the tests of one file; its exchanges are held against a description at the end. */
export function createRecorder(): Recorder {
  const exchanges: Exchange[] = [];
  return { exchanges, add: (exchange) => void exchanges.push(exchange) };
}
