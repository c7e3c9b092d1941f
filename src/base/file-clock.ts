// May a file or a folder have changed once more after it was read, without a trace in its time? The clock of a file system
// ticks: what is written, read and written again within one tick has the same time.

const MILLISECOND_NS = 1_000_000n;
const SECOND_NS = 1000n * MILLISECOND_NS;
/** Linux stamps files by a clock that ticks every 1 to 10 ms, Windows' own clock every 16 ms; with room for both. */
const TICK_NS = 50n * MILLISECOND_NS;
/** FAT stamps files to 2 s, older file systems to 1 s: a time of whole seconds may come from one. */
const COARSE_TICK_NS = 2n * SECOND_NS;

/** A time farther ahead than this was chosen by somebody and not stamped by a clock that is merely wrong. */
const AHEAD_NS = 24n * 3600n * SECOND_NS;

/** Whether a file may be written again after it was read, without a trace in its time. `readMs`: no later than its look-up. */
export function isDoubtful(mtimeNs: bigint, readMs: number): boolean {
  const read = BigInt(Math.floor(readMs)) * MILLISECOND_NS;
  return isYoung(mtimeNs, readMs) && mtimeNs < read + AHEAD_NS;
}

/** The same of a time that nobody can choose: one ahead of the clock says that the clock was set back, and nothing more. */
export function isYoung(ctimeNs: bigint, readMs: number): boolean {
  const tick = ctimeNs % SECOND_NS === 0n ? COARSE_TICK_NS : TICK_NS;
  return ctimeNs > BigInt(Math.floor(readMs)) * MILLISECOND_NS - tick;
}
