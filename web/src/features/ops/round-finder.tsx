import styled from '@emotion/styled';
import type { Course, GrantedRole } from '@fairmark/contract';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { refreshRounds } from '../../api/ops.js';
import { CourseSearch } from '../../shared/course-search.js';
import { paths } from '../../shared/routing/paths.js';
import { Button } from '../../ui/button.js';
import { CardForm } from '../../ui/card.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { committeeCourses, isAuditor, matchIdOf } from './rights.js';
import { RoundsOfDay } from './rounds-of-day.js';
import { localDay } from '../../text/dates.js';
import { DESKTOP } from '../../ui/breakpoints.js';
import { useCourseChoice } from '../../shared/use-course-choice.js';

const NO_ID = 'That has no round ID. Paste the scorecard’s link, or the ID.';

const Ways = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--space-5);
  ${DESKTOP} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Finds the round to look into: by its link or id, or by course and day. */
export function RoundFinder({ roles }: { roles: readonly GrantedRole[] }) {
  const [query] = useSearchParams();
  const [course, day] = [query.get('course'), query.get('day')];
  return (
    <>
      <Ways>
        <ByDay roles={roles} course={course} day={day} />
        <ByLink />
      </Ways>
      {course !== null && day !== null && <RoundsOfDay course={course} day={day} />}
    </>
  );
}

function ByLink() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const id = matchIdOf(text);
    setRefused(id === null);
    if (id !== null) void navigate(paths.ops({ round: id }));
  };
  return (
    <CardForm onSubmit={open} noValidate>
      <h2>By its link</h2>
      <TextField
        label="Link of the scorecard, or the round's id"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setRefused(false);
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={refused ? NO_ID : undefined}
      />
      <Button type="submit">Open the round</Button>
    </CardForm>
  );
}

function ByDay({ roles, ...shown }: { roles: readonly GrantedRole[]; course: string | null; day: string | null }) {
  const navigate = useNavigate();
  const any = useCourseChoice(isAuditor(roles) ? shown.course : null);
  const own = committeeCourses(roles);
  const [ownCourse, setOwnCourse] = useState(shown.course ?? own[0]?.id ?? '');
  const course = isAuditor(roles) ? (any.value?.id ?? '') : ownCourse;
  const [day, setDay] = useState(() => shown.day ?? localDay(new Date()));
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
        <CourseSearch<Course> {...any} />
      ) : (
        <SelectField
          label="Course"
          value={ownCourse}
          onChange={({ target }) => setOwnCourse(target.value)}
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
