import { LIMITS, secondsWords, type ProjectionName, type ProjectionStatus } from '@fairmark/contract';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { recentTime } from '../../../text/dates.js';
import { counted, numberWords } from '../../../text/words.js';
import { Chip } from '../../../ui/chip.js';
import { CardStack, Fact, HeadRow } from '../../../ui/page-parts.js';
import { Figures } from '../parts/page-parts.js';
import { Rebuild } from './rebuild.js';

/** Names and contents of the projections. */
const PROJECTIONS: Readonly<Record<ProjectionName, { title: string; holds: string }>> = {
  clubhouse: {
    title: 'Clubhouse',
    holds: 'Leaderboards, histories, unsigned rounds, eclectics, where competitions are found, and invitations',
  },
};

/** The states of a projection, with advice. */
const STATES = {
  LIVE: { label: 'Up to date', kind: 'primary', advice: '' },
  BEHIND: {
    label: 'Catching up',
    kind: 'warn',
    advice:
      'The projector is working through events that are not in the tables yet. Golfers see older results meanwhile.',
  },
  SILENT: {
    label: 'No projector',
    kind: 'danger',
    advice:
      'No projector keeps these tables at this moment: golfers score and sign, but results stand still. Start the projector.',
  },
  FOREIGN: {
    label: 'Built from a different log',
    kind: 'danger',
    advice: 'These tables were made from another log than the one in use. Rebuild them.',
  },
  EMPTY: {
    label: 'Empty',
    kind: 'warn',
    advice: 'Nothing has been put into these tables yet. The projector fills them when it starts.',
  },
} as const satisfies Record<ProjectionStatus['state'], object>;

/** One projection: its state, its lag and its rebuild. `rebuilds`: whether rebuilds may be requested. */
export function ProjectionCard({ status, rebuilds }: { status: ProjectionStatus; rebuilds: boolean }) {
  const { name, state, version, position, head, lagEvents, lagSeconds, heardAt, parkedStreams, parkedEvents } = status;
  const { title, holds } = PROJECTIONS[name];
  const { label, kind, advice } = STATES[state];
  const id = useId();
  return (
    <CardStack gap={5} aria-labelledby={id}>
      <HeadRow>
        <div>
          <h2 id={id}>{title}</h2>
          <small>{holds}</small>
        </div>
        <Chip kind={kind} icon={kind === 'primary' ? <CircleCheck /> : <TriangleAlert />}>
          {label}
        </Chip>
      </HeadRow>
      {advice !== '' && <p>{advice}</p>}
      <Figures>
        <Fact term="Still missing">
          {lagWords(status)}
          {lagEvents > 0 && <small>the oldest for {secondsWords(lagSeconds)}</small>}
        </Fact>
        <Fact term="Last event">
          {placeWords(position)}
          <small>of {placeWords(head)} in the log</small>
        </Fact>
        <Fact term="Projector last seen">{heardAt === null ? 'Never' : recentTime(heardAt)}</Fact>
        <Fact term="Parked">
          {parkedEvents === 0 ? 'Nothing' : counted(parkedEvents, 'event')}
          {parkedEvents > 0 && <small>of {counted(parkedStreams, 'stream')}</small>}
        </Fact>
        <Fact term="Tables">Version {version}</Fact>
      </Figures>
      <Rebuild status={status} title={title} allowed={rebuilds} />
    </CardStack>
  );
}

const placeWords = (position: string | null): string => (position === null ? 'none' : numberWords(Number(position)));

/** "Nothing", "12 events", "10,000 events or more". */
export function lagWords({ lagEvents }: Pick<ProjectionStatus, 'lagEvents'>): string {
  if (lagEvents === 0) return 'Nothing';
  return `${counted(lagEvents, 'event')}${lagEvents >= LIMITS.lagEventsMax ? ' or more' : ''}`;
}
