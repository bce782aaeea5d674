import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { KINDS, type Flood, type FromFlood } from './flood.js';
import type { Attack } from './ground.js';

const CONNECTIONS = [1, 3, 50];
const PROGRAM = fileURLToPath(new URL('flood.main.js', import.meta.url));

/** Floods the api as fast as possible for `seconds`. Returns the totals. */
async function flood(attack: Flood, seconds: number): Promise<FromFlood> {
  const attacker = fork(PROGRAM, [JSON.stringify(attack)]);
  const gone = once(attacker, 'exit');
  try {
    await pause(seconds * 1_000);
    attacker.send({});
    const [totals] = (await Promise.race([once(attacker, 'message'), gone])) as [FromFlood];
    return totals;
  } finally {
    attacker.kill('SIGKILL');
    await gone;
  }
}

/** F1: anonymous connections from the golfers' own address. */
export const SOCKETS: Attack[] = KINDS.flatMap((kind) =>
  CONNECTIONS.map((connections) => ({
    name: 'F1',
    tries: `an anonymous caller floods sockets: "${kind}" over ${connections} connections`,
    run: async ({ base, seconds, check, gauge: { first } }) => {
      const [golfer] = first.players;
      if (golfer.socket === null) await golfer.listens();
      let ended = 0;
      const count = (): unknown => (ended += 1);
      golfer.socket?.on('disconnect', count);
      const from = golfer.heard.length;
      const { opened } = await flood({ kind, connections, port: Number(new URL(base).port) }, seconds);
      // Refused connections are held for a second or two, which limits their rate.
      check(`${opened} connections were opened`, opened <= connections * (2 + seconds));
      await golfer.emits('join_lobby', { matchId: first.matchId });
      const heard = golfer.heard.length - from;
      check(`a golfer who is connected: ${ended} times cut off, heard ${heard} hints`, ended === 0);
      golfer.socket?.off('disconnect', count);
    },
  })),
);
