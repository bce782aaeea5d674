import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

/** True: can serve. A check that throws or takes longer than a second counts as false. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

const CHECK_TIMEOUT_MS = 1_000;

/** Whether this process can serve requests. Features add what they need to be there. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly onDrains: (() => void)[] = [];
  private isDraining = false;

  /** @param name stands in the log and in the answer of /health/ready */
  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Whether this process is about to end. */
  get draining(): boolean {
    return this.isDraining;
  }

  /** Calls `listener` when this process is about to end. */
  onDrain(listener: () => void): void {
    this.onDrains.push(listener);
  }

  /** From now on not ready: no new work is wanted. */
  drain(): void {
    if (this.isDraining) return;
    this.isDraining = true;
    for (const listener of this.onDrains) listener();
  }

  beforeApplicationShutdown(): void {
    this.drain();
  }

  /** Names of what is missing; empty when ready. */
  async missing(): Promise<string[]> {
    if (this.isDraining) return ['shutting-down'];
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ((await holds(check)) ? null : name)),
    );
    return results.filter((name) => name !== null);
  }
}

async function holds(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  });
  try {
    return await Promise.race([Promise.resolve(check()), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
