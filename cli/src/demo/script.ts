import type { ErrorCode } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';

/** What a golfer does in a match, as a call of the api. Golfers are numbers of the demo's list. */
export type Call =
  | { kind: 'create' }
  | { kind: 'invite'; who: number }
  /** The host takes an invitation back, or sends a player away. */
  | { kind: 'remove'; who: number }
  | { kind: 'answer'; status: 'ACCEPTED' | 'DENIED' }
  | { kind: 'settings'; ready: boolean }
  | { kind: 'marker'; whose: number; marker: number }
  | { kind: 'start' }
  | { kind: 'leave-lobby' }
  | { kind: 'score'; whose: number; holeNumber: number; entry: CardEntry }
  | { kind: 'sign'; partner: number }
  | { kind: 'reopen'; whose: number }
  | { kind: 'withdraw' };

export interface Step {
  /** From the tee-off; negative in the lobby. */
  minute: number;
  by: number;
  call: Call;
  /** The refusal that belongs to the story: golfers find out that something is missing or differs. */
  refused?: ErrorCode;
}

/** What becomes of a round. */
export type Story =
  /** Everybody signs. */
  | 'plain'
  /** The marker writes a hole down wrong; it is refused at signing, put right and signed. */
  | 'slip-repaired'
  /** The same, and nobody has put it right yet. */
  | 'slip-left'
  /** The first card is signed by its player, reopened by the marker, corrected by both and signed again. */
  | 'reopened'
  /** The last player leaves on the way. */
  | 'withdrawal'
  /** The first card waits for its player's signature. */
  | 'player-unsigned'
  /** The first card waits for its marker's signature. */
  | 'marker-unsigned'
  /** The marker of the first card has not entered its last holes. */
  | 'marker-behind'
  /** A practice round: nobody marks, nobody signs. */
  | 'practice';

/** What happens in the lobby besides inviting, accepting and getting ready. */
export type LobbyStory =
  | 'plain'
  /** The host draws the markers himself (three players). */
  | 'markers-chosen'
  /** The second player leaves and comes back. */
  | 'comes-back'
  /** Somebody was invited by mistake, and somebody else says no. */
  | 'declined';

/** Golfers, their scores and what they make of them. */
export interface Round {
  /** Golfers in joining order, the host first. */
  players: readonly number[];
  /** Entries of each player, in the order of `players`. */
  entries: readonly (readonly CardEntry[])[];
  /** What the first card's marker writes down wrong, null where no slip is possible. */
  slip: { holeNumber: number; entry: CardEntry } | null;
  story: Story;
  lobby: LobbyStory;
  /** For `declined`: who was invited by mistake, and who says no. */
  bystanders: readonly [mistaken: number, declining: number] | null;
}
