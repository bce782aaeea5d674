import type { Format, MatchAnswer, Round } from '@fairmark/contract';
import { useParams } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { useSession } from '../../api/use-session.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { useLiveMatch } from '../../outbox/use-outbox.js';
import { EmptyState, ErrorState } from '../../ui/empty-state.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Page, TabFace } from './page-parts.js';
import { Gone } from '../../shared/gone.js';
import { HOLES } from '@fairmark/scoring';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { isSigned } from '../../golf/cards.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import type { WaitingScore } from '../../outbox/box.js';
import { ChangeMarkers } from '../../shared/change-markers.js';
import { JUST_PRACTICE } from '../../shared/play-types.js';
import { dayWords } from '../../text/dates.js';
import { sentence } from '../../text/words.js';
import { afterPaint } from '../../ui/after-paint.js';
import { Banner } from '../../ui/banner.js';
import { Chip } from '../../ui/chip.js';
import { Stack } from '../../ui/page-parts.js';
import { Tabs } from '../../ui/tabs.js';
import { Finish } from './finish/finish.js';
import { cardsOf, type ShownCard } from './parts/sides.js';
import { EditSheet, Settle } from './settle.js';
import { SignBox } from './signing/sign-box.js';
import { firstCard, signingOf } from './signing/signing.js';
import { useSigning } from './signing/use-signing.js';
import { PlayerCard } from './player-card.js';

/** The scorecard of a match: every player's card, the open issues and the signatures. */
export function Component() {
  const { matchId = '' } = useParams();
  const me = useSession()?.userId;
  const { match, error, waiting, refetch } = useLiveMatch(matchId);
  if (hasCode(error, 'MATCH_NOT_FOUND')) return <Gone matchId={matchId} notify />;
  if (me !== undefined && match !== undefined && match.rounds.length > 0) {
    return <Scorecard key={matchId} answer={match} me={me} waiting={waiting} />;
  }
  return (
    <Page>
      <PageHeading over={match?.match.course.name}>Scorecard</PageHeading>
      {match !== undefined && <NotStarted match={match.match} me={me} />}
      {match === undefined && error !== null && (
        <ErrorState onRetry={refetch}>
          <p>Got an error here. Please contact support.</p>
          <p>{messageOf(error)}</p>
        </ErrorState>
      )}
      {match === undefined && error === null && (
        <>
          <Skeleton label="Loading the scorecard" height={56} />
          <Skeleton lines={2} height={200} label="" />
        </>
      )}
    </Page>
  );
}

function NotStarted({ match, me }: { match: MatchAnswer['match']; me: string | undefined }) {
  if (match.ended) return <EmptyState title="This round never started">There are no cards.</EmptyState>;
  const lobby = match.host.id === me ? paths.lobby(match.id) : paths.invitedLobby(match.id);
  return (
    <EmptyState title="This round has not started yet" action={<ButtonLink to={lobby}>To the lobby</ButtonLink>}>
      The cards are here once the host has started it.
    </EmptyState>
  );
}

/** The cards of a started match: my result, the issues, the signatures, and a tab for each player's card. */
function Scorecard({ answer, me, waiting }: { answer: MatchAnswer; me: string; waiting: readonly WaitingScore[] }) {
  const { match, rounds } = answer;
  const cards = cardsOf(answer, me);
  const [chosen, choose] = useState(() => firstCard(cards));
  const [editing, setEditing] = useState({ userId: me, hole: 1, open: false });
  const pressed = useRef<Element>(null);
  const edit = (userId: string, hole: number): void => {
    pressed.current = document.activeElement;
    setEditing({ userId, hole, open: true });
  };
  const result = cards.find(
    ({ isMine, holes, round }) => isMine && holes && !round.withdrawn && round.scoreTotals.thru === HOLES,
  );
  const view = signingOf(cards);
  const { sign, busy, refusal } = useSigning(answer, view, choose);
  const ofPlayer = (userId: string) => cards.find(({ round }) => round.player.id === userId);
  const edited = ofPlayer(editing.userId);
  const editedHole = edited?.holes?.[editing.hole - 1];
  // The host may choose another marker, and later me again: the sheet must not open by itself.
  if (editing.open && editedHole === undefined) setEditing({ ...editing, open: false });
  const card = ofPlayer(chosen) ?? cards[0];
  if (card === undefined) return null;
  return (
    <Page>
      <PageHeading
        over={match.day === null ? match.course.name : `${match.course.name} · ${dayWords(match.day)}`}
        aside={<StateChip match={match} round={card.round} />}
      >
        Scorecard
      </PageHeading>
      {match.isSocial && <Banner kind="info" title={JUST_PRACTICE} />}
      <div data-part="columns">
        <Stack as="div" style={{ gridArea: 'finish' }}>
          {result !== undefined && <Finish match={match} card={result} />}
          <Settle {...{ match, cards, refusal }} onEdit={edit} />
        </Stack>
        <Stack as="aside" aria-label="What to do with the cards" style={{ gridArea: 'sign' }}>
          <SignBox {...{ view, waiting, busy }} onSign={sign} />
          <ChangeMarkers answer={answer} />
        </Stack>
        <Stack as="div" data-part="cards" style={{ gridArea: 'cards' }}>
          <Tabs
            label="Cards"
            tabs={rounds.map(({ player: { id } }) => ({
              value: id,
              label: <TabLabel card={ofPlayer(id) ?? card} format={match.matchType} />,
            }))}
            value={card.round.player.id}
            onChange={choose}
          >
            <PlayerCard key={card.round.player.id} {...{ answer, card, me, waiting }} onEdit={edit} />
          </Tabs>
          <ButtonLink kind="secondary" to={paths.clubhouse()} style={{ justifySelf: 'start' }}>
            Clubhouse
          </ButtonLink>
        </Stack>
      </div>
      {edited !== undefined && editedHole !== undefined && (
        <EditSheet
          open={editing.open}
          onOpenChange={(open) => setEditing((before) => ({ ...before, open }))}
          finalFocus={() => {
            // The pressed row disappears with its issue, before or after the sheet.
            afterPaint(() => queueMicrotask(() => pressed.current?.isConnected === true || focusSigning()));
            return null;
          }}
          match={match}
          card={edited}
          hole={editedHole}
        />
      )}
    </Page>
  );
}

function focusSigning(): void {
  document.getElementById('sign')?.focus({ preventScroll: true });
}

function TabLabel({ card: { player, round }, format }: { card: ShownCard; format: Format }) {
  const { mismatchingScoreHoleNumbers, verified, scoreTotals } = round;
  const { round: result, unit } = FORMAT_WORDS[format];
  return (
    <TabFace>
      <span>
        {sentence(player.name)}
        {mismatchingScoreHoleNumbers.length > 0 && (
          <CircleAlert size={18} style={{ color: 'var(--danger)' }} aria-label="scores differ" />
        )}
        {verified && <CircleCheck size={18} style={{ color: 'var(--brass)' }} aria-label="verified" />}
      </span>
      <small>{scoreTotals.thru === HOLES ? `${result(scoreTotals)} ${unit}` : `Thru ${scoreTotals.thru}`}</small>
    </TabFace>
  );
}

function StateChip({ match, round }: { match: MatchAnswer['match']; round: Round }) {
  if (round.withdrawn) return <Chip kind="warn">Withdrawn</Chip>;
  if (match.isSocial) return <Chip>Practice</Chip>;
  if (round.verified) {
    return (
      <Chip kind="brass" icon={<CircleCheck />}>
        {round.corrections.length > 0 ? 'Verified, corrected' : 'Verified'}
      </Chip>
    );
  }
  if (round.cannotBeVerified) return <Chip kind="warn">Cannot be verified</Chip>;
  return isSigned(round) ? <Chip kind="primary">1 signature to go</Chip> : <Chip>Unsigned</Chip>;
}
