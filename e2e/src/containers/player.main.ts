import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { finishes, play, standingOf, type TwoBall } from '../support/group.js';
import { Scorers } from '../support/scorers.js';
import type { FromPlayer, ToPlayer } from './players.js';

/**
 * Two demo golfers on their phones: `player.main.js URL`. A separate process, as Node reads NODE_EXTRA_CA_CERTS only at
 * its start. They start a round, enter scores until the message `finish`, sign, and report every score's outcome.
 */
const PASSWORD = 'fairway-demo-1';
const BREATH_MS = 500;
/** A score without an answer after this time counts as failed. */
const PATIENCE_MS = 120_000;

const [url = ''] = process.argv.slice(2);
const say = (message: FromPlayer): void => void process.send?.(message);
const finishRequested = new Promise<void>((resolve) => {
  process.on('message', (message: ToPlayer) => {
    if (message === 'finish') resolve();
  });
});
process.on('disconnect', () => process.exit(1));

try {
  const ball = await startRound();
  say({ kind: 'playing', matchId: ball.matchId });
  const scorers = new Scorers([ball], {
    bases: [url],
    untilMs: PATIENCE_MS,
    seed: 'containers',
    breathMs: BREATH_MS,
    afterwards: (_, score) => say({ kind: 'score', score }),
  });
  await finishRequested;
  await scorers.stop();
  await receive(ball);
  const standing = await standingOf(ball, await finishes(ball));
  for (const golfer of ball.players) golfer.hangsUp();
  say({ kind: 'finished', gross: standing.map(({ gross }) => gross) });
  process.disconnect();
} catch (error) {
  say({ kind: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exitCode = 1;
  process.disconnect();
}

/** Signs in and starts a round. One golfer listens over a WebSocket, the other by polling. */
async function startRound(): Promise<TwoBall> {
  const players: [Golfer, Golfer] = [
    new Golfer(url, { name: 'Alex Tran', gender: 'MALE', handicap: 12.4 }, 'alex@demo.fairmark.test'),
    new Golfer(url, { name: 'Bindi Walker', gender: 'FEMALE', handicap: 18.7 }, 'bindi@demo.fairmark.test'),
  ];
  for (const golfer of players) await golfer.signsIn(PASSWORD);
  const { courses } = await players[0].does<{ courses: { id: string }[] }>('GET', '/api/courses?query=Harrow%20Point');
  const course = courses[0]?.id;
  if (course === undefined) throw new Error('Harrow Point is not there');
  const matchId = await play(players[0], [players[1]], { course, matchType: 'STROKE' });
  await players[0].listens(url, ['websocket']);
  await players[1].listens(url, ['polling']);
  for (const golfer of players) await golfer.emits('join_lobby', { matchId });
  return { matchId, course, players };
}

/** Checks that both phones receive events, after reconnecting if necessary. */
async function receive({ matchId, players }: TwoBall): Promise<void> {
  for (const golfer of players) {
    await eventually(() => golfer.socket?.connected === true, `${golfer.profile.name} is connected`, 30_000);
    golfer.heard.length = 0;
    await golfer.emits('join_lobby', { matchId });
  }
  await players[0].scores(matchId, 1, 9);
  for (const golfer of players) await golfer.hears('score_recorded', { holeNumber: 1 });
}
