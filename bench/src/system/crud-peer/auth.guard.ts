import 'reflect-metadata';
import { createSecretKey } from 'node:crypto';
import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { Column, DataSource, Entity, IsNull, MoreThan, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

/** What the guard reads from a request and adds to it. */
export interface Authenticated {
  headers: { authorization?: string };
  userId?: string;
}

/** Requires a valid token of an open session, which is looked up for every request. */
@Injectable()
export class AuthGuard implements CanActivate {
  /** A string, as in the documentation, is parsed for every token; a key object is not. */
  private readonly secret = secretFrom(process.env);

  constructor(private readonly database: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Authenticated>();
    const [type, token] = request.headers.authorization?.split(' ') ?? [];
    if (type !== 'Bearer' || token === undefined) throw new UnauthorizedException();
    const { sid, sub } = this.verify(token);
    const session = await this.database
      .getRepository(Session)
      .findOneBy({ id: sid, endedAt: IsNull(), expiresAt: MoreThan(new Date()) });
    if (session === null || session.userId !== sub) throw new UnauthorizedException();
    request.userId = session.userId;
    return true;
  }

  private verify(token: string): { sid: string; sub: string } {
    try {
      return jsonwebtoken.verify(token, this.secret, { algorithms: ['HS256'] }) as { sid: string; sub: string };
    } catch {
      throw new UnauthorizedException();
    }
  }
}

function secretFrom({ JWT_SECRET = '', JWT_KEY }: NodeJS.ProcessEnv) {
  return JWT_KEY === 'parsed' ? createSecretKey(Buffer.from(JWT_SECRET)) : JWT_SECRET;
}
