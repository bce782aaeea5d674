import type { BackupsAnswer, BackupSummary } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { backupsQuery } from '../../../api/ops.js';
import { Answered } from '../../../shared/answered.js';
import { momentWords } from '../../../text/dates.js';
import { counted } from '../../../text/words.js';
import { Banner } from '../../../ui/banner.js';
import { Card, Fact } from '../../../ui/card.js';
import { Note } from '../../../ui/page-parts.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Figures } from '../parts/page-parts.js';
import { sizeWords } from '../parts/words.js';

/** How the nightly backups are. */
export function Backups() {
  const query = useQuery(backupsQuery());
  const id = useId();
  return (
    <Answered query={query} waiting={<Skeleton height={160} />}>
      {(backups) => (
        <Card as="section" aria-labelledby={id} css={{ '& > * + *': { marginTop: 'var(--space-4)' } }}>
          <h2 id={id}>Nightly backup</h2>
          {warningsOf(backups).map(({ title, text }) => (
            <Banner key={title} kind="danger" title={title}>
              {text}
            </Banner>
          ))}
          {backups.last === null && <Note>None has been made with “backup nightly” yet.</Note>}
          {backups.lastGood !== null && <LastGood {...backups.lastGood} />}
        </Card>
      )}
    </Answered>
  );
}

function LastGood({ madeAt, folder, events, bytes, freeBytes }: BackupSummary) {
  return (
    <>
      <Note>Verified, and restored as a trial: {folder}</Note>
      <Figures>
        <Fact term="Last good one">{momentWords(madeAt)}</Fact>
        <Fact term="Holds">{counted(events ?? 0, 'event')}</Fact>
        <Fact term="Size">{sizeWords(bytes ?? 0)}</Fact>
        <Fact term="Free on its disk">{sizeWords(freeBytes)}</Fact>
      </Figures>
    </>
  );
}

function warningsOf({ last, lastGood, warnings }: BackupsAnswer): { title: string; text: string }[] {
  const words = {
    FAILED: { title: 'The last backup failed', text: last?.problem ?? '' },
    STALE: {
      title: lastGood === null ? 'There is no good backup' : 'The last good backup is more than a night old',
      text: 'Check that “backup nightly” is running.',
    },
    DISK: {
      title: 'The disk of the backups is nearly full',
      text: `${sizeWords(last?.freeBytes ?? 0)} are free. Keep fewer backups, or make room.`,
    },
  };
  return warnings.map((warning) => words[warning]);
}
