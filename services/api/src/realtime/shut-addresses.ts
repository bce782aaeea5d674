/** More addresses than this are not remembered; the one that was shut first is forgotten. */
const ADDRESSES_MAX = 10_000;

/** Addresses whose limit is used up, so that they can be refused without counting again. Times are milliseconds of one clock. */
export class ShutAddresses {
  private readonly until = new Map<string, number>();

  shut(address: string, until: number): void {
    this.until.delete(address);
    this.until.set(address, until);
    if (this.until.size <= ADDRESSES_MAX) return;
    const [first] = this.until.keys();
    if (first !== undefined) this.until.delete(first);
  }

  isShut(address: string, now: number): boolean {
    const until = this.until.get(address);
    if (until === undefined) return false;
    if (until > now) return true;
    this.until.delete(address);
    return false;
  }
}
