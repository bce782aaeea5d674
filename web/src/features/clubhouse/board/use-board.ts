import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { hasCode, type ApiError } from '../../../api/call/errors.js';
import { openLine, readAdverts, readBoard, readBuild, type BoardKey } from './board-line.js';
import { advertsOf, answered, inTurn, pagesOf, ticked, UNKNOWN } from './board-state.js';

/** A running board, for rendering. */
export type BoardView = ReturnType<typeof useBoard>['view'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ASK = { every: MINUTE, soon: 5 * SECOND };
const ADVERTS = { every: HOUR, again: 10 * MINUTE };
/** A new build reloads the page, but not one younger than an hour: servers may alternate between builds for a while. */
const BUILD = { every: 5 * MINUTE, youngest: HOUR };
/** A single failed read does not count as an outage. */
const AWAY_AFTER = 75 * SECOND;
const CLOCK_EVERY = 5 * SECOND;
/** Refusals that a retry cannot change. */
const FINAL: readonly ApiError['code'][] = [
  'BOARD_LINK_REVOKED',
  'UNAUTHORIZED',
  'MISSING_AUTH_TOKEN',
  'EMAIL_UNVERIFIED',
  'FORBIDDEN',
  'COURSE_NOT_FOUND',
  'INVALID_INPUT',
];
/** Read by the clock, whether or not the screen is looked at; forgotten with the board. */
const BY_CLOCK = { retry: false, refetchIntervalInBackground: true, gcTime: 0 } as const;

/** What a board needs of its surroundings. */
export const WORLD = { readBoard, readAdverts, readBuild, openLine, reload: () => window.location.reload() };

/** Runs a board: reads it every minute and on hints, once a second at most, and turns its pages. */
export function useBoard({ course, token }: BoardKey, rowsAPage: number, world = WORLD) {
  const [hinted, hear] = useState(false);
  const {
    data: answer,
    error,
    errorUpdateCount,
    dataUpdatedAt: heardAt,
  } = useQuery({
    ...BY_CLOCK,
    queryKey: ['board', course, token],
    queryFn: () => {
      hear(false);
      return world.readBoard({ course, token });
    },
    enabled: ({ state }) => !hasCode(state.error, ...FINAL),
    refetchInterval: ({ state: { error: failed, data } }) => {
      if (failed === null && hinted) return SECOND;
      return failed !== null || data?.stale === true ? ASK.soon : ASK.every;
    },
  });
  const refused = hasCode(error, ...FINAL) ? error : null;
  const closed = refused !== null;
  // If adverts cannot be read, the last ones stay.
  const { data: ofCourse } = useQuery({
    ...BY_CLOCK,
    queryKey: ['board-adverts', course, token],
    queryFn: () => world.readAdverts({ course, token }),
    enabled: answer !== undefined && !closed,
    refetchInterval: ({ state }) => (state.error === null ? ADVERTS.every : ADVERTS.again),
  });
  useReload(world, !closed);
  const [live, onLive] = useState(false);
  useEffect(
    () => (closed ? undefined : world.openLine({ course, token }, { onNews: () => hear(true), onLive })),
    [course, token, world, closed],
  );

  const [state, keep] = useState(UNKNOWN);
  const [now, setNow] = useState(() => Date.now());
  const adverts = useMemo(() => (answer === undefined ? [] : advertsOf(ofCourse, answer.day)), [answer, ofCourse]);
  const pages = useMemo(
    () => (answer === undefined ? [] : pagesOf(answer, rowsAPage, adverts.length > 0)),
    [answer, rowsAPage, adverts],
  );
  if (answer !== undefined && answer !== state.answer) keep(answered(state, answer, pages, heardAt));
  useEffect(() => {
    const timer = setInterval(() => {
      const at = Date.now();
      setNow(at - (at % CLOCK_EVERY));
      keep((before) => ticked(before, pages, at));
    }, SECOND);
    return () => clearInterval(timer);
  }, [pages]);

  const aheadMs = answer === undefined ? 0 : Date.parse(answer.now) - heardAt;
  const view = {
    ...state,
    /** The current page; undefined before the first answer. */
    shown: inTurn(pages, state.page),
    /** The advert that is shown, or will be next. */
    nextAdvert: inTurn(adverts, state.advert),
    live,
    /** Whether the server has not answered for a while. */
    away: answer === undefined ? errorUpdateCount > 0 : now - heardAt > AWAY_AFTER,
    /** The server's time in ms, truncated to the minute. */
    minute: Math.floor((Math.max(now, heardAt) + aheadMs) / MINUTE) * MINUTE,
  };
  const togglePaused = (): void => keep({ ...state, paused: !state.paused, turnedAt: Date.now() });
  return { view, refused, togglePaused };
}

/** Reloads the page when the server has another build. */
function useReload(world: typeof WORLD, on: boolean): void {
  const { data: build = null, dataUpdatedAt } = useQuery({
    ...BY_CLOCK,
    queryKey: ['build'],
    queryFn: world.readBuild,
    enabled: on,
    refetchInterval: BUILD.every,
  });
  const [openedAt] = useState(() => Date.now());
  const loaded = useRef(build);
  useEffect(() => {
    loaded.current ??= build;
    if (build === null || build === loaded.current || dataUpdatedAt - openedAt < BUILD.youngest) return;
    loaded.current = build;
    world.reload();
  }, [build, dataUpdatedAt, openedAt, world]);
}
