import type { Call, Round, Step } from './script.js';

/** Minutes before the tee-off at which a lobby opens, and between two things that happen in it. */
const OPENS = 40;
const PACE = 1.5;
const STARTS = 2;

/** A lobby from its opening to the start. `invitesOut`: how many steps until an invitation waits for its answer. */
export function lobbyScript(round: Round): { steps: Step[]; invitesOut: number } {
  const [host = 0, ...guests] = round.players;
  const steps: Step[] = [];
  const does = (by: number, call: Call): void => {
    steps.push({ minute: -OPENS + PACE * steps.length, by, call });
  };
  const joins = (guest: number): void => {
    does(host, { kind: 'invite', who: guest });
    does(guest, { kind: 'answer', status: 'ACCEPTED' });
  };
  let invitesOut = 0;

  does(host, { kind: 'create' });
  does(host, { kind: 'settings', ready: false });
  const [mistaken, declining] = round.bystanders ?? [];
  if (round.lobby === 'declined' && mistaken !== undefined) {
    does(host, { kind: 'invite', who: mistaken });
    does(host, { kind: 'remove', who: mistaken });
  }
  for (const guest of guests) {
    joins(guest);
    if (round.lobby === 'comes-back' && guest === guests[0]) {
      does(guest, { kind: 'leave-lobby' });
      joins(guest);
    }
    does(guest, { kind: 'settings', ready: true });
  }
  if (round.lobby === 'declined' && declining !== undefined) {
    does(host, { kind: 'invite', who: declining });
    invitesOut = steps.length;
    does(declining, { kind: 'answer', status: 'DENIED' });
  }
  if (round.lobby === 'markers-chosen') {
    for (const [whose, marker] of chosenMarkers(round.players)) does(host, { kind: 'marker', whose, marker });
  }
  steps.push({ minute: -STARTS, by: host, call: { kind: 'start' } });
  return { steps, invitesOut };
}

/** Who keeps whose card at the start: the loop of the joining order, or the other way round where the host chose. */
export function markersAtStart({ players, lobby }: Pick<Round, 'players' | 'lobby'>): Map<number, number> {
  return lobby === 'markers-chosen' ? chosenMarkers(players) : loop(players, -1);
}

const chosenMarkers = (players: readonly number[]): Map<number, number> => loop(players, 1);

/** Each player with the one so many places further on. */
export function loop(players: readonly number[], step: number): Map<number, number> {
  const places = players.length;
  return new Map(players.map((whose, i) => [whose, players[(i + step + places) % places] ?? whose]));
}
