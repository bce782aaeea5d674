import { UserRow } from '@fairmark/server';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Avatars } from './avatars.js';
import { Pictures } from './pictures.js';
import type { SettingsBody } from './users.requests.js';

/** What golfers change of themselves. */
@Injectable()
export class Profiles {
  constructor(
    private readonly database: DataSource,
    private readonly pictures: Pictures,
    private readonly avatars: Avatars,
  ) {}

  /**
   * Changes what is there, all of it or nothing; null: the picture stays.
   *
   * @throws Refusal INVALID_INPUT for what is no picture, UNAVAILABLE when too many pictures are waiting
   */
  async change(userId: string, settings: SettingsBody, picture: Buffer | null): Promise<void> {
    const changes: Partial<UserRow> = Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== undefined),
    );
    const webp = picture === null ? null : await this.pictures.squared(picture);
    if (webp === null && Object.keys(changes).length === 0) return;
    await this.database.transaction(async (manager) => {
      if (webp !== null) changes.avatar = await this.avatars.keep(manager, userId, webp);
      await manager.getRepository(UserRow).update({ id: userId }, changes);
    });
  }
}
