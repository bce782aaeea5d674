import 'reflect-metadata';
import type { AustralianState, CourseHole, CourseRating, Gender, Tee } from '@fairmark/contract';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The schema of all rows that are not events. Entities are those that are read or written whole. */
export const APP_SCHEMA = 'app';

@Entity({ name: 'users', schema: APP_SCHEMA })
export class UserRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'full_name' }) fullName!: string;
  /** In small letters, as it is looked up. */
  @Column('text') email!: string;
  @Column('text', { name: 'golflink_number' }) golflinkNumber!: string;
  /** One decimal; a plus handicap is negative. */
  @Column('double precision') handicap!: number;
  @Column('text') gender!: Gender;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  /** Address of the picture. */
  @Column('text', { nullable: true }) avatar!: string | null;
  @Column('timestamptz', { name: 'email_verified_at', nullable: true }) emailVerifiedAt!: Date | null;
  /** A token of an older version is worthless. */
  @Column('integer', { name: 'token_version', default: 1 }) tokenVersion!: number;
  /** Out of everything from this moment; the row goes when the account's matches have let it go. */
  @Column('timestamptz', { name: 'deletion_requested_at', nullable: true }) deletionRequestedAt!: Date | null;
  /** When an operator locked the golfer out; null: not locked. */
  @Column('timestamptz', { name: 'blocked_at', nullable: true }) blockedAt!: Date | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** What a mail of an account is for: its link. */
export type AccountMailKind = 'VERIFY_EMAIL' | 'RESET_PASSWORD';

/** A hole as it is stored: the second name of the ladies' values is added when a course is shown. */
export type StoredHole = Omit<CourseHole, 'ladies_standard'>;

@Entity({ name: 'courses', schema: APP_SCHEMA })
export class CourseRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'club_name' }) clubName!: string;
  @Column('text', { name: 'course_name' }) courseName!: string;
  @Column('text') state!: AustralianState;
  /** IANA name. */
  @Column('text', { name: 'time_zone' }) timeZone!: string;
  @Column('text', { name: 'golflink_course_id', unique: true }) golflinkCourseId!: string;
  @Column('jsonb') tees!: { tee: Tee; name: string | null; colour: string | null }[];
  @Column('jsonb') holes!: StoredHole[];
  @Column('jsonb', { name: 'slope_ratings' }) slopeRatings!: CourseRating[];
  @Column('jsonb', { name: 'scratch_ratings' }) scratchRatings!: CourseRating[];
  @Column('jsonb', { name: 'par_ratings' }) parRatings!: CourseRating[];
  @Column('jsonb', { nullable: true }) image!: { small: { url: string }; large: { url: string } } | null;
}

/** An advert's picture in the sizes that are kept: ids of pictures with their widths in pixels, the smallest first. */
export interface StoredAdvertImage {
  alt: string;
  sizes: { id: string; width: number }[];
}

/** A sponsor's advert. At one moment, one of a course's adverts has a slot: the import sees to it. */
@Entity({ name: 'adverts', schema: APP_SCHEMA })
export class AdvertRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'course_id' }) courseId!: string;
  /** Its place among the course's adverts, from 1. */
  @Column('integer') place!: number;
  @Column('text', { name: 'sponsor_name' }) sponsorName!: string;
  @Column('text') text!: string;
  /** 1 to 18. */
  @Column('smallint', { nullable: true }) slot!: number | null;
  /** 1 is Saturday, 2 is Sunday. */
  @Column('smallint', { name: 'weekend_slot', nullable: true }) weekendSlot!: number | null;
  /** Active from this moment on; null: since ever. */
  @Column('timestamptz', { name: 'starts_at', nullable: true }) startsAt!: Date | null;
  /** Not active any more at this moment; null: for ever. */
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
  @Column('jsonb', { nullable: true }) image!: StoredAdvertImage | null;
}

/** What a course shows where no advert has the slot. */
@Entity({ name: 'default_adverts', schema: APP_SCHEMA })
export class DefaultAdvertRow {
  @PrimaryColumn('uuid', { name: 'course_id' }) courseId!: string;
  @Column('text') text!: string;
  @Column('jsonb', { nullable: true }) image!: StoredAdvertImage | null;
}
