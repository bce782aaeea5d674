import { COMPETITION_ALLOWANCES, COMPETITION_TYPES, LIMITS, WEEKDAYS, type PublicUser } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { createCompetition, type NewCompetition } from '../../api/competitions.js';
import { courseQuery } from '../../api/lookups.js';
import { paths } from '../../shared/routing/paths.js';
import { useBound, useWholeForm, TextInput } from '../../form/bound.js';
import { COMPETITION_START, competitionSchema } from '../../form/schemas.js';
import { Form, UnsavedGuard } from '../../form/form.js';
import { ChoiceInput, SelectInput } from '../../form/inputs.js';
import { dayWords, localDay, plusDays } from '../../text/dates.js';
import { joinWords } from '../../text/words.js';
import { Page } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { PlayerList, PlayerSearch, RemoveButton } from './player-list.js';
import { TYPE_WORDS } from './parts/words.js';
import { CourseSearch } from '../../shared/course-search.js';
import { useSameKey } from '../../shared/acting.js';
import { ChoiceTile, InRow } from '../../ui/fields/choice-group.js';
import { GroupField } from '../../ui/fields/field.js';
import { useNow } from '../../ui/hooks/use-now.js';
import { announce } from '../../ui/live-region.js';

const { competitionWeeksMin: MIN, competitionWeeksMax: MAX } = LIMITS;

const TYPE_CHOICES = COMPETITION_TYPES.map((value) => ({
  value,
  label: TYPE_WORDS[value],
  hint: value === 'ECLECTIC' ? 'Your best score of each hole, over all rounds' : 'Coming later',
  disabled: value !== 'ECLECTIC',
}));
const WEEK_OPTIONS = Array.from({ length: MAX - MIN + 1 }, (_, index) => ({
  value: String(MIN + index),
  label: `${MIN + index} weeks`,
}));
const ALLOWANCE_CHOICES = COMPETITION_ALLOWANCES.map((value) => ({
  value: String(value),
  label: value === 0 ? 'None' : `${value}%`,
}));

/** /clubhouse/new-competition. The host plays only if added as a player. */
export function Component() {
  const navigate = useNavigate();
  const keyOf = useSameKey();
  const saved = useRef(false);
  return (
    <Page data-width="column">
      <PageHeading>Create a competition</PageHeading>
      <Form
        initialValues={COMPETITION_START}
        schema={competitionSchema}
        onSubmit={async ({ course, players, ...values }) => {
          const body: NewCompetition = { ...values, course: course.id, players: players.map(({ id }) => id) };
          const { competition } = await createCompetition(body, keyOf(body));
          saved.current = true;
          await navigate(paths.competition(competition.id), { replace: true });
        }}
        submitLabel="Create comp"
        after={<StillNeeded />}
      >
        <TextInput
          name="competitionName"
          label="Competition name"
          autoComplete="off"
          enterKeyHint="next"
          hint={`Up to ${LIMITS.competitionNameMax} characters`}
        />
        <ChoiceInput name="competitionType" legend="Competition type" options={TYPE_CHOICES} />
        <CourseInput />
        <DurationInput />
        <DaysInput />
        <ChoiceInput
          name="allowance"
          legend="Handicap allowance"
          hint="The share of the daily handicap that nett uses"
          options={ALLOWANCE_CHOICES}
          columns={2}
        />
        <PlayersInput />
        <UnsavedGuard saved={saved} />
      </Form>
    </Page>
  );
}

function CourseInput() {
  const { value, set, error } = useBound<typeof COMPETITION_START.course>('course');
  return <CourseSearch value={value} onSelect={set} refused={error} />;
}

function PlayersInput() {
  const { value, set, error } = useBound<typeof COMPETITION_START.players>('players');
  const group = useRef<HTMLFieldSetElement>(null);
  const add = (golfer: PublicUser): void => {
    set([...value, golfer]);
    announce(`${golfer.fullName} has been added`);
  };
  const remove = (golfer: PublicUser): void => {
    set(value.filter((player) => player.id !== golfer.id));
    announce(`${golfer.fullName} has been removed`);
    // The remove button disappears, so move the focus.
    group.current?.focus();
  };
  return (
    <GroupField legend="Players" error={error} ref={group} tabIndex={-1}>
      <PlayerList
        players={value}
        renderRemove={(player) => <RemoveButton player={player} onClick={() => remove(player)} />}
      />
      {/* In Chromium a list vanishes from a fieldset that gets a child of its own as the list changes. */}
      <div>
        <PlayerSearch listed={value} onSelect={add} />
      </div>
    </GroupField>
  );
}

function DurationInput() {
  const { duration: weeks, course } = useWholeForm<typeof COMPETITION_START>().values;
  const { data: known } = useQuery({ ...courseQuery(course?.id ?? ''), enabled: course !== null });
  const lastDay = plusDays(localDay(useNow(), known?.timeZone), 7 * Number(weeks) - 1);
  return (
    <SelectInput
      name="duration"
      label="Duration"
      options={WEEK_OPTIONS}
      hint={`Starts today, last day ${dayWords(lastDay)}`}
    />
  );
}

const Days = styled(InRow)`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  @media (min-width: 480px) {
    grid-template-columns: repeat(7, minmax(0, 1fr));
  }
`;

function DaysInput() {
  const { value, set, error } = useBound<typeof COMPETITION_START.days>('days');
  return (
    <GroupField legend="Playing days" hint="Rounds on these days count" error={error}>
      <Days>
        {WEEKDAYS.map((day) => (
          <ChoiceTile key={day}>
            <input
              type="checkbox"
              aria-label={day}
              checked={value.includes(day)}
              onChange={({ target }) =>
                set(WEEKDAYS.filter((other) => (other === day ? target.checked : value.includes(other))))
              }
            />
            <b aria-hidden="true">{day.slice(0, 3)}</b>
          </ChoiceTile>
        ))}
      </Days>
    </GroupField>
  );
}

function StillNeeded() {
  const { competitionName, course, days, players } = useWholeForm<typeof COMPETITION_START>().values;
  const needed = [
    competitionName.trim() === '' ? 'a name' : '',
    course === null ? 'a course' : '',
    days.length === 0 ? 'playing days' : '',
    players.length === 0 ? 'players' : '',
  ];
  const missing = joinWords(needed, ', ');
  return (
    <small style={{ textAlign: 'center' }}>
      {missing === '' ? 'Later you can change only the players.' : `Still needed: ${missing}.`}
    </small>
  );
}
