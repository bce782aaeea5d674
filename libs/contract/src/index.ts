export * from './client-words.js';
export * from './errors.js';
export * from './limits.js';
export * from './messages.js';
export * from './values.js';
export * from './entities.js';
export * from './calls.js';
export * from './sockets.js';
