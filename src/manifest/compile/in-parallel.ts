// Work on many things, so many at once, with results in the order of the things. The first fault ends it, once what has begun
// is over.

export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R> | R,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const at = next++;
      try {
        const result = work(items[at]!, at);
        // Waiting for what is there already costs a turn each: 100,000 of them are felt.
        results[at] = result instanceof Promise ? await result : result;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(Math.max(1, most), items.length) }, worker);
  const ended = await Promise.allSettled(workers);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return results;
}
