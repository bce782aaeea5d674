import type { Gender, RatingKind, Tee } from '@fairmark/contract';

/** Which tee and gender a rating set was measured for. The Pro tee is played by the championship ratings. */
export const RATING_SETS: Readonly<Record<RatingKind, { tee: Tee; gender: Gender }>> = {
  'Championship Tees': { tee: 'Championship', gender: 'MALE' },
  'Ladies Championship Tees': { tee: 'Championship', gender: 'FEMALE' },
  'Standard Tees': { tee: 'Standard', gender: 'MALE' },
  'Ladies Tees': { tee: 'Standard', gender: 'FEMALE' },
};
