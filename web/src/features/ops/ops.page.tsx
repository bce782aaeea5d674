import { mayRebuild, mayReplay, mayWatch, type OpsRolesAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { opsRolesQuery } from '../../api/auth.js';
import { Answered } from '../../shared/answered.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { Page, Row, Stack } from '../../ui/page-parts.js';
import { PageHeading } from '../../ui/page-title.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import { Projections } from './projections/projections.js';
import { BoardLinks } from './board-links.js';
import { committeeCourses, matchIdOf, roleWords } from './rights.js';
import { RoundFinder } from './round-finder.js';
import { RoundOf } from './round-of.js';
import { SecondFactor } from './second-factor.js';

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
