import type { Config, Logger } from '@fairmark/server';

/** What the process hands to its parts. Classes are injected by themselves; these have no class of ours. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_STORE = Symbol('EVENT_STORE');
export const PG_POOL = Symbol('PG_POOL');
export const CLOCK = Symbol('CLOCK');
export const LOGGER = Symbol('LOGGER');
/** What the process tells Prometheus: a `Registry`. */
export const METRICS = Symbol('METRICS');

/** The time of day; tests hand in their own. */
export type Clock = () => Date;

export type { Config, Logger };
