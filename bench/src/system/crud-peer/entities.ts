import 'reflect-metadata';
import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

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
