import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { hasCode, type ApiError } from '../../../api/call/errors.js';
import { openLine, readAdverts, readBoard, readBuild, type BoardKey } from './board-line.js';
import { advertsOf, answered, ticked, UNKNOWN, type BoardState } from './board-state.js';

/** A running board, for rendering. */
export interface BoardView {
  state: BoardState;
  live: boolean;
  /** Whether the server has not answered for a while. */
  away: boolean;
  /** The server's time in ms, truncated to the minute. */
  minute: number;
}

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
  const wanted = useRef(false);
  const board = useQuery({
    ...BY_CLOCK,
    queryKey: ['board', course, token],
    queryFn: () => world.readBoard({ course, token }),
    enabled: ({ state }) => !hasCode(state.error, ...FINAL),
    refetchInterval: ({ state: { error, data } }) => (error !== null || data?.stale === true ? ASK.soon : ASK.every),
  });
  const { data: answer, error, isFetching, dataUpdatedAt: heardAt, refetch } = board;
  const refused = hasCode(error, ...FINAL) ? error : null;
  const closed = refused !== null;
  // If adverts cannot be read, the last ones stay.
  const { data: adverts = null } = useQuery({
    ...BY_CLOCK,
    queryKey: ['board-adverts', course, token],
    queryFn: () => world.readAdverts({ course, token }),
    enabled: answer !== undefined && !closed,
    refetchInterval: ({ state }) => (state.error === null ? ADVERTS.every : ADVERTS.again),
  });
  useReload(world, !closed);
  const [live, setLive] = useState(false);
  useEffect(() => {
    const onNews = (): void => {
      wanted.current = true;
    };
    return closed ? undefined : world.openLine({ course, token }, { onNews, onLive: setLive });
  }, [course, token, world, closed]);

  const [kept, keep] = useState(UNKNOWN);
  const [now, setNow] = useState(() => Date.now());
  const state = useMemo(
    () => ({ ...kept, rowsAPage, adverts: answer === undefined ? [] : advertsOf(adverts, answer.day) }),
    [kept, rowsAPage, adverts, answer],
  );
  if (answer !== undefined && answer !== kept.answer) keep(answered(state, answer, heardAt));
  useEffect(() => {
    const tick = (): void => {
      const at = Date.now();
      setNow(at - (at % CLOCK_EVERY));
      const next = ticked(state, at);
      if (next !== state) keep(next);
      if (!wanted.current || isFetching || error !== null) return;
      wanted.current = false;
      void refetch();
    };
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, [state, isFetching, error, refetch]);

  const aheadMs = answer === undefined ? 0 : Date.parse(answer.now) - heardAt;
  const view: BoardView = {
    state,
    live,
    away: answer === undefined ? board.errorUpdateCount > 0 : now - heardAt > AWAY_AFTER,
    minute: Math.floor((Math.max(now, heardAt) + aheadMs) / MINUTE) * MINUTE,
  };
  return { view, refused, togglePaused: () => keep({ ...state, paused: !state.paused, turnedAt: Date.now() }) };
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
