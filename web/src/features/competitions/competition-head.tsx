import styled from '@emotion/styled';
import type { Competition } from '@fairmark/contract';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { PictureOfCourse } from '../../shared/picture-of-course.js';
import { Button } from '../../ui/button.js';
import { Fact } from '../../ui/card.js';
import { Chip } from '../../ui/chip.js';
import { PicturedCourse } from '../../ui/course-picture.js';
import { lazyDialog } from '../../ui/overlays/on-demand.js';
import { dayWords } from '../../text/dates.js';
import { WeeksBar } from '../../golf/weeks-bar.js';
import { TYPE_WORDS, allowanceWords, countWords, daysWords, weekWords } from './parts/words.js';
import { DESKTOP } from '../../ui/breakpoints.js';

// Only the host opens them.
const SettingsSheet = lazyDialog(async () => (await import('./settings-sheet.js')).SettingsSheet);

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
  ${DESKTOP} {
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
  }
`;

interface CompetitionHeadProps {
  competition: Competition;
  /** Id of the golfer who looks. */
  me: string | undefined;
}

/** The banner of a competition: what it is, how far it is, and the host's way to its settings. */
export function CompetitionHead({ competition, me }: CompetitionHeadProps) {
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
        <Fact term="Starts">{dayWords(startDate)}</Fact>
        <Fact term="Last day">{dayWords(endDate)}</Fact>
        <Fact term="Playing days">{daysWords(days)}</Fact>
        <Fact term="Nett">{allowanceWords(allowance)}</Fact>
        <Fact term="Host">{isHost ? 'You' : competition.host.fullName}</Fact>
        <Fact term="Players">{countWords(playerCount, 'player')}</Fact>
      </Terms>
    </Head>
  );
}

function HostSettings({ competition }: { competition: Competition }) {
  const [open, setOpen] = useState(false);
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
      <SettingsSheet competition={competition} open={open} onOpenChange={setOpen} />
    </>
  );
}
