import { LIMITS, type BoardLink } from '@fairmark/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/call/errors.js';
import { boardLinksQuery, makeBoardLink, revokeBoardLink } from '../../api/ops.js';
import { Answered } from '../../shared/answered.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { CopyButton } from '../../shared/copy-button.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { paths } from '../../shared/routing/paths.js';
import { momentWords } from '../../text/dates.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { announce } from '../../ui/live-region.js';
import { Columns, Row, Stack } from '../../ui/page-parts.js';
import { Scan } from '../../shared/scan.js';
import { FormCard } from './parts/page-parts.js';
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
  return (
    <Columns>
      <Stack as="div">
        <MakeLink course={course} links={query.isError ? null : query.data} />
      </Stack>
      <Stack as="div">
        <h2>Links of this course</h2>
        <Answered query={query} waiting={<Skeleton height={120} label="Loading the links" />}>
          {(links) => <Links course={course} links={links} />}
        </Answered>
      </Stack>
    </Columns>
  );
}

/** @param links undefined while they are loading, null if they cannot be read */
function MakeLink({ course, links }: { course: string; links: readonly BoardLink[] | null | undefined }) {
  const [label, setLabel] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (name: string) => makeBoardLink(course, name),
    onSuccess: ({ link }) => {
      setLabel('');
      announce(`The link of ${link.label} has been made.`);
    },
  });
  const make = (event: FormEvent): void => {
    event.preventDefault();
    if (label.trim() !== '' && !isPending) mutate(label);
  };
  return (
    <>
      <FormCard onSubmit={make} noValidate>
        <h2>Show the leaderboard on a screen</h2>
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
        {error !== null && <Banner kind="danger" title={messageOf(error)} />}
        <Button type="submit" busy={isPending} reason={label.trim() === '' ? 'Say where the screen hangs first' : ''}>
          Make a link
        </Button>
      </FormCard>
      {data !== undefined && (links === null || links?.some(({ id }) => id === data.link.id) === true) && (
        <Made key={data.link.id} course={course} link={data.link} token={data.token} />
      )}
    </>
  );
}

/** A link just created: its address is shown only now. */
function Made({ course, link, token }: { course: string; link: BoardLink; token: string }) {
  const url = new URL(paths.board(course, token), window.location.origin).href;
  return (
    <FormCard as="section" aria-labelledby="made">
      <h2 id="made">Link of {link.label}</h2>
      <p>
        Open it on that screen now. It is not shown again. Anyone who has it sees the leaderboard until you revoke it.
      </p>
      <TextField label="Link" value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <Row>
        <CopyButton url={url}>Copy link</CopyButton>
      </Row>
      <Scan size={240} text={url} label={`The link of ${link.label}, for a camera`} />
    </FormCard>
  );
}

function Links({ course, links }: { course: string; links: readonly BoardLink[] }) {
  if (links.length === 0) return <EmptyState>No screen shows this course without a sign-in.</EmptyState>;
  return (
    <RowList label="Links of this course">
      {links.map((link) => (
        <ListRow
          key={link.id}
          name={link.label}
          note={linkWords(link)}
          actions={<Revoke course={course} link={link} />}
        />
      ))}
    </RowList>
  );
}

function linkWords({ lastUsedAt, madeAt, madeBy }: BoardLink): string {
  const used = lastUsedAt === null ? 'Never opened' : `Last used ${momentWords(lastUsedAt)}`;
  return `${used}. Made ${momentWords(madeAt)}${madeBy === null ? '' : ` by ${madeBy.fullName}`}`;
}

function Revoke({ course, link: { id, label } }: { course: string; link: BoardLink }) {
  return (
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
  );
}
