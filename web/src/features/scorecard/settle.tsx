import type { MatchAnswer } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { useEffect, useRef } from 'react';
import { PLAYED_OUT } from '../../golf/result-words.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Stack } from '../../ui/page-parts.js';
import { FEW, type Issue, mayWrite, myMissing, ownFirst, toSettle } from './parts/issues.js';
import { cardName, holesText } from './parts/names.js';
import type { SignRefusal } from './signing/use-signing.js';
import { CircleAlert, CircleDashed, Info } from 'lucide-react';
import { ListRow, RowList } from '../../shared/lists/list-row.js';

interface SettleProps {
  answer: MatchAnswer;
  me: string;
  refusal: SignRefusal | null;
  onEdit: (issue: Issue) => void;
}

/** Why a signature was refused, and every issue that I can resolve. */
export function Settle({ answer, me, refusal, onEdit }: SettleProps) {
  const issues = toSettle(answer, me);
  // Few missing holes are listed as rows; more get one link.
  const toPlay = ownFirst(answer.rounds, me).flatMap((round) => {
    const holes = mayWrite(round, me) ? myMissing(round, me) : [];
    return holes.length > FEW ? [{ player: round.player, holes }] : [];
  });
  if (refusal === null && issues.length + toPlay.length === 0) return null;
  return (
    <Stack as="div" gap={3}>
      {refusal !== null && <Refusal {...refusal} />}
      <IssueRows label="To settle" issues={issues} onEdit={onEdit} />
      {!FORMATS[answer.match.matchType].noScore && issues.some(({ kind }) => kind === 'missing') && (
        <small>{PLAYED_OUT}</small>
      )}
      {toPlay.map(({ player, holes }) => (
        <ButtonLink key={player.id} kind="secondary" wide to={paths.score(holes[0] ?? 1, answer.match.id)}>
          Enter {holesText(holes)}
          {player.id !== me && ` of ${cardName({ player }, me)}`}
        </ButtonLink>
      ))}
    </Stack>
  );
}

/** Takes the focus when it appears, because the pressed button is elsewhere on the page. */
function Refusal({ text, more }: SignRefusal) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Banner ref={box} tabIndex={-1} kind="danger" title={text}>
      {more.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  );
}

const ICONS = { mismatch: CircleAlert, missing: CircleDashed, note: Info } as const;
const NAMES = { mismatch: 'Scores differ. ', missing: 'Missing. ', note: '' } as const;

interface IssueRowsProps {
  label: string;
  issues: readonly Issue[];
  onEdit?: (issue: Issue) => void;
}

/** Issues with holes, one per row; those that can be resolved here are buttons. */
export function IssueRows({ label, issues, onEdit }: IssueRowsProps) {
  if (issues.length === 0) return null;
  return (
    // Lists reach beyond the column; tinted rows are as wide as the cards below them.
    <div data-print="no" style={{ marginInline: 'var(--space-3)' }}>
      <RowList aria-label={label}>
        {issues.map((issue) => {
          const { userId, kind, holeNumber, text, card, editable } = issue;
          const Icon = ICONS[kind];
          return (
            <ListRow
              key={`${userId} ${holeNumber}`}
              lead={<Icon size={20} />}
              name={`Hole ${holeNumber}:`}
              mark={
                <>
                  <span className="visually-hidden">{NAMES[kind]}</span>
                  {text}
                </>
              }
              note={card}
              urgent={kind === 'mismatch'}
              onPress={editable ? () => onEdit?.(issue) : undefined}
            />
          );
        })}
      </RowList>
    </div>
  );
}
