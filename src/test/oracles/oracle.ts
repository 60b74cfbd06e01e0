/**
 * Oracles of requests and answers: what a vendor itself publishes about its API. A stand-in that we wrote
 * repeats our own misunderstandings; a vendor's description does not.
 */
import type { Exchange } from './exchange.ts';

/** A way in which an exchange differs from the description. */
export interface Finding {
  /** Who is wrong: Crier (`request`), or the stand-in (`answer`). */
  readonly side: 'request' | 'answer';
  /** `POST /2/tweets`. */
  readonly operation: string;
  readonly message: string;
}

/** Compares one exchange with a description. */
export type OracleCheck = (exchange: Exchange) => Promise<readonly Finding[]>;

/** Something that a description gets wrong, or leaves out. */
export interface Mistake {
  /** Why Crier is right, with the evidence. */
  readonly reason: string;
  readonly covers: (finding: Finding, exchange: Exchange) => boolean;
}

/** A vendor's description of its API, and what is known about it. */
export interface Oracle {
  readonly name: string;
  /** Its file in the folder `CRIER_ORACLES`. */
  readonly file: string;
  /** Reads the file. Another kind of description is another function here. */
  readonly check: (text: string) => OracleCheck;
  readonly mistakes: readonly Mistake[];
}

/** An oracle's findings in some exchanges. */
export interface Verdict {
  /** Findings that no known mistake of the description explains. */
  readonly unexplained: readonly Finding[];
  /** Reasons of mistakes that explained nothing: the description was corrected, or was never wrong. */
  readonly idle: readonly string[];
}

/** Checks all exchanges, and sorts out what is the description's own mistake. */
export async function checkAll(
  oracle: Oracle,
  check: OracleCheck,
  exchanges: readonly Exchange[],
): Promise<Verdict> {
  const unexplained: Finding[] = [];
  const used = new Set<Mistake>();
  for (const exchange of exchanges) {
    for (const finding of await check(exchange)) {
      const mistake = oracle.mistakes.find(({ covers }) => covers(finding, exchange));
      if (mistake) used.add(mistake);
      else unexplained.push(finding);
    }
  }
  const idle = oracle.mistakes.filter((mistake) => !used.has(mistake)).map(({ reason }) => reason);
  return { unexplained, idle };
}
