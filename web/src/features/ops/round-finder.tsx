import { isAuditor, type FoundRound, type GrantedRole } from '@fairmark/contract';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/call/errors.js';
import { courseQuery } from '../../api/lookups.js';
import { foundRoundsQuery, refreshRounds } from '../../api/ops.js';
import { ResultsTable } from '../../golf/results-table.js';
import { Answered } from '../../shared/answered.js';
import { CourseSearch } from '../../shared/course-search.js';
import { paths } from '../../shared/routing/paths.js';
import { useDay, useUrlParam } from '../../shared/routing/use-url.js';
import { dayWords, localDay, timeWords } from '../../text/dates.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { CardForm, Columns, Stack } from '../../ui/page-parts.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { useNow } from '../../ui/hooks/use-now.js';
import { Skeleton } from '../../ui/skeleton.js';
import { committeeCourses, matchIdOf } from './rights.js';

const NO_ID = "That has no round ID. Paste the scorecard's link, or the ID.";

/** Finds a round by link or id, or by course and day. */
export function RoundFinder({ roles }: { roles: readonly GrantedRole[] }) {
  const [course] = useUrlParam('course');
  const day = useDay();
  return (
    <>
      <Columns data-even style={{ gap: 'var(--space-5)' }}>
        <ByDay roles={roles} course={course} day={day} />
        <ByLink />
      </Columns>
      {course !== null && day !== null && <RoundsOfDay course={course} day={day} />}
    </>
  );
}

function ByLink() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [refused, refuse] = useState<string | null>(null);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const id = matchIdOf(text);
    if (id === null) refuse(text);
    else void navigate(paths.ops({ round: id }));
  };
  return (
    <CardForm onSubmit={open} noValidate>
      <h2>By its link</h2>
      <TextField
        label="Link of the scorecard, or the round's ID"
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={text === refused ? NO_ID : undefined}
      />
      <Button type="submit">Open the round</Button>
    </CardForm>
  );
}

function ByDay({ roles, ...shown }: { roles: readonly GrantedRole[]; course: string | null; day: string | null }) {
  const navigate = useNavigate();
  const own = committeeCourses(roles);
  const [wanted, setCourse] = useState(shown.course ?? '');
  // The link may be of a course of another committee.
  const ownCourse = (own.find(({ id }) => id === wanted) ?? own[0])?.id ?? '';
  const id = isAuditor(roles) ? wanted : ownCourse;
  const { data = null } = useQuery({ ...courseQuery(id), enabled: id !== '' });
  // The search shows a course once it is known.
  const course = isAuditor(roles) && data === null ? '' : id;
  // Null until a day is chosen: today at the course.
  const [chosen, setDay] = useState(shown.day);
  const now = useNow();
  const day = chosen ?? localDay(now, data?.timeZone);
  const missing = course === '' ? 'Choose a course first' : day === '' ? 'Choose a day first' : '';
  const find = (event: FormEvent): void => {
    event.preventDefault();
    if (missing !== '') return;
    void refreshRounds(course, day);
    void navigate(paths.ops({ view: 'rounds', course, day }), { replace: true });
  };
  return (
    <CardForm onSubmit={find} noValidate>
      <h2>By course and day</h2>
      {isAuditor(roles) ? (
        <CourseSearch value={data} onSelect={(chosen) => setCourse(chosen?.id ?? '')} />
      ) : (
        <SelectField
          label="Course"
          value={ownCourse}
          onChange={({ target }) => setCourse(target.value)}
          options={own.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField label="Day" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      <Button type="submit" kind="secondary" reason={missing}>
        Show its rounds
      </Button>
    </CardForm>
  );
}

const NOT_LISTED = 'Rounds that all their players deleted are not listed, but open by their link.';
const NO_ROUNDS = <EmptyState title="No match rounds">{NOT_LISTED}</EmptyState>;

function RoundsOfDay({ course, day }: { course: string; day: string }) {
  const query = useQuery(foundRoundsQuery(course, day));
  const name = useQuery(courseQuery(course)).data?.name;
  return (
    <Stack aria-labelledby="found" style={{ marginTop: 'var(--space-4)' }}>
      <h2 id="found">
        {dayWords(day)}
        {name !== undefined && `, ${name}`}
      </h2>
      {query.isRefetchError && <Banner kind="warn" title={messageOf(query.error)} />}
      <Answered query={query} waiting={<Skeleton lines={3} height={60} label="Loading the rounds" />}>
        {({ rounds, more }) => (rounds.length === 0 ? NO_ROUNDS : <Rounds rounds={rounds} more={more} />)}
      </Answered>
    </Stack>
  );
}

function Rounds({ rounds, more }: { rounds: readonly FoundRound[]; more: boolean }) {
  return (
    <>
      <ResultsTable caption="Rounds of the day" head={['Round', 'Cards']}>
        {rounds.map(({ matchId, cards, startedAt }) => (
          <tr key={matchId}>
            <th scope="row">
              <Link to={paths.ops({ round: matchId })}>{cards.map(({ player }) => player.fullName).join(', ')}</Link>
              <small>Started {timeWords(startedAt)}, your time</small>
            </th>
            <td>{cardsWords(cards)}</td>
          </tr>
        ))}
      </ResultsTable>
      <small>
        {more && `The latest ${rounds.length}; there are others. `}
        {NOT_LISTED}
      </small>
    </>
  );
}

/** "2 of 3 verified, 1 corrected". */
function cardsWords(cards: FoundRound['cards']): string {
  const verified = cards.filter((card) => card.verified);
  const others = [
    `${cards.filter(({ correctedAt }) => correctedAt !== null).length} corrected`,
    `${cards.filter(({ withdrawn }) => withdrawn).length} withdrawn`,
  ];
  return [`${verified.length} of ${cards.length} verified`, ...others.filter((one) => !one.startsWith('0'))].join(', ');
}
