import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets golfers go first: gives a process (0: this one) a low priority. One that has a lower one keeps it. Throws nothing where the
 * machine does not let it; answers whether the priority is low now.
 */
export function stepBack(pid = 0): boolean {
  try {
    if (getPriority(pid) < constants.priority.PRIORITY_BELOW_NORMAL) {
      setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    return true;
  } catch {
    return false;
  }
}
