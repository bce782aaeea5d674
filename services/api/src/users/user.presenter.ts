import { handicapForShow, type CourseRef, type OwnUser, type PublicUser } from '@fairmark/contract';
import type { UserRow } from '@fairmark/server';

/** What the golfer sees of himself. */
export function presentOwnUser(user: UserRow, homeCourse: CourseRef | null, markers: PublicUser[]): OwnUser {
  const { id, fullName, email, golflinkNumber, handicap, gender, avatar } = user;
  return {
    id,
    fullName,
    email,
    golflinkNumber,
    handicap,
    handicapForShow: handicapForShow(handicap),
    gender,
    avatar,
    homeCourse,
    markers,
  };
}

/** What others see of a golfer, with the club that a ten-digit golf number names. */
export interface GolferRow extends Pick<UserRow, 'id' | 'fullName' | 'handicap' | 'avatar'> {
  clubName: string | null;
}

/** Never the email or the golf number. */
export function presentPublicUser({ id, fullName, handicap, avatar, clubName }: GolferRow): PublicUser {
  const homeCourse = clubName === null ? null : { clubName };
  return { id, fullName, handicap, handicapForShow: handicapForShow(handicap), avatar, homeCourse };
}
