import styled from '@emotion/styled';
import { LIMITS, type MatchAnswer } from '@fairmark/contract';
import { againstHandicap, FORMATS } from '@fairmark/scoring';
import { Share2, Trophy } from 'lucide-react';
import { useState } from 'react';
import { ninesOf, sum } from '../../../golf/cards.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { totalsOf } from '../../../golf/totals.js';
import { ButtonLink, paths } from '../../../shared/routing/paths.js';
import { Button } from '../../../ui/button.js';
import { Fact, onGreen, Row, Stack } from '../../../ui/page-parts.js';
import { lazyDialog } from '../../../ui/overlays/on-demand.js';
import { useChange } from '../../../ui/hooks/use-change.js';
import { useNow } from '../../../ui/hooks/use-now.js';
import { announce } from '../../../ui/live-region.js';
import type { ShownCard } from '../parts/sides.js';
import { bestHole, bestHoleWords, handicapWords, placeOf } from './result-words.js';
import { useQuery } from '@tanstack/react-query';
import { dailyResultsQuery } from '../../../api/clubhouse.js';
import { useCourseRoom } from '../../../api/realtime/realtime.js';

const ShareSheet = lazyDialog(async () => (await import('../share/share-sheet.js')).ShareSheet);

const Ground = styled(Stack)`
  ${onGreen}
  padding: var(--space-5);
  border-radius: var(--radius-card);
  & > [data-part='total'] {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    justify-content: space-between;
    gap: var(--space-3) var(--space-6);
  }
  & > [data-part='total'] > p > span {
    color: var(--ink-2);
  }
  & > [data-part='total'] > p > strong {
    display: block;
    margin-top: var(--space-3);
    font: 500 6rem / 0.75 var(--serif);
  }
  & dl {
    display: grid;
    grid: auto auto / auto-flow;
    gap: var(--space-2) var(--space-5);
  }
  & dl > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--space-3);
  }
  & dd {
    font-size: var(--text-22);
    line-height: 1.2;
  }
  & > [data-part='payoff'] {
    padding-top: var(--space-4);
    border-top: 1px solid color-mix(in srgb, var(--on-header) 25%, transparent);
  }
  & > [data-part='payoff'] > div:not([aria-hidden]) {
    min-height: var(--target);
  }
  & > [data-part='payoff'] strong {
    font: 500 var(--text-30) / 1.1 var(--serif);
  }
  &[data-verified='true'] > [data-part='payoff'] {
    border-top: 3px solid var(--brass-fill);
  }
`;

/** The result of my card, once I have entered every hole. Remounted if I clear one and enter it again. */
export function Finish({ match, card }: { match: MatchAnswer['match']; card: ShownCard }) {
  const [sharing, setSharing] = useState(false);
  const { round, holes } = card;
  const { scoreTotals: totals, verified } = round;
  const [verifiedBefore] = useState(verified);
  // A course's day ends within 24 hours of the start; the answer says whether it has.
  const mayBeOfToday = useNow().getTime() - Date.parse(match.startedAt ?? '') < LIMITS.currentRoundMs;
  const { course, day, matchType } = match;
  const { totalOf } = FORMAT_WORDS[matchType];
  const { label, value, details } = totalsOf(matchType, totals);
  const nines = ninesOf(matchType, round, holes ?? []);
  const best = bestHole(nines.flatMap((nine) => nine.holes));
  const leaderboard = paths.leaderboard({ course: course.id, day: day ?? undefined, sort: FORMATS[matchType].sort });
  const better = againstHandicap(matchType, { ...totals, coursePar: sum((holes ?? []).map(({ par }) => par)) });
  return (
    <Ground aria-labelledby="finish" data-verified={verified}>
      <h2 id="finish">Your round</h2>
      <div data-part="total">
        <p>
          <span>{label}</span>
          <strong>{value}</strong>
        </p>
        <dl>
          <Fact term="Out">{totalOf(totals.out)}</Fact>
          <Fact term="In">{totalOf(totals.in)}</Fact>
          {details.map((other) => (
            <Fact key={other.term} term={other.term}>
              {other.value}
            </Fact>
          ))}
        </dl>
      </div>
      {best !== null && (
        <p>
          Best hole <strong>{bestHoleWords(best, matchType)}</strong>
        </p>
      )}
      {(verified || match.isSocial) && (
        <Stack as="div" gap={3} data-part="payoff">
          {verified && mayBeOfToday && <TodaysPlace match={match} me={round.player.id} spoken={!verifiedBefore} />}
          {better !== null && <p>{handicapWords(better)}</p>}
          <Row>
            <Button kind="secondary" icon={<Share2 size={18} />} onClick={() => setSharing(true)}>
              Share
            </Button>
            {verified && (
              <ButtonLink kind="secondary" to={leaderboard}>
                Leaderboard
              </ButtonLink>
            )}
          </Row>
          <ShareSheet open={sharing} onOpenChange={setSharing} {...{ match, round, nines, leaderboard }} />
        </Stack>
      )}
    </Ground>
  );
}

/**
 * My card's place on today's leaderboard, updated live; nothing once that day is over, or beyond the cards read.
 * Announced once if `spoken`, as a golfer who has just signed waits for it.
 */
function TodaysPlace({ match, me, spoken }: { match: MatchAnswer['match']; me: string; spoken: boolean }) {
  const query = useQuery(dailyResultsQuery(match.course.id, FORMATS[match.matchType].sort));
  useCourseRoom(match.course.id);
  const place = query.data && placeOf(query.data, match, me);
  const words = place === 'pending' ? undefined : place?.words;
  useChange(words === undefined, () => {
    if (spoken && words !== undefined) announce(words);
  });
  if (place === undefined) {
    if (query.error === null) return <Row aria-busy="true">Looking up your place today…</Row>;
    return (
      <Row role="status">
        Your place today can&apos;t be shown right now.
        <Button kind="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Row>
    );
  }
  if (place === 'pending') return <Row>Your card is on its way to the leaderboard.</Row>;
  if (place === null) return null;
  return (
    <Row>
      <Trophy size={24} style={{ color: place.first ? 'var(--brass-fill)' : undefined }} />
      <strong>{place.words}</strong>
    </Row>
  );
}
