/** What opens over a hole, in one chunk that loads while the phone is idle: there may be no signal later. */
export { CardPanel } from './card-panel.js';
export { IncompleteDialog } from './incomplete-dialog.js';
