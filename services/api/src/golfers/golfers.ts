import { handicapForShow, LIMITS, type OwnUser, type PublicUser } from '@fairmark/contract';
import { APP_SCHEMA, CAN_PLAY } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PlayerMatches } from '@fairmark/read-models';
import { Refusal } from '../http/refusal.js';
import { likeLiteral } from '../platform/like-literal.js';
import { PG_POOL } from '../platform/tokens.js';

/** Golfers with their home course, which the first five digits of a ten-digit golf number name. */
const FROM = `from ${APP_SCHEMA}.users u left join ${APP_SCHEMA}.courses c
  on c.golflink_course_id = left(u.golflink_number, 5) and u.golflink_number ~ '^[0-9]{10}$'`;
const GOLFERS = `select u.id, u.full_name as "fullName", u.handicap, u.avatar,
  case when c.id is not null then json_build_object('clubName', c.club_name) end as "homeCourse" ${FROM}`;
/** Lists of the Clubhouse need up to a hundred golfers: one query, prepared once per connection. */
const BY_IDS = `${GOLFERS} where u.id = any($1::uuid[]) and u.deletion_requested_at is null`;
/** Without case and accents, and indexed so. */
const PLAIN = `${APP_SCHEMA}.plain_name`;
const BY_NAME = `${GOLFERS}
  where ${PLAIN}(u.full_name) like ${PLAIN}('%' || $1 || '%') and u.id <> $2 and ${CAN_PLAY}
  order by ${PLAIN}(u.full_name) not like ${PLAIN}($1 || '%'), lower(u.full_name), u.id limit ${LIMITS.userSearchResults}`;

/** What golfers see of themselves. */
const OWN = `select u.id, u.full_name as "fullName", u.email, u.golflink_number as "golflinkNumber", u.handicap, u.gender,
    u.avatar, case when c.id is not null then json_build_object(
      'id', c.id, 'name', c.name, 'clubName', c.club_name, 'courseName', c.course_name) end as "homeCourse"
  ${FROM} where u.id = $1`;

/** What other golfers see of a golfer: never the email or the golf number. */
type GolferRow = Omit<PublicUser, 'handicapForShow'>;

/** What scoring needs to know about a golfer. */
type ScoringProfile = Pick<OwnUser, 'id' | 'gender' | 'handicap'>;

/** Golfers as the api answers them, and as events record them. */
@Injectable()
export class Golfers {
  constructor(
    private readonly matches: PlayerMatches,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** The golfer's own view of the account. @throws Refusal UNAUTHORIZED when the account is gone */
  async own(userId: string): Promise<OwnUser> {
    const { rows } = await this.pool.query<Omit<OwnUser, 'handicapForShow' | 'markers'>>(OWN, [userId]);
    const [user] = rows;
    if (user === undefined) throw new Refusal('UNAUTHORIZED');
    const markers = await this.byIds(await this.matches.recentFellows(userId));
    return { ...shown(user), markers };
  }

  /** Golfers in the order of the given ids; accounts that are deleted, or being deleted, are left out. */
  async byIds(ids: readonly string[]): Promise<PublicUser[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.pool.query<GolferRow>({ name: 'golfers by ids', text: BY_IDS, values: [ids] });
    const users = new Map(rows.map((row) => [row.id, shown(row)]));
    return ids.map((id) => users.get(id)).filter((user) => user !== undefined);
  }

  /** Other golfers with a verified account whose name contains the text; names that begin with it sort first. */
  async search(text: string, askedBy: string): Promise<PublicUser[]> {
    const { rows } = await this.pool.query<GolferRow>(BY_NAME, [likeLiteral(text), askedBy]);
    return rows.map((row) => shown(row));
  }

  /** The golfers who can play: their account is verified, not blocked and not being deleted. Uncached, for events. */
  async profiles(ids: readonly string[]): Promise<ScoringProfile[]> {
    const found = `select id, gender, handicap from ${APP_SCHEMA}.users where id = any($1) and ${CAN_PLAY}`;
    return (await this.pool.query<ScoringProfile>(found, [ids])).rows;
  }

  /** Those of the golfers who can play. */
  async playing(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.profiles(ids)).map(({ id }) => id));
  }

  /** The caller's own profile. @throws Refusal UNAUTHORIZED when the account was deleted a moment ago */
  async profile(id: string): Promise<ScoringProfile> {
    const [profile] = await this.profiles([id]);
    if (profile === undefined) throw new Refusal('UNAUTHORIZED');
    return profile;
  }
}

function shown<User extends { handicap: number }>(user: User): User & { handicapForShow: string } {
  return { ...user, handicapForShow: handicapForShow(user.handicap) };
}
