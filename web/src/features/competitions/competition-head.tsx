import styled from '@emotion/styled';
import type { Competition } from '@fairmark/contract';
import { Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PictureOfCourse } from '../../shared/picture-of-course.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { PicturedCourse } from '../../ui/course-picture.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { dayWords } from '../../golf/result-words.js';
import { WeeksBar } from '../../golf/weeks-bar.js';
import { allowanceWords, countWords, daysWords, TYPE_WORDS, weekWords } from './parts/words.js';

// Only the host opens them.
const SettingsSheet = onDemand(async () => (await import('./settings-sheet.js')).SettingsSheet);

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
  padding: var(--space-5);
  border-radius: var(--radius-card);
  background: var(--header);
  color: var(--on-header);
  overflow-wrap: anywhere;
  & p {
    color: var(--on-header-2);
  }
  @media (min-width: 1024px) {
    padding: var(--space-6) var(--space-8);
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: var(--space-3) var(--space-4);
  & > div:first-of-type {
    display: grid;
    gap: var(--space-1);
    min-width: 0;
  }
`;

const Weeks = styled.div`
  display: grid;
  gap: var(--space-2);
  max-width: var(--column);
  & > strong {
    font: 500 var(--text-22) / 1.2 var(--serif);
  }
`;

const Terms = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 132px), 1fr));
  gap: var(--space-3) var(--space-4);
  & dt {
    color: var(--on-header-2);
    font-size: var(--text-14);
  }
  & dd {
    font-weight: 600;
  }
`;

interface CompetitionHeadProps {
  competition: Competition;
  /** Id of the golfer who looks. */
  me: string | undefined;
}

/** The banner of a competition: what it is, how far it is, and the host's way to its settings. */
export function CompetitionHead({ competition, me }: CompetitionHeadProps): ReactNode {
  const { name, course, duration, weeksPlayed, days, startDate, endDate, allowance, playerCount } = competition;
  const isHost = competition.hostId === me;
  return (
    <Head>
      <Top>
        <div>
          <p>{TYPE_WORDS[competition.type]}</p>
          <h1>{name}</h1>
          <PicturedCourse>
            <PictureOfCourse courseId={course.id} />
            <p>{course.name}</p>
          </PicturedCourse>
        </div>
        {isHost ? <HostSettings competition={competition} /> : <Chip kind="primary">Member</Chip>}
      </Top>
      <Weeks>
        <strong>{weekWords(competition)}</strong>
        <WeeksBar played={weeksPlayed} weeks={duration} />
      </Weeks>
      <Terms>
        <Term term="Starts">{dayWords(startDate)}</Term>
        <Term term="Last day">{dayWords(endDate)}</Term>
        <Term term="Playing days">{daysWords(days)}</Term>
        <Term term="Nett">{allowanceWords(allowance)}</Term>
        <Term term="Host">{isHost ? 'You' : competition.host.fullName}</Term>
        <Term term="Players">{countWords(playerCount, 'player')}</Term>
      </Terms>
    </Head>
  );
}

function Term({ term, children }: { term: string; children: string }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function HostSettings({ competition }: { competition: Competition }): ReactNode {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  if (open && !opened) setOpened(true);
  return (
    <>
      <Button
        kind="secondary"
        aria-haspopup="dialog"
        icon={<Settings size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Settings
      </Button>
      {opened && <SettingsSheet competition={competition} open={open} onOpenChange={setOpen} />}
    </>
  );
}
