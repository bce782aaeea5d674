import { LIMITS, type BoardLink, type BoardLinkMadeAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { boardLinksQuery, makeBoardLink, revokeBoardLink } from '../../api/ops.js';
import { Answered } from '../../shared/answered.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { CopyButton } from '../../shared/copy-button.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { paths } from '../../shared/routing/paths.js';
import { momentWords } from '../../text/dates.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { announce } from '../../ui/live-region.js';
import { Columns, Row, Stack, CardForm } from '../../ui/page-parts.js';
import { Scan } from '../../shared/scan.js';
import { Ask } from './parts/page-parts.js';
import type { committeeCourses } from './rights.js';
import { Skeleton } from '../../ui/skeleton.js';

/** Links that show the leaderboard on clubhouse screens without a sign-in. For the committees of these courses. */
export function BoardLinks({ courses }: { courses: ReturnType<typeof committeeCourses> }) {
  const [chosen, choose] = useState(courses[0]?.id ?? '');
  return (
    <Stack aria-label="Boards">
      {courses.length > 1 && (
        <SelectField
          label="Course"
          value={chosen}
          onChange={({ target }) => choose(target.value)}
          options={courses.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <OfCourse key={chosen} course={chosen} />
    </Stack>
  );
}

function OfCourse({ course }: { course: string }) {
  const query = useQuery(boardLinksQuery(course));
  const [label, setLabel] = useState('');
  const [made, setMade] = useState<BoardLinkMadeAnswer | null>(null);
  const { data: links, isError } = query;
  // Its address is kept if the list cannot be read, and goes once the link is revoked.
  const isShown = made !== null && (isError || links?.some(({ id }) => id === made.link.id) === true);
  return (
    <Columns>
      <Stack as="div">
        <Ask
          title="Show the leaderboard on a screen"
          act={() => makeBoardLink(course, label)}
          onDone={(answer) => {
            setLabel('');
            setMade(answer);
            announce(`The link of ${answer.link.label} has been made.`);
          }}
          label="Make a link"
          missing={label.trim() === '' ? 'Say where the screen hangs first' : ''}
        >
          <p>
            A link opens today&apos;s leaderboard and sponsors of this course on a screen without a sign-in, and nothing
            else.
          </p>
          <TextField
            label="Where the screen hangs"
            value={label}
            maxLength={LIMITS.boardLinkLabelMax}
            onChange={({ target }) => setLabel(target.value)}
            autoComplete="off"
          />
        </Ask>
        {isShown && <Made key={made.link.id} {...made} course={course} />}
      </Stack>
      <Stack as="div">
        <h2>Links of this course</h2>
        <Answered query={query} waiting={<Skeleton height={120} label="Loading the links" />}>
          {(known) => <Links course={course} links={known} />}
        </Answered>
      </Stack>
    </Columns>
  );
}

function Made({ course, link, token }: BoardLinkMadeAnswer & { course: string }) {
  const url = new URL(paths.board(course, token), window.location.origin).href;
  return (
    <CardForm as="section" aria-labelledby="made">
      <h2 id="made">Link of {link.label}</h2>
      <p>
        Open it on that screen now. It is not shown again. Anyone who has it sees the leaderboard until you revoke it.
      </p>
      <TextField label="Link" value={url} readOnly />
      <Row>
        <CopyButton url={url}>Copy link</CopyButton>
      </Row>
      <Scan size={240} text={url} label={`The link of ${link.label}, for a camera`} />
    </CardForm>
  );
}

function Links({ course, links }: { course: string; links: readonly BoardLink[] }) {
  if (links.length === 0) return <EmptyState>No screen shows this course without a sign-in.</EmptyState>;
  return (
    <RowList aria-label="Links of this course">
      {links.map(({ id, label, lastUsedAt, madeAt, madeBy }) => (
        <ListRow
          key={id}
          name={label}
          note={[
            lastUsedAt === null ? 'Never opened.' : `Last used ${momentWords(lastUsedAt)}.`,
            `Made ${momentWords(madeAt)}`,
            madeBy !== null && `by ${madeBy.fullName}`,
          ]
            .filter(Boolean)
            .join(' ')}
          actions={
            <ConfirmAction
              button={
                <Button kind="secondary">
                  Revoke<span className="visually-hidden"> {label}</span>
                </Button>
              }
              title={`Revoke the link of ${label}?`}
              confirmLabel="Revoke link"
              act={() => revokeBoardLink(course, id)}
            >
              The screen that shows it closes at once. To show the leaderboard there again, make another link.
            </ConfirmAction>
          }
        />
      ))}
    </RowList>
  );
}
