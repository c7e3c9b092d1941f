// How fast is an index made, and how large does it get? Measured once, so that a plan is the same on every machine and
// says at which rates it was made.
import type { IndexRatesReport } from "../pack/reports.ts";

/**
 * Bytes of text a second and thread, and bytes of the cache for each of text. Of django 4.2 (41 MB) on two threads of a
 * shared server core: words in 3.7 s (bench/RESULTS.md), 22 MB; syntax of 17.9 MB, by the processor time of both in one run, in
 * two thirds of the time of the words, 13 MB.
 */
const WORDS = { bytesPerSecond: 6_000_000, cacheShare: 0.55 };
const SYNTAX = { bytesPerSecond: 4_000_000, cacheShare: 0.75 };
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
