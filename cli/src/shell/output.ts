/** A number as people read it. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 || count === 1n ? one : many}`;
}
