import styled from '@emotion/styled';
import { ButtonLink } from '../routing/links.js';
import { paths } from '../routing/paths.js';
import { useResume } from './use-resume.js';

const Words = styled.span`
  display: grid;
  min-width: 0;
  & > small {
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

/** Play Round, or Resume Round and where, when a match is in progress. */
export function PlayLink() {
  const resume = useResume();
  return (
    <ButtonLink to={resume?.to ?? paths.home()} wide>
      {resume ? (
        <Words>
          Resume Round <small>{resume.words}</small>
        </Words>
      ) : (
        'Play Round'
      )}
    </ButtonLink>
  );
}
