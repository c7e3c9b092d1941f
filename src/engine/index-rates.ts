// How fast is an index made, and how large does it get? Measured once, so that a plan is the same on every machine and
// says at which rates it was made.
import type { IndexRatesReport } from "../pack/reports.ts";

/** Text a second on one thread of a shared server core (2 GHz class), bytes; and bytes of the cache for each of text. */
const WORDS = { bytesPerSecond: 6_000_000, cacheShare: 0.6 };
const SYNTAX = { bytesPerSecond: 1_000_000, cacheShare: 0.9 };
/** Starting, the walk and the first batch, in seconds. */
const START = 0.3;

export function indexRates(threads: number): IndexRatesReport {
  return {
    threads,
    wordsBytesPerSecond: WORDS.bytesPerSecond,
    syntaxBytesPerSecond: SYNTAX.bytesPerSecond,
    wordsCacheShare: WORDS.cacheShare,
    syntaxCacheShare: SYNTAX.cacheShare,
  };
}

/** To a tenth below ten seconds, to whole ones above: more would look exact. */
export function secondsFor(rates: IndexRatesReport, wordsBytes: number, syntaxBytes: number): number {
  const { threads, wordsBytesPerSecond, syntaxBytesPerSecond } = rates;
  if (wordsBytes === 0 && syntaxBytes === 0) return START;
  const work = wordsBytes / wordsBytesPerSecond + syntaxBytes / syntaxBytesPerSecond;
  const seconds = START + work / threads;
  return seconds < 10 ? Math.round(10 * seconds) / 10 : Math.round(seconds);
}

export function cacheBytesFor(rates: IndexRatesReport, wordsBytes: number, syntaxBytes: number): number {
  return Math.round(rates.wordsCacheShare * wordsBytes + rates.syntaxCacheShare * syntaxBytes);
}
