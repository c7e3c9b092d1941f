// A count with what is counted, as a sentence has it: `1 file`, `2 files`, `1 of 3 files`.
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
