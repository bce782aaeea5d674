import { type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { competitionQuery, competitionsQuery } from '../../api/competitions.js';
import { queryClient } from '../../api/call/query-client.js';
import { CompetitionOf, sortOf } from './competition-of.js';
import { Competitions } from './competitions.js';

export function loader({ params, request }: LoaderFunctionArgs) {
  const { competitionId } = params;
  if (competitionId === undefined) {
    void queryClient.prefetchQuery(competitionsQuery());
  } else {
    const sort = sortOf(new URL(request.url).searchParams.get('sort'));
    void queryClient.prefetchQuery(competitionQuery(competitionId, sort));
  }
  return null;
}

/** All competitions, or the one that the address names. They share most of their code and are small: they come as one. */
export function Component() {
  const { competitionId } = useParams();
  if (competitionId === undefined) return <Competitions />;
  return <CompetitionOf key={competitionId} competitionId={competitionId} />;
}
