/** What opens over a hole, in one file that is fetched while the phone is idle: there may be no signal when it is opened. */
export { CardPanel } from './card/card-panel.js';
export { IncompleteDialog } from './incomplete-dialog.js';
