import styled from '@emotion/styled';
import type { CardHole, MatchAnswer, Round, ScoreEntry } from '@fairmark/contract';
import type { HoleEntry } from '@fairmark/scoring';
import type { ReactNode } from 'react';
import { recordScore, settlesWaiting } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { scoreText } from '../../golf/score/score-texts.js';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { mayWrite, myEntry, otherEntry, partOn, sidesText } from './parts/issues.js';
import { entryText, possessive } from './parts/names.js';

const Body = styled.div`
  display: grid;
  gap: var(--space-4);
`;

interface EditSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  match: MatchAnswer['match'];
  round: Round;
  hole: CardHole;
  me: string;
}

/** My entry for one hole of a card, put right from the card itself. */
export function EditSheet({ open, onOpenChange, match, round, hole, me }: EditSheetProps): ReactNode {
  const shown = round.holes[hole.number - 1];
  const title = `Hole ${hole.number}, ${possessive(round.player, me)} card`;
  const facts = `Par ${hole.par}, ${hole.distance} m`;
  const sides = shown === undefined || match.isSocial ? '' : `${sidesText(round, shown, me)}. `;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} description={`${sides}${facts}`}>
      <EditBody {...{ match, round, hole, me }} onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}

interface EditBodyProps extends Omit<EditSheetProps, 'open' | 'onOpenChange'> {
  onDone: () => void;
}

function EditBody({ match, round, hole, me, onDone }: EditBodyProps): ReactNode {
  const mine = myEntry(round, hole.number, me);
  const other = otherEntry(round, hole.number, me);
  if (!mayWrite(round, me)) {
    return <Banner kind="warn" title="This card was signed meanwhile. Reopen it to change a score." />;
  }
  const save = (value: HoleEntry): void => {
    const noScore = 'noScore' in value;
    const strokes = 'strokes' in value ? value.strokes : null;
    const place = { matchId: match.id, cardUserId: round.player.id, holeNumber: hole.number };
    if (mine?.strokes !== strokes || mine.noScore !== noScore || settlesWaiting(place)) {
      recordScore({ ...place, strokes, noScore, replaces: mine?.id ?? null });
    }
    navigator.vibrate?.(10);
    const name = strokes === null ? 'No Score' : `${strokes}, ${scoreText(strokes, hole.par).toLowerCase()}`;
    announce(`Hole ${hole.number}: ${name}. Saved.`);
    onDone();
  };
  const from = partOn(round, me) === 'PLAYER' ? round.marker : round.player;
  const theirs = valueOf(other);
  return (
    <Body>
      {from !== null && theirs !== null && !sameScore(mine, other) && (
        <Button wide onClick={() => save(theirs)}>
          Use {possessive(from, me)} {entryText(other)}
        </Button>
      )}
      <StrokePad
        legend={`${possessive(round.player, me) === 'your' ? 'Your strokes' : `Strokes of ${round.player.fullName}`}, hole ${hole.number}`}
        par={hole.par}
        format={match.matchType}
        value={valueOf(mine)}
        onPick={save}
      />
    </Body>
  );
}

function valueOf(entry: ScoreEntry | null): HoleEntry | null {
  if (entry === null) return null;
  if (entry.noScore) return { noScore: true };
  return entry.strokes === null ? null : { strokes: entry.strokes };
}

function sameScore(one: ScoreEntry | null, other: ScoreEntry | null): boolean {
  return one?.strokes === other?.strokes && one?.noScore === other?.noScore;
}
