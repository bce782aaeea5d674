import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useSession } from '../../api/use-session.js';
import { firstAskOf } from '../../shared/resume/resume.js';

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
      const { findResume } = await import('../../shared/resume/find-resume.js');
      const path = await findResume();
      if (path !== null && there.current) void navigate(path, { replace: true });
    }
    // Only how this page was first come to counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
