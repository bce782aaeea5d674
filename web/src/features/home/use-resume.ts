import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { currentQuery, matchQuery } from '../../api/match.js';
import { storedRound } from '../../api/stored-round.js';
import { useSession } from '../../api/use-session.js';
import { paths } from '../../shared/paths.js';
import { firstAskOf, resumePath } from '../../shared/resume.js';
import { resumeWords } from './resume-words.js';

/** Goes on with the match in progress, once after a load: a golfer who comes home by a press wants to be here. */
export function useResumeAfterLoad(): void {
  const navigate = useNavigate();
  const how = useNavigationType();
  const userId = useSession()?.userId ?? null;
  const { search, state } = useLocation();
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  useEffect(() => {
    if (userId === null || !firstAskOf(userId)) return;
    if (how === NavigationType.Push || search !== '' || state !== null) return;
    void goOn();
    async function goOn(): Promise<void> {
      // After the first paint: it waits for the server anyway.
      const { findResume } = await import('../../shared/find-resume.js');
      const path = await findResume();
      if (path !== null && there.current) void navigate(path, { replace: true });
    }
    // Only how this page was first come to counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** The way back into the match in progress; null: none; undefined: not known yet. */
export function useResume(): { to: string; words: string } | null | undefined {
  const { data: current, isError } = useQuery(currentQuery());
  const me = useSession()?.userId ?? '';
  const { matchId: stored, hole } = storedRound();
  const matchId = current?.matchId ?? stored;
  const { data: answer } = useQuery({
    ...matchQuery(matchId ?? ''),
    enabled: matchId !== null && current !== null && current !== undefined,
  });
  if (current !== undefined) {
    if (current === null) return null;
    const remembered = stored === current.matchId ? hole : null;
    return { to: resumePath(current), words: resumeWords(current, answer, remembered, me) };
  }
  if (hole !== null) return { to: paths.score(hole), words: `Hole ${hole}` };
  return isError || stored === null ? null : undefined;
}
