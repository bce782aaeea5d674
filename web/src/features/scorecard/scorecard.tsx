import type { MatchAnswer, Round } from '@fairmark/contract';
import { CircleAlert, CircleCheck, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../../shared/links.js';
import { paths } from '../../shared/paths.js';
import type { WaitingScore } from '../../outbox/box.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { PageHeading } from '../../ui/page-title.js';
import { dayWords } from '../../text/dates.js';
import { Tabs } from '../../ui/tabs.js';
import { CardOf } from './card-of.js';
import { issueId } from './issue-rows.js';
import { sentence } from '../../text/words.js';
import { called } from './parts/names.js';
import { Aside, Page, TabFace } from './page-parts.js';
import { SignBox } from './signing/sign-box.js';
import { isSigned } from './parts/issues.js';
import { firstCard, mustSign, signingOf } from './signing/signing.js';
import { useSigning } from './signing/use-signing.js';
import { OnDesktop, OnPhone } from '../../ui/page-parts.js';

interface ScorecardProps {
  answer: MatchAnswer;
  me: string;
  waiting: readonly WaitingScore[];
}

/** The cards of a started match, a tab for each player. */
export function Scorecard({ answer, me, waiting }: ScorecardProps) {
  const { match, rounds } = answer;
  const [chosen, choose] = useState(() => firstCard(rounds, me));
  const [focus, setFocus] = useState<{ userId: string; hole: number } | null>(null);
  const show = (userId: string, hole: number | undefined): void => {
    choose(userId);
    if (hole !== undefined) setFocus({ userId, hole });
  };
  useEffect(() => {
    if (focus === null) return;
    const row = document.getElementById(issueId(focus.userId, focus.hole));
    if (row === null) return;
    row.focus();
    setFocus(null);
  }, [focus, chosen, answer]);
  const view = signingOf(answer, me);
  const { sign, busy, refusal, flagged } = useSigning({ answer, me, show });
  const round = rounds.find(({ player }) => player.id === chosen) ?? rounds[0];
  const toBox = (): void => {
    const box = document.getElementById('sign');
    box?.scrollIntoView({ block: 'center' });
    box?.focus({ preventScroll: true });
  };
  const tabs = rounds.map((card) => ({
    value: card.player.id,
    label: <TabLabel round={card} me={me} />,
  }));
  const card = round !== undefined && (
    <CardOf {...{ answer, me, waiting, flagged }} round={round} key={round.player.id} />
  );
  return (
    <Page>
      <PageHeading
        over={match.day === null ? match.course.name : `${match.course.name} · ${dayWords(match.day)}`}
        aside={round !== undefined && <StateChip match={match} round={round} />}
      >
        Scorecard
      </PageHeading>
      {mustSign(view, me) && (
        <Banner
          kind="danger"
          title="This match has not been signed!"
          data-print="no"
          action={
            <OnPhone>
              <Button kind="secondary" onClick={toBox}>
                Go to Verify & sign
              </Button>
            </OnPhone>
          }
        />
      )}
      {match.isSocial && <Banner kind="info" title="Practice round: nothing is posted to Golf Australia" />}
      <div data-part="columns">
        <div>
          {tabs.length > 1 ? (
            <Tabs label="Cards" tabs={tabs} value={round?.player.id ?? chosen} onChange={choose}>
              {card}
            </Tabs>
          ) : (
            card
          )}
        </div>
        <Aside aria-label="What to do with the cards">
          <SignBox {...{ match: answer, view, me, waiting, busy, refusal }} onSign={sign} />
          <ButtonLink kind="secondary" to={paths.clubhouse()} wide>
            Clubhouse
          </ButtonLink>
          <OnDesktop>
            <Button
              kind="secondary"
              wide
              icon={<Printer size={18} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              Print this card
            </Button>
          </OnDesktop>
        </Aside>
      </div>
    </Page>
  );
}

function TabLabel({ round, me }: { round: Round; me: string }) {
  const differs = round.mismatchingScoreHoleNumbers.length > 0;
  return (
    <TabFace>
      <span>
        {sentence(called(round.player, me))}
        {differs && <CircleAlert size={18} data-kind="mismatch" aria-label="scores differ" />}
        {round.verified && <CircleCheck size={18} data-kind="verified" aria-label="verified" />}
      </span>
      <small>Daily {round.dailyHandicapForShow}</small>
    </TabFace>
  );
}

function StateChip({ match, round }: { match: MatchAnswer['match']; round: Round }) {
  if (round.withdrawn) return <Chip kind="warn">Withdrawn</Chip>;
  if (match.isSocial) return <Chip>Practice</Chip>;
  if (round.verified) {
    return (
      <Chip kind="brass" icon={<CircleCheck aria-hidden="true" />}>
        {round.corrections.length > 0 ? 'Verified, corrected' : 'Verified'}
      </Chip>
    );
  }
  return isSigned(round) ? <Chip kind="primary">Signed once</Chip> : <Chip>Unsigned</Chip>;
}
