import styled from '@emotion/styled';
import type { MatchAnswer } from '@fairmark/contract';
import type { PropsWithChildren } from 'react';
import { useTeeName } from '../../../api/lookups.js';
import { JUST_PRACTICE, PLAY_TYPE_WORDS } from '../../../shared/play-types.js';
import { PictureOfCourse } from '../../../shared/picture-of-course.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { Card, Fact, Stack } from '../../../ui/page-parts.js';
import { Pictured } from '../../../ui/pictures.js';

/** Two facts side by side, so that on a phone the players below stay visible. */
const List = styled.dl`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--space-3) var(--space-4);
  container-type: inline-size;
  overflow-wrap: anywhere;
  & > div:not(:nth-of-type(2), :nth-of-type(3)) {
    grid-column: 1 / -1;
  }
  & > div:last-of-type {
    position: relative;
    padding-top: var(--space-3);
    border-top: 1px solid var(--line);
  }
  & dd > div {
    margin-top: var(--space-1);
  }
  /* Large text on a small phone leaves no room beside it. */
  @container (min-width: 12rem) {
    & dd:has(+ dd) {
      padding-right: 92px;
    }
    & dd[data-part='action'] {
      position: absolute;
      inset: var(--space-3) 0 auto auto;
    }
  }
`;

/** The round: course, kind, format, tee and my handicap with its button; of a practice round that it counts nowhere. */
export function RoundFacts({ answer, children }: PropsWithChildren<{ answer: MatchAnswer }>) {
  const { match, userMatchSettings } = answer;
  const tee = useTeeName(match);
  return (
    <Stack as="div">
      <Card as="section" aria-label="The round">
        <List>
          <Fact term="Course">
            <Pictured>
              <PictureOfCourse courseId={match.course.id} />
              <div>{match.course.name}</div>
            </Pictured>
          </Fact>
          <Fact term="Play type">{PLAY_TYPE_WORDS[match.playType]}</Fact>
          <Fact term="Match type">{FORMAT_WORDS[match.matchType].name}</Fact>
          <Fact term="Tee">{tee}</Fact>
          <div>
            <dt>Your round handicap</dt>
            <dd>{roundHandicap(userMatchSettings)}</dd>
            {children !== undefined && <dd data-part="action">{children}</dd>}
          </div>
        </List>
      </Card>
      {match.isSocial && <small>{JUST_PRACTICE}</small>}
    </Stack>
  );
}

function roundHandicap(settings: MatchAnswer['userMatchSettings']): string {
  if (settings?.handicapForShow === null || settings?.handicapForShow === undefined) return 'Not set yet';
  const { handicapForShow, dailyHandicapForShow } = settings;
  return dailyHandicapForShow === null ? handicapForShow : `${handicapForShow}, daily handicap ${dailyHandicapForShow}`;
}
