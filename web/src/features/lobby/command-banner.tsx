import { hasCode, messageOf } from '../../api/errors.js';
import { storedRound } from '../../api/stored-round.js';
import { ButtonLink } from '../../app/links.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';

/** Why something was not done, and a way on where there is one (decisions D37); nothing without an error. */
export function CommandBanner({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return <Banner kind="danger" title={messageOf(error)} action={wayOn(error)} />;
}

/** The round that stands in the way. */
function wayOn(error: unknown) {
  if (!hasCode(error, 'ALREADY_IN_MATCH')) return undefined;
  const { matchId } = error.details;
  const { matchId: stored, hole } = storedRound();
  const other = typeof matchId === 'string' && matchId !== stored ? matchId : undefined;
  return (
    <ButtonLink kind="secondary" to={paths.score(other === undefined ? (hole ?? 1) : 1, other)}>
      Resume Round
    </ButtonLink>
  );
}
