import { useQuery } from '@tanstack/react-query';
import { currentQuery } from '../api/match.js';
import { storedRound } from '../api/stored-round.js';
import { ButtonLink } from './links.js';
import { resumePath } from './resume.js';
import { paths } from './paths.js';

/** Play Round, or Resume Round when a match is in progress (spec section 2). */
export function PlayLink() {
  const { data: current } = useQuery(currentQuery());
  const { hole } = storedRound();
  if (current === null || current === undefined) {
    return (
      <ButtonLink to={paths.home()} wide>
        Play Round
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={resumePath(current, hole)} wide>
      Resume Round
    </ButtonLink>
  );
}
