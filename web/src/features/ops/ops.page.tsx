import { mayRebuild, mayReplay, mayWatch, type OpsRolesAnswer, type SecondFactorMadeAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { opsRolesQuery } from '../../api/auth.js';
import { makeSecondFactor, proveSecondFactor } from '../../api/ops.js';
import { Answered } from '../../shared/answered.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Scan } from '../../shared/scan.js';
import { TextField } from '../../ui/fields/text-field.js';
import { Page, Row, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import { Projections } from './projections/projections.js';
import { BoardLinks } from './board-links.js';
import { committeeCourses, matchIdOf, roleWords } from './rights.js';
import { RoundFinder } from './round-finder.js';
import { RoundOf } from './round-of.js';
import { Ask } from './parts/page-parts.js';

const AUTHENTICATOR = 'authenticator';
/** Roles come and go, and an authenticator replaced elsewhere has to be proved here again. */
const ROLES_MS = 5_000;

/** /ops: for auditors, support staff and committees. `?view=` and `?round=` select the content. */
export function Component() {
  const query = useQuery({ ...opsRolesQuery(), refetchInterval: ROLES_MS });
  return (
    <Page>
      <PageHeading over={query.data?.roles.map(roleWords).join(' · ') ?? '\u00a0'}>Oversight</PageHeading>
      <Answered query={query} waiting={<Skeleton lines={3} height={60} label="Loading your roles" />}>
        {(answer) => <Views {...answer} />}
      </Answered>
    </Page>
  );
}

function Views({ roles, secondFactor }: Pick<OpsRolesAnswer, 'roles' | 'secondFactor'>) {
  const [query, setQuery] = useSearchParams();
  const round = matchIdOf(query.get('round') ?? '');
  const rounds = round === null ? <RoundFinder roles={roles} /> : <RoundOf matchId={round} />;
  const courses = committeeCourses(roles);
  const views = [
    mayWatch(roles) && { value: 'tables', label: 'Result tables', shows: <Projections rebuilds={mayRebuild(roles)} /> },
    mayReplay(roles) && { value: 'rounds', label: 'Rounds', shows: <Stack aria-label="Rounds">{rounds}</Stack> },
    courses.length > 0 && { value: 'boards', label: 'Boards', shows: <BoardLinks courses={courses} /> },
  ].filter((view) => view !== false);
  const requested = round === null ? query.get('view') : 'rounds';
  const view = views.find(({ value }) => value === requested) ?? views[0];
  const isChanging = query.get('view') === AUTHENTICATOR;
  // The golfer has no role; the last one may be revoked while the page is open.
  if (view === undefined) return <Navigate to={paths.home()} replace />;
  return (
    <>
      {secondFactor !== 'PROVED' || isChanging ? (
        <SecondFactor state={secondFactor} onProved={() => isChanging && setQuery({}, { replace: true })} />
      ) : (
        <Tabs
          label="What to look at"
          tabs={views}
          value={view.value}
          onChange={(value) => setQuery({ view: value }, { replace: true })}
        >
          {view.shows}
        </Tabs>
      )}
      {secondFactor === 'PROVED' && (
        <Row>
          <ButtonLink kind="quiet" to={isChanging ? paths.ops() : paths.ops({ view: AUTHENTICATOR })}>
            {isChanging ? 'Keep the authenticator' : 'Change authenticator'}
          </ButtonLink>
        </Row>
      )}
    </>
  );
}

const DIGITS = 6;

/** Guards everything that a role permits: sets up an authenticator unless ENROLLED, then asks for a code. */
function SecondFactor({ state, onProved }: { state: OpsRolesAnswer['secondFactor']; onProved: () => void }) {
  const [made, setMade] = useState<SecondFactorMadeAnswer | null>(null);
  if (made === null && state !== 'ENROLLED') return <SetUp onMade={setMade} />;
  return <EnterCode made={made} onProved={onProved} />;
}

function SetUp({ onMade }: { onMade: (made: SecondFactorMadeAnswer) => void }) {
  const [password, setPassword] = useState('');
  return (
    <Ask
      title="Set up an authenticator"
      act={() => makeSecondFactor(password)}
      onDone={onMade}
      label="Set up"
      missing={password === '' ? 'Enter your password first' : ''}
    >
      <p>
        What your role shows is open to you alone: beside your password it takes a code from an authenticator app on
        your phone. Any such app will do.
      </p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        reveal
      />
    </Ask>
  );
}

function EnterCode({ made, onProved }: { made: SecondFactorMadeAnswer | null; onProved: () => void }) {
  const [code, setCode] = useState('');
  return (
    <Ask
      title={made === null ? 'Enter a code' : 'Add Fairmark to your app'}
      act={() => proveSecondFactor(code)}
      onDone={onProved}
      label="Confirm code"
      missing={code.length < DIGITS ? `Enter the ${DIGITS} digits first` : ''}
    >
      {made === null ? (
        <p>Your authenticator app shows a code for Fairmark. You enter it once after each sign-in.</p>
      ) : (
        <>
          <p>
            Scan this with your authenticator app, or <a href={made.uri}>open the app</a> here. It is not shown again.
          </p>
          <Scan size={240} text={made.uri} label="The key, for the camera of your authenticator app" />
          <TextField label="Key, for typing" value={made.secret.replaceAll(/.{4}(?=.)/g, '$& ')} rows={2} readOnly />
        </>
      )}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
      />
      {made === null && <small>Lost your phone? Ask the club to remove your authenticator, then set up another.</small>}
    </Ask>
  );
}
