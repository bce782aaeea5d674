/** Holds the place of the first card until it is known what it says, as the page itself did before its scripts had come. */
export function WaitingCard() {
  return (
    <p className="shell-block" aria-busy="true">
      <span className="visually-hidden">Looking for your round</span>
    </p>
  );
}
