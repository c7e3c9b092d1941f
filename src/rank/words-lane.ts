// Which chunks hold the query's words, and how much? Counts of every concept in every touched chunk, from postings
// into arrays that are kept per segment and cleared by what was touched. No chunk is visited that holds no word.
import type { SegmentView } from "../store/segment-view.ts";
import { FIELD_WEIGHT } from "./constants.ts";
import type { LiveFiles } from "./live-files.ts";
import type { Concept } from "./read-query.ts";

/** What the words lane found in one segment. The arrays hold until the next query is read against the segment. */
export interface TouchedSegment {
  view: SegmentView;
  /** Weighted frequency of concept `c` in a chunk at `[chunk * stride + c]`. */
  frequency: Float32Array;
  stride: number;
  /** Bit `c` (of the first 31) is set where concept `c` is in a name declared in the chunk. */
  inName: Uint32Array;
  /** 1 for a chunk that holds any concept. */
  touched: Uint8Array;
  /** Entries that hold any, in no particular order. */
  entries: number[];
}

export interface WordsLane {
  segments: TouchedSegment[];
  /** By concept: number of live chunks, and of live files, that hold its commonest full-weight variant. */
  chunkCount: Float64Array;
  fileCount: Float64Array;
}

interface Scratch {
  frequency: Float32Array;
  inName: Uint32Array;
  touched: Uint8Array;
  chunks: Uint32Array;
  chunkCount: number;
  stride: number;
  entrySeen: Uint8Array;
  entries: number[];
}

const scratches = new WeakMap<SegmentView, Scratch>();

export function wordsLane(live: LiveFiles, concepts: readonly Concept[]): WordsLane {
  const stride = concepts.length;
  const variants = concepts.reduce((n, c) => n + c.variants.length, 0);
  const chunkCounts = new Float64Array(variants);
  const fileCounts = new Float64Array(variants);
  const segments: TouchedSegment[] = [];
  for (const { view, copies } of live.segments) {
    const scratch = cleared(view, stride);
    let variant = 0;
    for (let c = 0; c < concepts.length; c++) {
      for (const { term, weight } of concepts[c]!.variants) {
        const id = view.termId(term);
        if (id !== -1) countVariant(view, copies, id, weight, c, scratch, chunkCounts, fileCounts, variant);
        variant++;
      }
    }
    segments.push({
      view,
      frequency: scratch.frequency,
      stride,
      inName: scratch.inName,
      touched: scratch.touched,
      entries: scratch.entries,
    });
  }
  const chunkCount = new Float64Array(stride);
  const fileCount = new Float64Array(stride);
  let variant = 0;
  for (let c = 0; c < concepts.length; c++) {
    for (const { weight } of concepts[c]!.variants) {
      if (weight === 1) {
        chunkCount[c] = Math.max(chunkCount[c]!, chunkCounts[variant]!);
        fileCount[c] = Math.max(fileCount[c]!, fileCounts[variant]!);
      }
      variant++;
    }
  }
  return { segments, chunkCount, fileCount };
}

function countVariant(
  view: SegmentView,
  copies: Uint32Array,
  id: number,
  weight: number,
  concept: number,
  scratch: Scratch,
  chunkCounts: Float64Array,
  fileCounts: Float64Array,
  variant: number,
): void {
  const chunks = view.postingChunks(id);
  const counts = view.postingCounts(id);
  const { chunkEntry } = view;
  const { frequency, inName, touched, stride, entrySeen, entries } = scratch;
  const name = weight * FIELD_WEIGHT.name;
  const signature = weight * FIELD_WEIGHT.signature;
  const comment = weight * FIELD_WEIGHT.comment;
  const body = weight * FIELD_WEIGHT.body;
  const enclosing = weight * FIELD_WEIGHT.enclosing;
  const bit = concept < 31 ? 1 << concept : 0;
  let last = -1;
  let chunksFound = 0;
  let filesFound = 0;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]!;
    const entry = chunkEntry[chunk]!;
    const n = copies[entry]!;
    if (n === 0) continue;
    // The layout of `packCounts`, unpacked in place: an object a posting would cost more than the rest.
    const packed = counts[i]!;
    const inNames = packed & 15;
    frequency[chunk * stride + concept]! +=
      name * inNames +
      signature * ((packed >>> 4) & 31) +
      comment * ((packed >>> 9) & 63) +
      body * ((packed >>> 15) & 1023) +
      enclosing * ((packed >>> 25) & 31);
    if (inNames !== 0) inName[chunk]! |= bit;
    if (touched[chunk] === 0) {
      touched[chunk] = 1;
      scratch.chunks[scratch.chunkCount++] = chunk;
    }
    chunksFound += n;
    if (entry !== last) {
      last = entry;
      filesFound += n;
      if (entrySeen[entry] === 0) {
        entrySeen[entry] = 1;
        entries.push(entry);
      }
    }
  }
  chunkCounts[variant]! += chunksFound;
  fileCounts[variant]! += filesFound;
}

function cleared(view: SegmentView, stride: number): Scratch {
  let scratch = scratches.get(view);
  if (scratch === undefined) {
    scratch = {
      frequency: new Float32Array(view.chunks * Math.max(8, stride)),
      inName: new Uint32Array(view.chunks),
      touched: new Uint8Array(view.chunks),
      chunks: new Uint32Array(view.chunks),
      chunkCount: 0,
      stride,
      entrySeen: new Uint8Array(view.entries),
      entries: [],
    };
    scratches.set(view, scratch);
    return scratch;
  }
  const { frequency, inName, touched, chunks, chunkCount, stride: before, entrySeen } = scratch;
  for (let i = 0; i < chunkCount; i++) {
    const chunk = chunks[i]!;
    // A call of `fill` would cost more than the few numbers that it sets.
    for (let at = chunk * before; at < (chunk + 1) * before; at++) frequency[at] = 0;
    inName[chunk] = 0;
    touched[chunk] = 0;
  }
  for (const entry of scratch.entries) entrySeen[entry] = 0;
  if (frequency.length < view.chunks * stride) scratch.frequency = new Float32Array(view.chunks * stride);
  scratch.chunkCount = 0;
  scratch.stride = stride;
  scratch.entries = [];
  return scratch;
}
