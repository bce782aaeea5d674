import path from 'node:path';
import type { Environment, Secrets } from './config-secrets.js';

/** What a number may be; whole unless it says otherwise. */
interface NumberRule {
  fallback: number;
  min: number;
  max: number;
  whole?: boolean;
}

/** What an address may begin with, as `URL` spells it: `https:`. */
interface AddressRule {
  protocols: string[];
  fallback?: string;
}

/** Reads settings one by one and remembers what is wrong with them, never with what value. One problem a setting. */
export class EnvironmentReader {
  private readonly found: Map<string, string>;

  constructor(
    private readonly env: Environment,
    private readonly secrets: Secrets,
  ) {
    this.found = new Map(secrets.problems);
  }

  /** Sentences that begin with the setting's name. */
  get problems(): string[] {
    return [...this.found.values()];
  }

  /** Notes what a setting must be, unless something is wrong with it already. */
  refuse(name: string, what: string): void {
    if (!this.found.has(name)) this.found.set(name, `${name} ${what}`);
  }

  /** A text that need not be there. */
  optional(name: string): string | undefined {
    return this.read(name) || undefined;
  }

  /** A text; an empty one is none. */
  text(name: string, fallback?: string): string {
    const value = this.read(name) ?? fallback;
    if (!value) this.refuse(name, 'is required');
    return value ?? '';
  }

  /** The absolute path of a folder that need not be named. */
  folder(name: string): string | undefined {
    const folder = this.optional(name);
    return folder && path.resolve(folder);
  }

  /** An address. */
  address(name: string, { protocols, fallback }: AddressRule): string {
    const value = this.text(name, fallback);
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
      this.refuse(name, `must be an address that begins with ${beginnings}`);
    }
    return value;
  }

  /** A number within its bounds. */
  number(name: string, { fallback, min, max, whole = true }: NumberRule): number {
    const text = this.read(name) ?? String(fallback);
    // An empty text would be zero.
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
      this.refuse(name, `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
    }
    return value;
  }

  /** One of a few words. */
  oneOf<T extends string>(name: string, words: readonly T[], fallback: T): T {
    const word = words.find((one) => one === (this.read(name) ?? fallback));
    if (word === undefined) this.refuse(name, `must be one of ${words.join(', ')}`);
    return word ?? fallback;
  }

  private read(name: string): string | undefined {
    return this.secrets.values.get(name) ?? this.env[name];
  }
}
