import 'reflect-metadata';
import type { AustralianState, CourseHole, CourseRating, Tee } from '@fairmark/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { APP_SCHEMA } from './queries.js';

// Only rows that are read or written whole have entities.

/** A hole as stored; `ladies_standard`, an alias, is added when a course is sent. */
export type StoredHole = Omit<CourseHole, 'ladies_standard'>;

@Entity({ name: 'courses', schema: APP_SCHEMA })
export class CourseRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'club_name' }) clubName!: string;
  @Column('text', { name: 'course_name' }) courseName!: string;
  @Column('text') state!: AustralianState;
  @Column('text', { name: 'time_zone' }) timeZone!: string;
  @Column('text', { name: 'golflink_course_id', unique: true }) golflinkCourseId!: string;
  @Column('jsonb') tees!: { tee: Tee; name: string | null; colour: string | null }[];
  @Column('jsonb') holes!: StoredHole[];
  @Column('jsonb', { name: 'slope_ratings' }) slopeRatings!: CourseRating[];
  @Column('jsonb', { name: 'scratch_ratings' }) scratchRatings!: CourseRating[];
  @Column('jsonb', { name: 'par_ratings' }) parRatings!: CourseRating[];
  @Column('jsonb', { nullable: true }) image!: { small: { url: string }; large: { url: string } } | null;
}

/** An advert's picture in its stored sizes: picture ids with widths in pixels, smallest first. */
export interface StoredAdvertImage {
  alt: string;
  sizes: { id: string; width: number }[];
}

/** A sponsor's advert. The import ensures that at any time at most one of a course's adverts has a given slot. */
@Entity({ name: 'adverts', schema: APP_SCHEMA })
export class AdvertRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'course_id' }) courseId!: string;
  @Column('integer') place!: number;
  @Column('text', { name: 'sponsor_name' }) sponsorName!: string;
  @Column('text') text!: string;
  @Column('smallint', { nullable: true }) slot!: number | null;
  /** 1 is Saturday, 2 is Sunday. */
  @Column('smallint', { name: 'weekend_slot', nullable: true }) weekendSlot!: number | null;
  /** Active from this time on, inclusive; null: no start. */
  @Column('timestamptz', { name: 'starts_at', nullable: true }) startsAt!: Date | null;
  /** Active until this time, exclusive; null: no end. */
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
  @Column('jsonb', { nullable: true }) image!: StoredAdvertImage | null;
}

@Entity({ name: 'default_adverts', schema: APP_SCHEMA })
export class DefaultAdvertRow {
  @PrimaryColumn('uuid', { name: 'course_id' }) courseId!: string;
  @Column('text') text!: string;
  @Column('jsonb', { nullable: true }) image!: StoredAdvertImage | null;
}
