import { createHash } from 'node:crypto';
import { canonicalJson } from '../envelope/canonical-json.js';
import { writtenScore } from './match.queries.js';
import type { Card, Entry, MatchState } from './match.state.js';

/**
 * The hash that a signature attests: SHA-256, in hexadecimal, over the canonical JSON of the marker's 18 entries (`NS`
 * for No Score) with match, player, format, tee and daily handicap (docs/product.md, Signing 8). It depends on the
 * scores, not on who entered them or how often. For a corrected card, pass the entries that count as `marker`.
 *
 * @throws Error if one of the marker's entries is missing; such a card is never signed.
 */
export function cardHash(
  match: Pick<MatchState, 'matchId' | 'matchType' | 'tee'>,
  card: Pick<Card, 'userId' | 'settings'> & { marker: readonly (Pick<Entry, 'strokes' | 'noScore'> | null)[] },
): string {
  const missing = card.marker.findIndex((entry) => writtenScore(entry) === null);
  if (missing >= 0) throw new Error(`The marker has not entered hole ${missing + 1}`);
  const signed = {
    matchId: match.matchId,
    playerId: card.userId,
    format: match.matchType,
    tee: match.tee,
    dailyHandicap: card.settings.dailyHandicap,
    entries: card.marker.map(writtenScore),
  };
  return createHash('sha256').update(canonicalJson(signed)).digest('hex');
}
