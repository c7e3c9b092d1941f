// How fast is an index made, and how large does it get? Measured once, so that a plan is the same on every machine and
// says at which rates it was made. Of large files the bytes decide, of many small ones their number.
import type { IndexRatesReport } from "../pack/reports.ts";

/**
 * For each thread and second, and of the cache for each byte of text and each file. Of three trees, on two threads of a
 * shared server core: django 4.2 (41 MB, 6,700 files; words in 3.7 s, 22 MB; syntax of 17.9 MB, by the processor time of both in
 * one run, in two thirds of the time of the words, 13 MB), 105,504 files of 357 MB (211 MB), and 50,000 files of 38 bytes each
 * (words 4.8 s of the processor, 15 MB; syntax 7 s, 13.5 MB).
 */
const WORDS = { bytesPerSecond: 6_500_000, filesPerSecond: 12_500, cacheShare: 0.5, cacheFileBytes: 300 };
const SYNTAX = { bytesPerSecond: 4_000_000, filesPerSecond: 8_000, cacheShare: 0.7, cacheFileBytes: 270 };
/** Starting, the walk and the first batch, in seconds. */
const START = 0.3;

/** Files and their bytes. */
export interface Amount {
  files: number;
  bytes: number;
}

export function indexRates(threads: number): IndexRatesReport {
  return {
    threads,
    wordsBytesPerSecond: WORDS.bytesPerSecond,
    wordsFilesPerSecond: WORDS.filesPerSecond,
    syntaxBytesPerSecond: SYNTAX.bytesPerSecond,
    syntaxFilesPerSecond: SYNTAX.filesPerSecond,
    wordsCacheShare: WORDS.cacheShare,
    wordsCacheFileBytes: WORDS.cacheFileBytes,
    syntaxCacheShare: SYNTAX.cacheShare,
    syntaxCacheFileBytes: SYNTAX.cacheFileBytes,
  };
}

/** To a tenth below ten seconds, to whole ones above: more would look exact. */
export function secondsFor(rates: IndexRatesReport, words: Amount, syntax: Amount): number {
  const work =
    words.bytes / rates.wordsBytesPerSecond +
    words.files / rates.wordsFilesPerSecond +
    syntax.bytes / rates.syntaxBytesPerSecond +
    syntax.files / rates.syntaxFilesPerSecond;
  const seconds = START + work / rates.threads;
  return seconds < 10 ? Math.round(10 * seconds) / 10 : Math.round(seconds);
}

export function cacheBytesFor(rates: IndexRatesReport, words: Amount, syntax: Amount): number {
  return Math.round(
    rates.wordsCacheShare * words.bytes +
      rates.wordsCacheFileBytes * words.files +
      rates.syntaxCacheShare * syntax.bytes +
      rates.syntaxCacheFileBytes * syntax.files,
  );
}
