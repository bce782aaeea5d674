/** One example of every event, for tests of other workspaces. */
export * from '../../testing/event-examples.js';
