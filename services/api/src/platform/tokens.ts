import type { Config, Logger } from '@fairmark/server';

/** Injection tokens of what the process provides. Classes are their own tokens; these values have no class of ours. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_STORE = Symbol('EVENT_STORE');
export const PG_POOL = Symbol('PG_POOL');
export const CLOCK = Symbol('CLOCK');
export const LOGGER = Symbol('LOGGER');

/** The current time; tests pass their own. */
export type Clock = () => Date;

export type { Config, Logger };
