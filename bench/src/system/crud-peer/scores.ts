import { Body, ConflictException, Controller, ForbiddenException, Injectable, Post, Req } from '@nestjs/common';
import { IsInt, IsUUID, Max, Min } from 'class-validator';
import {
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  QueryFailedError,
  Unique,
} from 'typeorm';
import type { Authenticated } from './auth.guard.js';

const UNIQUE_VIOLATION = '23505';

/** A golfer's card in a started match, and its marker. */
@Entity('members')
export class Member {
  @PrimaryColumn('uuid') matchId!: string;
  @PrimaryColumn('uuid') userId!: string;
  @Column('uuid') markerId!: string;
}

@Entity('scores')
@Unique(['matchId', 'holeNumber', 'userId', 'side'])
export class Score {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid') matchId!: string;
  @Column('uuid') userId!: string;
  @Column('smallint') holeNumber!: number;
  @Column('text') side!: 'PLAYER' | 'MARKER';
  @Column('smallint') strokes!: number;
  @Column('uuid') enteredBy!: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}

export class CreateScoreDto {
  @IsUUID() matchId!: string;
  /** The golfer whose card it is. */
  @IsUUID() userId!: string;
  @IsInt() @Min(1) @Max(18) holeNumber!: number;
  @IsInt() @Min(1) @Max(30) strokes!: number;
}

/** The peer's rules: the player or the marker of a card enters each hole once. */
@Injectable()
export class ScoresService {
  constructor(private readonly database: DataSource) {}

  async create(enteredBy: string, { matchId, userId, holeNumber, strokes }: CreateScoreDto): Promise<Score> {
    try {
      return await this.database.transaction(async (manager) => {
        const member = await manager.findOneBy(Member, { matchId, userId });
        if (member === null || (enteredBy !== userId && enteredBy !== member.markerId)) throw new ForbiddenException();
        const side = enteredBy === userId ? 'PLAYER' : 'MARKER';
        const score = manager.create(Score, { matchId, userId, holeNumber, side, strokes, enteredBy });
        // Fills in generated values. `save` would too, but in a separate transaction.
        await manager.insert(Score, score);
        return score;
      });
    } catch (error) {
      const taken = error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION;
      throw taken ? new ConflictException() : error;
    }
  }
}

@Controller('scores')
export class ScoresController {
  constructor(private readonly scores: ScoresService) {}

  @Post()
  create(@Req() request: Authenticated, @Body() body: CreateScoreDto): Promise<Score> {
    return this.scores.create(request.userId ?? '', body);
  }
}
