import { LIMITS, type CourseRef, type OwnUser, type PublicUser } from '@fairmark/contract';
import { APP_SCHEMA, CourseRow, UserRow } from '@fairmark/server';
import { parseGolfNumber } from '@fairmark/scoring';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, In } from 'typeorm';
import { PlayerMatches } from '@fairmark/read-models';
import { likeLiteral } from '../platform/like-literal.js';
import { PG_POOL } from '../platform/tokens.js';
import { presentOwnUser, presentPublicUser } from './user.presenter.js';

/** What others see of a golfer, with the club that a ten-digit golf number names. */
interface GolferRow extends Pick<UserRow, 'id' | 'fullName' | 'handicap' | 'avatar'> {
  clubName: string | null;
}

/** Lists of the Clubhouse ask for a hundred golfers at once: one question for all, prepared once per connection. */
const BY_IDS = `select u.id, u.full_name as "fullName", u.handicap, u.avatar, c.club_name as "clubName"
  from ${APP_SCHEMA}.users u
  left join ${APP_SCHEMA}.courses c
    on c.golflink_course_id = left(u.golflink_number, 5) and u.golflink_number ~ '^[0-9]{10}$'
  where u.id = any($1::uuid[]) and ($2 or u.blocked_at is null)`;

/** Golfers as the wire shows them. */
@Injectable()
export class Golfers {
  constructor(
    private readonly database: DataSource,
    private readonly matches: PlayerMatches,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** The golfer as he sees himself; null when the account is gone. */
  async own(userId: string): Promise<OwnUser | null> {
    const user = await this.database.getRepository(UserRow).findOneBy({ id: userId });
    return user === null ? null : this.present(user);
  }

  async present(user: UserRow): Promise<OwnUser> {
    const [courses, markers] = await Promise.all([
      this.homeCourses([user]),
      this.matches.recentFellows(user.id).then((ids) => this.find(ids, { blocked: false })),
    ]);
    return presentOwnUser(user, homeCourseOf(user, courses), markers);
  }

  /** Golfers in the order of their ids; those who are gone are left out. */
  byIds(ids: readonly string[]): Promise<PublicUser[]> {
    return this.find(ids, { blocked: true });
  }

  /** @param blocked whether blocked accounts are among them */
  private async find(ids: readonly string[], { blocked }: { blocked: boolean }): Promise<PublicUser[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.pool.query<GolferRow>({ name: 'golfers by ids', text: BY_IDS, values: [ids, blocked] });
    const shown = new Map(rows.map(({ clubName, ...user }) => [user.id, presentPublicUser(user, homeOf(clubName))]));
    return ids.map((id) => shown.get(id)).filter((user) => user !== undefined);
  }

  /** Other golfers with a verified account whose name contains the text; names that begin with it come first. */
  async search(text: string, askedBy: string): Promise<PublicUser[]> {
    const literal = likeLiteral(text);
    const users = await this.database
      .getRepository(UserRow)
      .createQueryBuilder('golfer')
      .where("lower(golfer.fullName) like lower(:anywhere) escape '\\'", { anywhere: `%${literal}%` })
      .andWhere('golfer.emailVerifiedAt is not null and golfer.id <> :askedBy', { askedBy })
      .andWhere('golfer.deletionRequestedAt is null and golfer.blockedAt is null')
      .orderBy("case when lower(golfer.full_name) like lower(:start) escape '\\' then 0 else 1 end")
      .addOrderBy('lower(golfer.full_name)')
      .addOrderBy('golfer.id')
      .setParameter('start', `${literal}%`)
      .limit(LIMITS.userSearchResults)
      .getMany();
    return this.show(users);
  }

  private async show(users: readonly UserRow[]): Promise<PublicUser[]> {
    const courses = await this.homeCourses(users);
    return users.map((user) => presentPublicUser(user, homeCourseOf(user, courses)));
  }

  /** The courses that golf numbers name, by the key in them. */
  private async homeCourses(users: readonly UserRow[]): Promise<Map<string, CourseRef>> {
    const keys = users.map(clubKeyOf).filter((key) => key !== null);
    if (keys.length === 0) return new Map();
    const courses = await this.database.getRepository(CourseRow).find({
      select: { id: true, name: true, clubName: true, courseName: true, golflinkCourseId: true },
      where: { golflinkCourseId: In(keys) },
    });
    return new Map(courses.map(({ golflinkCourseId, ...course }) => [golflinkCourseId, course]));
  }
}

const homeOf = (clubName: string | null): { clubName: string } | null => (clubName === null ? null : { clubName });

function clubKeyOf(user: UserRow): string | null {
  return parseGolfNumber(user.golflinkNumber)?.clubKey ?? null;
}

/** The course whose number begins a ten-digit golf number. */
function homeCourseOf(user: UserRow, courses: ReadonlyMap<string, CourseRef>): CourseRef | null {
  const key = clubKeyOf(user);
  return key === null ? null : (courses.get(key) ?? null);
}
