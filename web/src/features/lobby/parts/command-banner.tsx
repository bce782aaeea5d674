import { ERRORS, type CurrentMatch } from '@fairmark/contract';
import { hasCode, messageOf } from '../../../api/call/errors.js';
import { currentQuery } from '../../../api/match.js';
import { queryClient } from '../../../api/call/query-client.js';
import { ButtonLink, paths } from '../../../shared/routing/paths.js';
import { resumePath } from '../../../shared/resume/resume.js';
import { Banner } from '../../../ui/banner.js';

export const FINISH_FIRST = 'Finish or delete the round you are in first';

/** Shows why a command failed, with what to do next if it is known; nothing without an error. */
export function CommandBanner({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (!hasCode(error, 'ALREADY_IN_MATCH')) return <Banner kind="danger" title={messageOf(error)} />;
  return (
    <Banner kind="danger" title={messageOf(error)} action={resumeLink(resumeAddress(error.details['matchId']))}>
      {FINISH_FIRST}.
    </Banner>
  );
}

/** Shown beforehand: the server refuses to set up another round while there are holes to enter. */
export function RoundInProgress({ current }: { current: CurrentMatch }) {
  return <Banner kind="info" title={ERRORS.ALREADY_IN_MATCH.message} action={resumeLink(resumePath(current))} />;
}

const resumeLink = (to: string) => (
  <ButtonLink kind="secondary" to={to}>
    Resume Round
  </ButtonLink>
);

/** Where to resume that round; its first hole if it began after this phone last asked for the round in progress. */
function resumeAddress(matchId: unknown): string {
  const current = queryClient.getQueryData(currentQuery().queryKey)?.current;
  const known = current?.matchId === matchId && current?.started === true;
  return known ? resumePath(current) : paths.score(1, String(matchId));
}
