import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../shared/links.js';
import { paths } from '../../shared/paths.js';
import { Card } from '../../ui/card.js';
import { Row } from '../../ui/page-parts.js';
import { ResultCards } from './play-card.js';
import { useResume } from '../../shared/use-resume.js';

const Pair = styled.div`
  display: grid;
  grid-template-columns: 3fr 2fr;
  gap: var(--space-4);
`;

const Notice = styled(Card)`
  display: grid;
  align-content: start;
  gap: var(--space-4);
  padding: var(--space-6);
  & p {
    max-width: 44ch;
    color: var(--ink-2);
  }
`;

const Side = styled.div`
  display: grid;
  gap: var(--space-4);
`;

/** Home on a desktop: rounds are played on a phone; everything about them can be read here. */
export function DesktopHome({ unfinished, practice }: { unfinished: ReactNode; practice: ReactNode }) {
  const resume = useResume();
  return (
    <Pair>
      <Notice as="section">
        <h2>Rounds are played on a smartphone</h2>
        <p>
          Set up a round and score it hole by hole on your phone: sign in to Fairmark there. Results, your history and
          competitions are here too.
        </p>
        <Row>
          <ButtonLink to={paths.clubhouse()}>Go to the Clubhouse</ButtonLink>
          {resume !== null && resume !== undefined && (
            <ButtonLink kind="quiet" to={resume.to}>
              Resume Round: {resume.words}
            </ButtonLink>
          )}
        </Row>
      </Notice>
      <Side>
        {unfinished}
        <ResultCards />
        {practice}
      </Side>
    </Pair>
  );
}
