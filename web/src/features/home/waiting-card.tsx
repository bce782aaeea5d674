/** Placeholder of the first card, the same as in index.html before the scripts have loaded. */
export function WaitingCard() {
  return (
    <p className="shell-block" aria-busy="true">
      <span className="visually-hidden">Looking for your round</span>
    </p>
  );
}
