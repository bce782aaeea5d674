import { useQuery } from '@tanstack/react-query';
import { currentQuery } from '../api/match.js';
import { storedRound } from '../api/stored-round.js';
import { ButtonLink } from './links.js';
import { resumePath } from './resume.js';
import { paths } from './paths.js';

/** Play Round, or Resume Round when a match is in progress. Without an answer, what this phone remembers. */
export function PlayLink() {
  const { data: current } = useQuery(currentQuery());
  const { hole } = storedRound();
  const offline = current === undefined && hole !== null ? paths.score(hole) : null;
  const resume = current === null || current === undefined ? offline : resumePath(current);
  return (
    <ButtonLink to={resume ?? paths.home()} wide>
      {resume === null ? 'Play Round' : 'Resume Round'}
    </ButtonLink>
  );
}
