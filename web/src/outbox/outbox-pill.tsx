/** How the scores of this phone stand: all with the server, some waiting, some that need a look. To come. */
export function OutboxPill() {
  return null;
}
