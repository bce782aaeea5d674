import type { CardHole, MatchAnswer } from '@fairmark/contract';
import { type CardEntry, FORMATS } from '@fairmark/scoring';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { PLAYED_OUT } from '../../golf/result-words.js';
import { scoreWords, spokenScore } from '../../golf/score/score-texts.js';
import { sameValue, valueOf } from '../../outbox/box.js';
import { enterScore, savedText } from '../../outbox/outbox.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { announce } from '../../ui/live-region.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import type { SheetProps } from '../../ui/overlays/sheet.js';
import { Stack } from '../../ui/page-parts.js';
import { holesText, type Issue, issuesOf, type ShownCard, sidesText } from './parts/sides.js';
import type { SignRefusal } from './signing/use-signing.js';
import { CircleAlert, CircleDashed, Info } from 'lucide-react';
import { ListRow, RowList } from '../../shared/lists/list-row.js';

/** Opens the sheet in which my entry for a hole of a golfer's card is changed. */
export type EditHole = (userId: string, holeNumber: number) => void;

interface SettleProps {
  match: MatchAnswer['match'];
  cards: readonly ShownCard[];
  refusal: SignRefusal | null;
  onEdit: EditHole;
}

/** Why a signature was refused, and every issue that I can resolve. */
export function Settle({ match, cards, refusal, onEdit }: SettleProps) {
  const issues = cards.flatMap(issuesOf).filter(({ editable }) => editable);
  const unplayed = cards.filter(({ resumes }) => resumes);
  if (refusal === null && issues.length + unplayed.length === 0) return null;
  return (
    <Stack as="div" gap={3}>
      {refusal !== null && (
        // It takes the focus when it appears, because the pressed button is elsewhere on the page.
        <Banner ref={focus} tabIndex={-1} kind="danger" title={refusal.text}>
          {refusal.more.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Banner>
      )}
      <IssueRows label="To settle" issues={issues} onEdit={onEdit} />
      {!FORMATS[match.matchType].noScore && issues.some(({ kind }) => kind === 'missing') && (
        <small>{PLAYED_OUT}</small>
      )}
      {unplayed.map(({ round, name, isMine, missing }) => (
        <ButtonLink key={round.player.id} kind="secondary" wide to={paths.score(missing[0] ?? 1, match.id)}>
          Enter {holesText(missing)}
          {!isMine && ` of ${name}`}
        </ButtonLink>
      ))}
    </Stack>
  );
}

const focus = (box: HTMLElement | null): void => box?.focus();

const ICONS = { mismatch: CircleAlert, missing: CircleDashed, note: Info } as const;
const NAMES = { mismatch: 'Scores differ. ', missing: 'Missing. ', note: '' } as const;

/** Issues with holes, one per row; those that can be resolved here are buttons. */
export function IssueRows({ label, issues, onEdit }: { label: string; issues: readonly Issue[]; onEdit?: EditHole }) {
  if (issues.length === 0) return null;
  return (
    // Lists reach beyond the column; tinted rows are as wide as the cards below them.
    <RowList aria-label={label} data-print="no" style={{ marginInline: 0 }}>
      {issues.map(({ card, kind, holeNumber, text, editable }) => {
        const Icon = ICONS[kind];
        const userId = card.round.player.id;
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
            note={card.isMine ? '' : card.name}
            urgent={kind === 'mismatch'}
            onPress={editable ? () => onEdit?.(userId, holeNumber) : undefined}
          />
        );
      })}
    </RowList>
  );
}

interface EditSheetProps extends Pick<SheetProps, 'open' | 'onOpenChange' | 'finalFocus'> {
  match: MatchAnswer['match'];
  card: ShownCard;
  hole: CardHole;
}

/** Changes my entry for one hole of a card. */
export function EditSheet({ match, card, hole, ...sheet }: EditSheetProps) {
  const { own, other } = card;
  const { player } = card.round;
  const { number: holeNumber, par, distance } = hole;
  const [mine = null, theirs = null] = [own, other].map(({ entries }) => entries[holeNumber - 1]);
  const sides = card.isSocial ? '' : `${sidesText(card, holeNumber)}. `;
  const save = (value: CardEntry): void => {
    enterScore({ matchId: match.id, userId: player.id, holeNumber }, value, mine);
    announce(`Hole ${holeNumber}: ${spokenScore({ ...value, par })}. ${savedText()}.`);
    sheet.onOpenChange(false);
  };
  return (
    <Sheet {...sheet} title={`Hole ${holeNumber}, ${card.name}`} description={`${sides}Par ${par}, ${distance} m`}>
      {card.mayWrite ? (
        <Stack>
          {other.person !== null && theirs !== null && !sameValue(valueOf(mine), valueOf(theirs)) && (
            <Button wide onClick={() => save(theirs)}>
              Use {other.name}&apos;s {scoreWords(theirs)}
            </Button>
          )}
          <StrokePad
            legend={`${card.isMine ? 'Your strokes' : `Strokes of ${player.fullName}`}, hole ${holeNumber}`}
            par={par}
            format={match.matchType}
            value={mine}
            onPick={save}
          />
        </Stack>
      ) : (
        <Banner kind="warn" title="This card was signed meanwhile. Reopen it to change a score." />
      )}
    </Sheet>
  );
}
