import type { MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courseQuery } from '../../api/lookups.js';
import { Card, Facts } from '../../ui/card.js';
import { MATCH_TYPE_WORDS, PLAY_TYPE_WORDS, teeWords } from './words.js';

export interface RoundFactsProps {
  answer: MatchAnswer;
  /** What stands at the row of my round handicap; without it the row shows no way to change it. */
  handicapAction?: ReactNode;
}

/** What the round is: course, play type, match type, tee, and my handicap in it. */
export function RoundFacts({ answer: { match, userMatchSettings }, handicapAction }: RoundFactsProps) {
  const { data: course } = useQuery(courseQuery(match.course.id));
  return (
    <Card as="section" aria-label="The round">
      <Facts
        items={[
          { term: 'Course', value: match.course.name },
          { term: 'Play type', value: PLAY_TYPE_WORDS[match.playType] },
          { term: 'Match type', value: MATCH_TYPE_WORDS[match.matchType] },
          { term: 'Tee', value: teeWords(match.tee, course) },
          {
            term: 'Your round handicap',
            value: roundHandicap(userMatchSettings),
            action: handicapAction,
          },
        ]}
      />
    </Card>
  );
}

/** "12.4, daily handicap 14": what I entered and what the server made of it. */
export function roundHandicap(settings: MatchAnswer['userMatchSettings']): string {
  if (settings?.handicapForShow === null || settings?.handicapForShow === undefined) return 'Not set yet';
  const { handicapForShow, dailyHandicapForShow } = settings;
  return dailyHandicapForShow === null ? handicapForShow : `${handicapForShow}, daily handicap ${dailyHandicapForShow}`;
}
