import 'reflect-metadata';
import type { AustralianState, CourseHole, CourseRating, GenderKey, TeeKind } from '@fairmark/contract';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** Rows that are not events: accounts, sessions, links, mails to send, courses. Schema `app`. */
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
  @Column('text') gender!: GenderKey;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  /** Address of the picture. */
  @Column('text', { nullable: true }) avatar!: string | null;
  @Column('timestamptz', { name: 'email_verified_at', nullable: true }) emailVerifiedAt!: Date | null;
  /** A token of an older version is worthless. */
  @Column('integer', { name: 'token_version', default: 1 }) tokenVersion!: number;
  /** Out of everything from this moment; the row goes when the account's matches have let it go. */
  @Column('timestamptz', { name: 'deletion_requested_at', nullable: true }) deletionRequestedAt!: Date | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** A golfer's picture, as it is shown. A new one has a new id, so that its address never shows another. */
@Entity({ name: 'avatars', schema: APP_SCHEMA })
export class AvatarRow {
  /** Random; who has it may see the picture. */
  @PrimaryColumn('text') id!: string;
  @Column('uuid', { name: 'user_id', unique: true }) userId!: string;
  @Column('bytea') webp!: Buffer;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

@Entity({ name: 'sessions', schema: APP_SCHEMA })
export class SessionRow {
  @PrimaryColumn('uuid') id!: string;
  @Index() @Column('uuid', { name: 'user_id' }) userId!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}

/** A link in a mail: verify or reset. Only its SHA-256 is stored. */
@Entity({ name: 'mail_links', schema: APP_SCHEMA })
export class MailLinkRow {
  @PrimaryColumn('text', { name: 'token_hash' }) tokenHash!: string;
  @Index() @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text') purpose!: 'VERIFY' | 'RESET';
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/**
 * A mail that somebody's request caused, written in the request's own transaction and swept into a job. Holds the secret
 * of the link only until the mail is sent; then the row keeps its cause alone.
 */
@Entity({ name: 'mail_outbox', schema: APP_SCHEMA })
export class MailOutboxRow {
  /** What caused it: one mail per cause. */
  @PrimaryColumn('text') cause!: string;
  @Column('text') kind!: 'VERIFY_EMAIL' | 'RESET_PASSWORD';
  @Index() @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { name: 'link_token', nullable: true }) linkToken!: string | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @Column('timestamptz', { name: 'queued_at', nullable: true }) queuedAt!: Date | null;
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt!: Date | null;
}

/** A hole as it is stored: the spec's second name of the ladies' values is added when a course is shown. */
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
  @Column('jsonb') tees!: { tee: TeeKind; name: string | null; colour: string | null }[];
  @Column('jsonb') holes!: StoredHole[];
  @Column('jsonb', { name: 'slope_ratings' }) slopeRatings!: CourseRating[];
  @Column('jsonb', { name: 'scratch_ratings' }) scratchRatings!: CourseRating[];
  @Column('jsonb', { name: 'par_ratings' }) parRatings!: CourseRating[];
  @Column('jsonb', { nullable: true }) image!: { small: { url: string }; large: { url: string } } | null;
}
